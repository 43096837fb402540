import { type Task, runSaga } from 'redux-saga';
import { abortable } from '../../../src/app/sagas/abortable';
import { byHand, settled } from '../../fixtures/fakePorts';

it('gives the request its arguments and answers with its answer', async () => {
  const { call, asked } = byHand<[string, number], string>();
  const task: Task = runSaga({}, () => abortable(call, 'x', 7));
  expect(asked[0]?.args).toEqual(['x', 7]);
  asked[0]?.answer('y');
  await expect(task.toPromise()).resolves.toBe('y');
  expect(asked[0]?.aborted()).toBe(false);
});

it('throws what the request throws, without aborting', async () => {
  const { call, asked } = byHand<[], string>();
  const task: Task = runSaga({ onError: () => undefined }, () => abortable(call));
  asked[0]?.fail(new Error('no'));
  await expect(task.toPromise()).rejects.toThrow('no');
  expect(asked[0]?.aborted()).toBe(false);
});

it('aborts when the saga is cancelled, and nothing comes of a late failure', async () => {
  const { call, asked } = byHand<[], string>();
  const task: Task = runSaga({}, () => abortable(call));
  task.cancel();
  expect(asked[0]?.aborted()).toBe(true);
  asked[0]?.fail(new Error('late'));
  await settled();
  expect(task.isCancelled()).toBe(true);
});
