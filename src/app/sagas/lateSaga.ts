import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, flush, fork, put, race, take } from 'typed-redux-saga';
import { idle } from '../parts/idle';

/** Events by their creators, whatever they carry. */
type Events = readonly { readonly type: string }[];

const isOneOf = (events: Events) => (action: Action) => events.some(({ type }) => type === action.type);

interface Late {
  /** After the first of these its file is fetched, when the page is drawn; it is likely to be needed soon. */
  readonly wake: Events;
  /** What it listens to. */
  readonly events: Events;
  readonly load: () => Promise<() => Generator>;
}

/** The page that is opened comes first: what it is made of is not held up by what may be done with it. */
function* waitForRest(wake: Events) {
  yield* take(isOneOf(wake));
  yield* call(idle);
}

/**
 * A feature's saga in a file of its own, which no visitor waits for. What happens before it is there is put once more when
 * it is: its events must change nothing when they come twice.
 */
export function* lateSaga({ wake, events, load }: Late) {
  const missed = yield* actionChannel(isOneOf(events), buffers.expanding<Action>(8));
  yield* race({ likely: call(waitForRest, wake), asked: take(isOneOf(events)) });
  const saga = yield* call(load);
  yield* fork(saga);
  const actions = yield* flush(missed);
  missed.close();
  for (const action of actions) yield* put(action);
}
