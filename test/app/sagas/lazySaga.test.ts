import { type Action, combineReducers, configureStore, createAction, Tuple } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import createSagaMiddleware, { END, runSaga, stdChannel } from 'redux-saga';
import { takeEvery, put } from 'redux-saga/effects';
import { noticeOutdated, noticesSlice } from '../../../src/app/notices/noticesSlice';
import { createPageVisibility } from '../../../src/app/pageVisibility';
import { lazySaga, reloadRequested, onceForReducers } from '../../../src/app/sagas/lazySaga';
import { fakePorts, settled } from '../../fixtures/fakePorts';

const opened = createAction('page/opened');
const asked = createAction<number>('thing/asked');
const done = createAction<number>('thing/done');

function* worker({ payload }: ReturnType<typeof asked>) {
  yield put(done(payload));
}

function* saga() {
  yield takeEvery(asked, worker);
}

function late() {
  let loaded = 0;
  let give: (saga: () => Generator) => void = () => undefined;
  const load = () => {
    loaded += 1;
    return new Promise<() => Generator>((resolve) => (give = resolve));
  };
  const run = expectSaga(lazySaga, { wake: [opened], slices: ['thing'], load });
  return { run, loads: () => loaded, give: () => give(saga) };
}

it('fetches nothing before it is woken', async () => {
  const { run, loads } = late();
  await run.dispatch({ type: 'something/else' }).silentRun(10);
  expect(loads()).toBe(0);
});

it('does what was asked for while it was fetched, in order, and what is asked for later', async () => {
  const { run, loads, give } = late();
  const ended = run.put(done(1)).put(done(2)).put(done(3)).dispatch(asked(1)).dispatch(asked(2)).run(false);
  await settled();
  give();
  await settled();
  run.dispatch(asked(3)).dispatch(END);
  await ended;
  expect(loads()).toBe(1);
});

it('is woken by what makes it likely to be needed', async () => {
  const { run, loads } = late();
  void run.dispatch(opened()).run(false);
  while (loads() === 0) await settled();
  expect(loads()).toBe(1);
});

it('lets the page that woke it be drawn first, unless something is asked of it', async () => {
  const rests: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (rest: () => void) => rests.push(rest) });
  const patient = late();
  const impatient = late();
  for (const { run } of [patient, impatient]) void run.dispatch(opened()).run(false);
  await settled();
  impatient.run.dispatch(asked(1));
  await settled();
  expect([patient.loads(), impatient.loads()]).toEqual([0, 1]);
  for (const rest of rests) rest();
  await settled();
  expect([patient.loads(), impatient.loads()]).toEqual([1, 1]);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

it('is handed the last it missed of what others hear too, who do not hear it twice', async () => {
  const handed: unknown[] = [];
  const put: Action[] = [];
  const shared = createAction<number>('page/shared');
  const load = async () =>
    function* ownSaga(missed?: Action) {
      handed.push(missed);
      yield takeEvery(asked, worker);
    };
  const channel = stdChannel<Action>();
  const dispatch = (action: Action) => {
    put.push(action);
    channel.put(action);
  };
  runSaga({ channel, dispatch }, lazySaga, { slices: ['thing'], shared: [shared], load });
  for (const action of [shared(1), asked(2), shared(3)]) channel.put(action);
  await settled();
  expect(handed).toEqual([shared(3)]);
  expect(put.map(({ type }) => type)).toEqual([noticeOutdated.type, asked.type, done.type]);
});

describe('a file that does not come', () => {
  const looked: (() => void)[] = [];
  const reports: unknown[] = [];
  const { isLeaving } = createPageVisibility();
  const ports = fakePorts({
    pageVisibility: {
      isActive: () => true,
      isLeaving,
      onReturn: (returned) => (looked.push(returned), () => undefined),
    },
    report: (feature) => reports.push(feature),
  });

  function store(loads: (() => Promise<() => Generator>)[], wake: readonly { readonly type: string }[] = []) {
    const sagas = createSagaMiddleware({ context: { ports } });
    const seen: string[] = [];
    const reducer = combineReducers({
      notices: noticesSlice.reducer,
      seen: (state = 0, action: Action) => {
        if (asked.match(action) || done.match(action)) seen.push(`${action.type} ${action.payload}`);
        return state;
      },
    });
    const made = configureStore({ reducer, middleware: () => new Tuple(sagas, onceForReducers) });
    const load = () => (loads.shift() ?? (() => Promise.resolve(saga)))();
    sagas.run(() => lazySaga({ wake, slices: ['thing'], load }));
    return { ...made, seen, texts: () => made.getState().notices.map(({ text }) => text) };
  }

  const gone = () => Promise.reject(new Error('Loading chunk 1 failed.'));
  const TOLD = 'Part of Tabpoint did not load';

  it('is told of; what was asked for is done when it comes, and reducers see it once', async () => {
    const { dispatch, seen, texts } = store([gone]);
    dispatch(asked(1));
    await settled();
    expect(texts()).toEqual([TOLD]);
    dispatch(reloadRequested());
    await settled();
    expect(texts()).toEqual([]);
    expect(seen).toEqual(['thing/asked 1', 'thing/done 1']);
  });

  it('because the page is left is no failure; one after all that is', async () => {
    reports.length = 0;
    const { dispatch, seen, texts } = store([gone, gone]);
    window.dispatchEvent(new Event('beforeunload'));
    dispatch(asked(1));
    await settled();
    expect([reports, texts()]).toEqual([[], []]);
    window.dispatchEvent(new Event('pageshow'));
    dispatch(asked(2));
    await settled();
    expect([reports, texts()]).toEqual([['late'], [TOLD]]);
    dispatch(reloadRequested());
    await settled();
    expect(seen).toEqual(['thing/asked 1', 'thing/asked 2', 'thing/done 1', 'thing/done 2']);
  });

  it('is fetched again when the person comes back, and with the next wish', async () => {
    looked.length = 0;
    const { dispatch, seen } = store([gone, gone]);
    dispatch(asked(1));
    await settled();
    for (const returned of looked) returned();
    await settled();
    expect(seen).toEqual(['thing/asked 1']);
    dispatch(asked(2));
    await settled();
    expect(seen).toEqual(['thing/asked 1', 'thing/asked 2', 'thing/done 1', 'thing/done 2']);
  });

  it('is not told of while nobody wants it', async () => {
    const { dispatch, texts, seen } = store([gone, gone], [opened]);
    dispatch(opened());
    await settled();
    expect(texts()).toEqual([]);
    dispatch(asked(1));
    await settled();
    expect(texts()).toEqual([TOLD]);
    dispatch(asked(2));
    await settled();
    expect(texts()).toEqual([]);
    expect(seen.filter((event) => event.startsWith('thing/done'))).toEqual(['thing/done 1', 'thing/done 2']);
  });
});
