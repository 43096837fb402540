import type { ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';

/** Returns undefined if the browser's storage throws, as it is switched off or full. A choice then lasts until the page is closed. */
function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Persists a choice in this browser: puts the event of the stored choice at the start, and stores each new one.
 *
 * @param key in the browser's storage
 * @param chosen the event; its payload is stored as text
 * @param values the valid choices; any other stored value is ignored
 */
export function* persisted<Value extends string | boolean>(
  key: string,
  chosen: ActionCreatorWithPayload<Value>,
  values: readonly Value[],
) {
  const { memory } = yield* getPorts();
  const stored = yield* call(attempt, () => memory.getItem(key));
  const value = values.find((valid) => String(valid) === stored);
  if (value !== undefined) yield* put(chosen(value));
  yield* takeEvery(chosen, ({ payload }) => {
    attempt(() => memory.setItem(key, String(payload)));
  });
}

interface PersistedState<State, Root> {
  /** The event that puts the stored value into the state. */
  readonly found: ActionCreatorWithPayload<State>;
  /** The events after which the value is stored. */
  readonly changing: readonly { readonly type: string }[];
  readonly select: (root: Root) => State;
  /** Parses the stored text; if it throws, the stored text is ignored. */
  readonly read: (stored: string) => State;
}

/** Persists a part of the state in this browser, as JSON. */
export function* persistedState<State, Root>(key: string, part: PersistedState<State, Root>) {
  const { memory } = yield* getPorts();
  const stored = yield* call(attempt, () => memory.getItem(key));
  const state = typeof stored === 'string' ? attempt(() => part.read(stored)) : undefined;
  if (state !== undefined) yield* put(part.found(state));
  const types = part.changing.map(({ type }) => type);
  yield* takeEvery(types, function* store() {
    const changed = yield* select(part.select);
    attempt(() => memory.setItem(key, JSON.stringify(changed)));
  });
}
