import type { ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';

/** A browser may refuse to remember anything: storage switched off, or full. A choice then holds until the page is closed. */
function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Remembers in this browser what a person chose: puts the event of the last choice at the start, and stores each new one.
 *
 * @param key of the browser's storage
 * @param chosen the event; its payload is stored as a text
 * @param values all that can be chosen; anything else that is stored is ignored
 */
export function* persisted<Value extends string | boolean>(
  key: string,
  chosen: ActionCreatorWithPayload<Value>,
  values: readonly Value[],
) {
  const { memory } = yield* getPorts();
  const stored = yield* call(attempt, () => memory.getItem(key));
  const value = values.find((known) => String(known) === stored);
  if (value !== undefined) yield* put(chosen(value));
  yield* takeEvery(chosen, ({ payload }) => {
    attempt(() => memory.setItem(key, String(payload)));
  });
}

interface PersistedState<State, Root> {
  /** The event that puts what was remembered into the state. */
  readonly found: ActionCreatorWithPayload<State>;
  /** The events after which it is stored. */
  readonly changing: readonly { readonly type: string }[];
  readonly select: (root: Root) => State;
  /** Reads what is stored; what it throws is as if nothing were. */
  readonly read: (stored: string) => State;
}

/** Remembers in this browser a part of the state that is more than one choice. */
export function* persistedState<State, Root>(key: string, part: PersistedState<State, Root>) {
  const { memory } = yield* getPorts();
  const stored = yield* call(attempt, () => memory.getItem(key));
  const state = typeof stored === 'string' ? attempt(() => part.read(stored)) : undefined;
  if (state !== undefined) yield* put(part.found(state));
  const types = part.changing.map(({ type }) => type);
  yield* takeEvery(types, function* store() {
    const now = yield* select(part.select);
    attempt(() => memory.setItem(key, JSON.stringify(now)));
  });
}
