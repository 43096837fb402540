import { testSaga } from 'redux-saga-test-plan';
import { runSaga, stdChannel } from 'redux-saga';
import { takeEvery } from 'redux-saga/effects';
import { dismissLater, noticesSaga } from '../../../src/app/notices/noticesSaga';
import { noticeDismissed, noticeHeld, noticeShown } from '../../../src/app/notices/noticesSlice';
import { selectNotices } from '../../../src/app/notices/noticesSlice';
import { rootReducer } from '../../../src/app/rootReducer';
import { stateWith } from '../../fixtures/appState';

afterEach(() => jest.useRealTimers());

it('starts a timer for every notice', () => {
  testSaga(noticesSaga).next().is(takeEvery(noticeShown, dismissLater)).next().isDone();
});

const action = { label: 'See plans', to: '/upgrade' };

it.each([
  [5_000, {}],
  [10_000, { action }],
  [3_000, { action, time: 3_000 }],
])('dismisses an info after %d ms with %j', async (time, parts) => {
  const shown = noticeShown({ kind: 'info', text: 'Project renamed', ...parts });
  jest.useFakeTimers();
  const dispatch = jest.fn();
  runSaga({ dispatch, channel: stdChannel() }, dismissLater, shown);
  await jest.advanceTimersByTimeAsync(time - 1);
  expect(dispatch).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(dispatch.mock.calls).toEqual([[noticeDismissed(shown.payload.id)]]);
});

describe('an info under the pointer or focus', () => {
  const one = noticeShown({ kind: 'info', text: 'one' });
  const { id } = one.payload;

  function running() {
    jest.useFakeTimers();
    const dispatch = jest.fn();
    const channel = stdChannel();
    const task = runSaga({ dispatch, channel }, dismissLater, one);
    return { dispatch, channel, task };
  }

  it('ignores the pointer on another notice', async () => {
    const { dispatch, channel } = running();
    channel.put(noticeHeld('another'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(dispatch.mock.calls).toEqual([[noticeDismissed(id)]]);
  });

  it('ends its timer once it is dismissed', async () => {
    const { dispatch, channel, task } = running();
    channel.put(noticeHeld(id));
    channel.put(noticeDismissed(id));
    expect(task.isRunning()).toBe(false);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(dispatch).not.toHaveBeenCalled();
  });
});

it('keeps an error until it is dismissed, also one with a button', async () => {
  jest.useFakeTimers();
  const dispatch = jest.fn();
  for (const shown of [
    noticeShown({ kind: 'error', text: 'No.' }),
    noticeShown({ kind: 'error', text: 'No.', action }),
  ]) {
    runSaga({ dispatch, channel: stdChannel() }, dismissLater, shown);
  }
  await jest.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(dispatch).not.toHaveBeenCalled();
});

it('keeps at most three, dropping the oldest', () => {
  const texts = ['one', 'two', 'three', 'four'];
  const shown = texts.map((text) => noticeShown({ kind: 'info', text }));
  const state = shown.reduce(rootReducer, stateWith());
  expect(selectNotices(state).map(({ text }) => text)).toEqual(['two', 'three', 'four']);
});

it('removes a dismissed notice', () => {
  const one = noticeShown({ kind: 'info', text: 'one' });
  const two = noticeShown({ kind: 'info', text: 'one' });
  const state = [one, two, noticeDismissed(one.payload.id)].reduce<ReturnType<typeof stateWith>>(
    rootReducer,
    stateWith(),
  );
  expect(selectNotices(state)).toEqual([two.payload]);
});
