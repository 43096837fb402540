import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, flush, fork, put, take } from 'typed-redux-saga';

/** Events by their creators, whatever they carry. */
type Events = readonly { readonly type: string }[];

const isOneOf = (events: Events) => (action: Action) => events.some(({ type }) => type === action.type);

interface Late {
  /** With the first of these its file is fetched; it is likely to be needed soon. */
  readonly wake: Events;
  /** What it listens to. */
  readonly events: Events;
  readonly load: () => Promise<() => Generator>;
}

/**
 * A feature's saga in a file of its own, which no visitor waits for. What happens before it is there is put once more when
 * it is: its events must change nothing when they come twice.
 */
export function* lateSaga({ wake, events, load }: Late) {
  const missed = yield* actionChannel(isOneOf(events), buffers.expanding<Action>(8));
  yield* take(isOneOf([...wake, ...events]));
  const saga = yield* call(load);
  yield* fork(saga);
  const actions = yield* flush(missed);
  missed.close();
  for (const action of actions) yield* put(action);
}
