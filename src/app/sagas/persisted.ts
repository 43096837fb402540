import type { ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import type { RootState } from '../rootReducer';

/** Returns undefined if the browser's storage throws, as it is switched off or full. A choice then lasts until the page is closed. */
function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

interface Persisted<Value> {
  /** The event that puts the stored value into the state. */
  readonly found: ActionCreatorWithPayload<Value>;
  /** The events after which the value is stored. */
  readonly changing: readonly { readonly type: string }[];
  readonly select: (state: RootState) => Value;
  /** Parses the stored text; if it throws or returns undefined, the stored text is ignored. */
  readonly read: (stored: string) => Value | undefined;
  readonly write: (value: Value) => string;
}

/** Persists a part of the state in this browser: restores it at the start, and stores each change. @param key in the browser's storage */
export function* persisted<Value>(
  key: string,
  { found, changing, select: selectValue, read, write }: Persisted<Value>,
) {
  const { memory } = yield* getPorts();
  const stored = yield* call(attempt, () => memory.getItem(key));
  const value = typeof stored === 'string' ? attempt(() => read(stored)) : undefined;
  if (value !== undefined) yield* put(found(value));
  const types = changing.map(({ type }) => type);
  yield* takeEvery(types, function* store() {
    const changed = yield* select(selectValue);
    attempt(() => memory.setItem(key, write(changed)));
  });
}

/**
 * Persists a choice in this browser, as text.
 *
 * @param key in the browser's storage
 * @param choices the valid choices; any other stored text is ignored
 */
export const persistedChoice = <Choice extends string | boolean>(
  key: string,
  chosen: ActionCreatorWithPayload<Choice>,
  selectChoice: (state: RootState) => Choice,
  choices: readonly Choice[],
) =>
  persisted<Choice>(key, {
    found: chosen,
    changing: [chosen],
    select: selectChoice,
    read: (stored) => choices.find((choice) => String(choice) === stored),
    write: String,
  });
