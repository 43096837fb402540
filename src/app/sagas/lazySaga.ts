import { type Action, createAction, type Middleware } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, flush, fork, put, race, type SagaGenerator, take } from 'typed-redux-saga';
import { noticeOutdated, noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { waitUntilVisible } from './waitUntilVisible';

/** Milliseconds after which a browser that always has something to do is not waited for any longer. */
const PATIENCE = 500;

/** Resolves when the browser has painted what it has, and has nothing to do. */
const idle = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve(), { timeout: PATIENCE }) : resolve(),
  );

/** Events by their creators, whatever they carry. */
type Events = readonly { readonly type: string }[];

const isOneOf = (events: Events) => (action: Action) => events.some(({ type }) => type === action.type);

/** The type of an action begins with the name of its slice, as Redux Toolkit writes it. */
const sliceOf = ({ type }: Action) => type.split('/', 1)[0] ?? '';

/** The person wants what did not come to be fetched again. */
export const reloadRequested = createAction('lazySaga/reloadRequested');

const REPLAYED = Symbol('replayed');

/** An action that happened before its saga was there, for sagas alone. */
const replayed = (action: Action) => ({ ...action, [REPLAYED]: true });

const isReplayed = (action: unknown) => typeof action === 'object' && action !== null && REPLAYED in action;

/** Keeps from the reducers what they have seen already. It stands behind the sagas. */
export const onceForReducers: Middleware = () => (next) => (action) => (isReplayed(action) ? action : next(action));

type Saga = (missed?: Action) => Generator;

/** A saga in a file of its own. */
export interface LazySaga {
  /** After the first of these its file is fetched, when the page is drawn; it is likely to be needed soon. */
  readonly wake?: Events;
  /** The slices, by name, whose events it alone listens to: any of them has its file fetched at once. */
  readonly slices: readonly string[];
  /** What it listens to, and others do, who must not hear it twice: the last of them that it missed is handed to it. */
  readonly shared?: Events;
  readonly load: () => Promise<Saga>;
}

/** The page that is opened comes first: what it is made of is not held up by what may be done with it. */
function* waitForRest(wake: Events) {
  yield* take(isOneOf(wake));
  yield* call(idle);
}

/** Milliseconds after which a file that did not come is fetched again, while somebody looks. */
const AGAIN = 10_000;

/** What a notice about files that did not come is about. */
const TOPIC = 'late';

/** Says that something was asked for that cannot be done yet. */
function* tell() {
  const text = 'Part of Tabpoint did not load';
  const detail = 'What you asked for is done as soon as it has loaded.';
  yield* put(
    noticeShown({ kind: 'error', topic: TOPIC, text, detail, action: { label: 'Reload', event: reloadRequested() } }),
  );
}

/** Fetches the saga until it comes: after a while, when the person looks again, and with every wish for it. */
function* fetched(load: LazySaga['load'], matches: (action: Action) => boolean, asked: boolean): SagaGenerator<Saga> {
  while (true) {
    try {
      const saga = yield* call(load);
      if (asked) yield* put(noticeOutdated(TOPIC));
      return saga;
    } catch (error) {
      const { report, pageVisibility } = yield* getPorts();
      if (!(yield* call(pageVisibility.isLeaving))) {
        yield* call(report, 'late', error);
        if (asked) yield* tell();
      }
    }
    const again = (action: Action) => matches(action) || reloadRequested.match(action);
    const { wanted } = yield* race({ wanted: take(again), waited: call(waitUntilVisible, AGAIN) });
    asked ||= wanted !== undefined;
  }
}

/**
 * A feature's saga in a file of its own, which no visitor waits for. Actions that come before it is there are given to it when it
 * is: sagas get them once more, reducers do not. Where the file does not come, a notice says so, and nothing is lost.
 */
export function* lazySaga({ wake = [], slices, shared = [], load }: LazySaga) {
  const isOwn = (action: Action) => slices.includes(sliceOf(action));
  const isShared = isOneOf(shared);
  const matches = (action: Action) => isOwn(action) || isShared(action);
  const missed = yield* actionChannel(matches, buffers.expanding<Action>(8));
  const { asked } = yield* race({ likely: call(waitForRest, wake), asked: take(matches) });
  const saga = yield* call(fetched, load, matches, asked !== undefined);
  const actions = yield* flush(missed);
  missed.close();
  yield* fork(saga, actions.filter(isShared).at(-1));
  for (const action of actions.filter(isOwn)) yield* put(replayed(action));
}
