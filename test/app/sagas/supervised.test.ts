import { createAction } from '@reduxjs/toolkit';
import { stdChannel, runSaga } from 'redux-saga';
import { fork, takeEvery } from 'typed-redux-saga';
import { featureStopped } from '../../../src/app/sagas/featuresSlice';
import { supervised } from '../../../src/app/sagas/supervised';
import { rootReducer } from '../../../src/app/rootReducer';
import { stateWith } from '../../fixtures/appState';
import { fakePorts, settled } from '../../fixtures/fakePorts';

const poked = createAction<string>('test/poked');

/** Two features side by side: `weak` fails on `poked`, `strong` records it. */
function app(weak: () => Generator) {
  const channel = stdChannel();
  const reports: [string, unknown][] = [];
  const received: string[] = [];
  const put: unknown[] = [];
  const ports = fakePorts({ report: (...report) => reports.push(report) });
  function* strong() {
    yield* takeEvery(poked, ({ payload }) => received.push(payload));
  }
  function* root() {
    yield* fork(supervised, 'weak', weak);
    yield* fork(supervised, 'strong', strong);
  }
  runSaga({ channel, context: { ports }, dispatch: (action: unknown) => put.push(action) }, root);
  return { poke: (text: string) => channel.put(poked(text)), reports, received, put };
}

function* failing() {
  yield* takeEvery(poked, ({ payload }) => {
    throw new Error(payload);
  });
}

const clock = (milliseconds: number) => jest.spyOn(Date, 'now').mockReturnValue(milliseconds);

it('reports a failure and restarts the feature; the others continue', async () => {
  const { poke, reports, received, put } = app(failing);
  poke('one');
  await settled();
  poke('two');
  await settled();
  expect(reports.map(([name, error]) => [name, (error as Error).message])).toEqual([
    ['weak', 'one'],
    ['weak', 'two'],
  ]);
  expect(received).toEqual(['one', 'two']);
  expect(put).toEqual([]);
});

it('stops after three restarts within a minute and reports it; the others continue', async () => {
  clock(1_000_000);
  const { poke, reports, received, put } = app(failing);
  for (const text of ['1', '2', '3', '4', '5']) {
    poke(text);
    await settled();
  }
  expect(reports).toHaveLength(4);
  expect(put).toEqual([featureStopped('weak')]);
  expect(received).toHaveLength(5);
});

it('keeps restarting if failures are rare: it counts only the last minute', async () => {
  const { poke, put } = app(failing);
  for (const second of [0, 1, 2, 60, 61.5, 62.5]) {
    clock(second * 1_000 + 1);
    poke('x');
    await settled();
  }
  expect(put).toEqual([]);
  poke('x');
  await settled();
  expect(put).toEqual([featureStopped('weak')]);
});

it('lets a finished feature end', async () => {
  let runs = 0;
  const { reports } = app(function* () {
    runs += 1;
    yield* [];
  });
  await settled();
  expect(runs).toBe(1);
  expect(reports).toEqual([]);
});

it('records each stopped feature in the state once', () => {
  const once = rootReducer(stateWith(), featureStopped('drive'));
  expect(rootReducer(once, featureStopped('drive')).app).toEqual({ stopped: ['drive'] });
});
