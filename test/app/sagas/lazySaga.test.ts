import { type Action, combineReducers, configureStore, createAction, Tuple } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import createSagaMiddleware, { END, runSaga, stdChannel } from 'redux-saga';
import { takeEvery, put } from 'redux-saga/effects';
import { noticeOutdated, noticesSlice } from '../../../src/app/notices/noticesSlice';
import { createPageVisibility } from '../../../src/app/pageVisibility';
import { lazySaga, reloadRequested, onceForReducers } from '../../../src/app/sagas/lazySaga';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { fakePorts, settled } from '../../fixtures/fakePorts';

const opened = createAction('page/opened');
const requested = createAction<number>('thing/requested');
const done = createAction<number>('thing/done');

function* worker({ payload }: ReturnType<typeof requested>) {
  yield put(done(payload));
}

function* saga() {
  yield takeEvery(requested, worker);
}

function lazy() {
  let loaded = 0;
  let resolveLoad: (saga: () => Generator) => void = () => undefined;
  const load = () => {
    loaded += 1;
    return new Promise<() => Generator>((resolve) => (resolveLoad = resolve));
  };
  const run = expectSaga(lazySaga, { wake: [opened], slices: ['thing'], load });
  return { run, loads: () => loaded, resolveLoad: () => resolveLoad(saga) };
}

it('fetches nothing before an event that needs it', async () => {
  const { run, loads } = lazy();
  await run.dispatch({ type: 'something/else' }).silentRun(10);
  expect(loads()).toBe(0);
});

it('handles the events that arrived during the fetch, in order, and later ones', async () => {
  const { run, loads, resolveLoad } = lazy();
  const ended = run.put(done(1)).put(done(2)).put(done(3)).dispatch(requested(1)).dispatch(requested(2)).run(false);
  await settled();
  resolveLoad();
  await settled();
  run.dispatch(requested(3)).dispatch(END);
  await ended;
  expect(loads()).toBe(1);
});

it('fetches ahead on an event that makes a need likely', async () => {
  const { run, loads } = lazy();
  void run.dispatch(opened()).run(false);
  while (loads() === 0) await settled();
  expect(loads()).toBe(1);
});

it('waits until the page is drawn, unless an event needs it at once', async () => {
  const idleCallbacks: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (rest: () => void) => idleCallbacks.push(rest) });
  const waiting = lazy();
  const impatient = lazy();
  for (const { run } of [waiting, impatient]) void run.dispatch(opened()).run(false);
  await settled();
  impatient.run.dispatch(requested(1));
  await settled();
  expect([waiting.loads(), impatient.loads()]).toEqual([0, 1]);
  for (const rest of idleCallbacks) rest();
  await settled();
  expect([waiting.loads(), impatient.loads()]).toEqual([1, 1]);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

it('receives the last shared event it missed, which other sagas do not receive twice', async () => {
  const handed: unknown[] = [];
  const put: Action[] = [];
  const shared = createAction<number>('page/shared');
  const load = async () =>
    function* ownSaga(missed?: Action) {
      handed.push(missed);
      yield takeEvery(requested, worker);
    };
  const channel = stdChannel<Action>();
  const dispatch = (action: Action) => {
    put.push(action);
    channel.put(action);
  };
  runSaga({ channel, dispatch }, lazySaga, { slices: ['thing'], shared: [shared], load });
  for (const action of [shared(1), requested(2), shared(3)]) channel.put(action);
  await settled();
  expect(handed).toEqual([shared(3)]);
  expect(put.map(({ type }) => type)).toEqual([noticeOutdated.type, requested.type, done.type]);
});

describe('a chunk that fails to load', () => {
  const onReturns: (() => void)[] = [];
  const reports: unknown[] = [];
  const { isLeaving } = createPageVisibility();
  const ports = fakePorts({
    pageVisibility: {
      isActive: () => true,
      isLeaving,
      onReturn: (returned) => (onReturns.push(returned), () => undefined),
    },
    report: (feature) => reports.push(feature),
  });

  function store(loads: (() => Promise<() => Generator>)[], wake: readonly { readonly type: string }[] = []) {
    const sagas = createSagaMiddleware({ context: { ports } });
    const seen: string[] = [];
    const reducer = combineReducers({
      notices: noticesSlice.reducer,
      seen: (state = 0, action: Action) => {
        if (requested.match(action) || done.match(action)) seen.push(`${action.type} ${action.payload}`);
        return state;
      },
    });
    const made = configureStore({ reducer, middleware: () => new Tuple(sagas, onceForReducers) });
    const load = () => (loads.shift() ?? (() => Promise.resolve(saga)))();
    sagas.run(() => lazySaga({ wake, slices: ['thing'], load }));
    return { ...made, seen, texts: () => made.getState().notices.map(({ text }) => text) };
  }

  const failedLoad = () => Promise.reject(new Error('Loading chunk 1 failed.'));
  const NOTICE = 'Part of Tabpoint did not load';

  it('shows a notice; pending events are handled after a reload, and reducers see them once', async () => {
    const { dispatch, seen, texts } = store([failedLoad]);
    dispatch(requested(1));
    await settled();
    expect(texts()).toEqual([NOTICE]);
    dispatch(reloadRequested());
    await settled();
    expect(texts()).toEqual([]);
    expect(seen).toEqual(['thing/requested 1', 'thing/done 1']);
  });

  it('what one person asked for is not done in the session of the next one', async () => {
    const { dispatch, seen } = store([failedLoad]);
    for (const action of [requested(1), sessionEnded({ byChoice: true }), requested(2)]) dispatch(action);
    await settled();
    dispatch(reloadRequested());
    await settled();
    expect(seen.filter((event) => event.startsWith('thing/done'))).toEqual(['thing/done 2']);
  });

  it('is not reported while the page is being left, but afterwards', async () => {
    reports.length = 0;
    const { dispatch, seen, texts } = store([failedLoad, failedLoad]);
    window.dispatchEvent(new Event('beforeunload'));
    dispatch(requested(1));
    await settled();
    expect([reports, texts()]).toEqual([[], []]);
    window.dispatchEvent(new Event('pageshow'));
    dispatch(requested(2));
    await settled();
    expect([reports, texts()]).toEqual([['late'], [NOTICE]]);
    dispatch(reloadRequested());
    await settled();
    expect(seen).toEqual(['thing/requested 1', 'thing/requested 2', 'thing/done 1', 'thing/done 2']);
  });

  it('is fetched again when the person returns, and on the next event', async () => {
    onReturns.length = 0;
    const { dispatch, seen } = store([failedLoad, failedLoad]);
    dispatch(requested(1));
    await settled();
    for (const returned of onReturns) returned();
    await settled();
    expect(seen).toEqual(['thing/requested 1']);
    dispatch(requested(2));
    await settled();
    expect(seen).toEqual(['thing/requested 1', 'thing/requested 2', 'thing/done 1', 'thing/done 2']);
  });

  it('shows no notice until an event needs it', async () => {
    const { dispatch, texts, seen } = store([failedLoad, failedLoad], [opened]);
    dispatch(opened());
    await settled();
    expect(texts()).toEqual([]);
    dispatch(requested(1));
    await settled();
    expect(texts()).toEqual([NOTICE]);
    dispatch(requested(2));
    await settled();
    expect(texts()).toEqual([]);
    expect(seen.filter((event) => event.startsWith('thing/done'))).toEqual(['thing/done 1', 'thing/done 2']);
  });
});
