import { type Action, createAction, type Middleware } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, flush, fork, put, race, type SagaGenerator, take } from 'typed-redux-saga';
import { noticeOutdated, noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { sessionEnded } from '../session/sessionSlice';
import { waitUntilVisible } from './waitUntilVisible';

/** Maximum wait for an idle browser, in milliseconds. */
const IDLE_TIMEOUT_MS = 500;

/** Resolves when the browser is idle; at once in browsers that do not report it. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else resolve();
  });

/** Events, given by their action creators. */
type Events = readonly { readonly type: string }[];

const isOneOf = (events: Events) => (action: Action) => events.some(({ type }) => type === action.type);

/** Returns the slice's name, with which Redux Toolkit begins the type of an action. */
const sliceOf = ({ type }: Action) => type.split('/', 1)[0] ?? '';

/** The user pressed "Reload" after a chunk failed to load. */
export const reloadRequested = createAction('lazySaga/reloadRequested');

const REPLAYED = Symbol('replayed');

/** Marks an action that was dispatched before its saga was loaded, so that only sagas receive it again. */
const replayed = (action: Action) => ({ ...action, [REPLAYED]: true });

const isReplayed = (action: unknown) => typeof action === 'object' && action !== null && REPLAYED in action;

/** Stops replayed actions before the reducers, which have already handled them. It comes after the saga middleware. */
export const onceForReducers: Middleware = () => (next) => (action) => (isReplayed(action) ? action : next(action));

type Saga = (missed?: Action) => Generator;

/** A saga in a chunk of its own. */
export interface LazySaga {
  /** After the first of these events the chunk is loaded once the browser is idle, as it will probably be needed soon. */
  readonly wake?: Events;
  /** Names of the slices whose events only this saga handles: any of these events loads the chunk at once. */
  readonly slices: readonly string[];
  /** Events that other sagas handle too and must not receive twice: the last one before the load is passed to the saga as its argument. */
  readonly shared?: Events;
  readonly load: () => Promise<Saga>;
}

/** Waits for a `wake` event and an idle browser, so that the load does not delay the page that is opening. */
function* waitUntilIdle(wake: Events) {
  yield* take(isOneOf(wake));
  yield* call(whenIdle);
}

/** Milliseconds before a failed load is retried while the page is visible. */
const RETRY_AFTER_MS = 10_000;

/** Topic of the notice about chunks that failed to load. */
const TOPIC = 'late';

/** Shows a notice that the user's action has to wait for a chunk. */
function* showNotLoaded() {
  yield* put(
    noticeShown({
      kind: 'error',
      topic: TOPIC,
      text: 'Part of Tabpoint did not load',
      detail: 'What you asked for is done as soon as it has loaded.',
      action: { label: 'Reload', event: reloadRequested() },
    }),
  );
}

/**
 * Loads the saga, and retries until it succeeds: after a delay, when the user comes back to the page, and with every action that needs it.
 *
 * @param needs matches the actions that need the saga
 * @param isNeeded whether such an action already waits for the saga: a failure is then shown
 */
function* loadSaga(load: LazySaga['load'], needs: (action: Action) => boolean, isNeeded: boolean): SagaGenerator<Saga> {
  const isRetry = (action: Action) => needs(action) || reloadRequested.match(action);
  let isFailureShown = isNeeded;
  while (true) {
    try {
      const saga = yield* call(load);
      if (isFailureShown) yield* put(noticeOutdated(TOPIC));
      return saga;
    } catch (error) {
      const { report, pageVisibility } = yield* getPorts();
      if (!(yield* call(pageVisibility.isLeaving))) {
        yield* call(report, 'late', error);
        if (isFailureShown) yield* showNotLoaded();
      }
    }
    const { wanted } = yield* race({ wanted: take(isRetry), waited: call(waitUntilVisible, RETRY_AFTER_MS) });
    if (wanted !== undefined) isFailureShown = true;
  }
}

/** Returns the actions after the last end of the session: the reducers have forgotten what the ones before it asked for. */
const ofThisSession = (actions: readonly Action[]) =>
  actions.slice(actions.map(({ type }) => type).lastIndexOf(sessionEnded.type) + 1);

/**
 * Loads and runs a feature's saga. Actions dispatched before the load are buffered and then replayed: sagas receive them again, reducers
 * do not. If the load fails, a notice says so, and no action is lost before the end of the session.
 */
export function* lazySaga({ wake = [], slices, shared = [], load }: LazySaga) {
  const isOwn = (action: Action) => slices.includes(sliceOf(action));
  const isShared = isOneOf(shared);
  const matches = (action: Action) => isOwn(action) || isShared(action);
  const isBuffered = (action: Action) => matches(action) || sessionEnded.match(action);
  const missed = yield* actionChannel(isBuffered, buffers.expanding<Action>(8));
  const { needed } = yield* race({ likely: call(waitUntilIdle, wake), needed: take(matches) });
  const saga = yield* call(loadSaga, load, matches, needed !== undefined);
  const actions = ofThisSession(yield* flush(missed));
  missed.close();
  yield* fork(saga, actions.filter(isShared).at(-1));
  for (const action of actions.filter(isOwn)) yield* put(replayed(action));
}
