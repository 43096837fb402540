import { createAction } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { END } from 'redux-saga';
import { takeEvery, put } from 'redux-saga/effects';
import { lateSaga } from '../../../src/app/sagas/lateSaga';
import { settled } from '../../fixtures/fakePorts';

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
  const run = expectSaga(lateSaga, { wake: [opened], events: [asked], load });
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
