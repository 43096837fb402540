import { testSaga } from 'redux-saga-test-plan';
import { runSaga, stdChannel } from 'redux-saga';
import { takeEvery } from 'redux-saga/effects';
import { dismissLater, noticesSaga } from '../../../src/app/notices/noticesSaga';
import { noticeDismissed, noticeHeld, noticeReleased, noticeShown } from '../../../src/app/notices/noticesSlice';
import { selectNotices } from '../../../src/app/notices/noticesSlice';
import { rootReducer } from '../../../src/app/rootReducer';
import { stateWith } from '../../fixtures/appState';

afterEach(() => jest.useRealTimers());

it('looks after every notice', () => {
  testSaga(noticesSaga).next().is(takeEvery(noticeShown, dismissLater)).next().isDone();
});

it.each([
  [5_000, undefined],
  [10_000, { label: 'See plans', to: '/upgrade' }],
])('takes an info away after %d ms', async (time, action) => {
  const shown = noticeShown({ kind: 'info', text: 'Project renamed', ...(action && { action }) });
  jest.useFakeTimers();
  const dispatch = jest.fn();
  runSaga({ dispatch, channel: stdChannel() }, dismissLater, shown);
  await jest.advanceTimersByTimeAsync(time - 1);
  expect(dispatch).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(dispatch.mock.calls).toEqual([[noticeDismissed(shown.payload.id)]]);
});

it('stays as long as it was told how long', async () => {
  jest.useFakeTimers();
  const dispatch = jest.fn();
  const action = { label: 'Undo', event: { type: 'test/undone' } };
  runSaga(
    { dispatch, channel: stdChannel() },
    dismissLater,
    noticeShown({ kind: 'info', text: 'removed', time: 3_000, action }),
  );
  await jest.advanceTimersByTimeAsync(2_999);
  expect(dispatch).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(dispatch).toHaveBeenCalledTimes(1);
});

describe('an info that is held', () => {
  const one = noticeShown({ kind: 'info', text: 'one' });
  const { id } = one.payload;

  function running() {
    jest.useFakeTimers();
    const dispatch = jest.fn();
    const channel = stdChannel();
    const task = runSaga({ dispatch, channel }, dismissLater, one);
    return { dispatch, channel, task };
  }

  it('stays, and has its whole time again when it is no longer held', async () => {
    const { dispatch, channel } = running();
    await jest.advanceTimersByTimeAsync(4_000);
    channel.put(noticeHeld(id));
    await jest.advanceTimersByTimeAsync(60_000);
    channel.put(noticeReleased(id));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(dispatch).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(dispatch.mock.calls).toEqual([[noticeDismissed(id)]]);
  });

  it('does not mind another one being held', async () => {
    const { dispatch, channel } = running();
    channel.put(noticeHeld('another'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(dispatch.mock.calls).toEqual([[noticeDismissed(id)]]);
  });

  it('is no longer looked after once it is dismissed', async () => {
    const { dispatch, channel, task } = running();
    channel.put(noticeHeld(id));
    channel.put(noticeDismissed(id));
    expect(task.isRunning()).toBe(false);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(dispatch).not.toHaveBeenCalled();
  });
});

it('leaves an error until it is dismissed, also one with something to choose', async () => {
  jest.useFakeTimers();
  const dispatch = jest.fn();
  const action = { label: 'See plans', to: '/upgrade' };
  for (const shown of [
    noticeShown({ kind: 'error', text: 'No.' }),
    noticeShown({ kind: 'error', text: 'No.', action }),
  ]) {
    runSaga({ dispatch, channel: stdChannel() }, dismissLater, shown);
  }
  await jest.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(dispatch).not.toHaveBeenCalled();
});

it('keeps three at most, the oldest makes room', () => {
  const texts = ['one', 'two', 'three', 'four'];
  const shown = texts.map((text) => noticeShown({ kind: 'info', text }));
  const state = shown.reduce(rootReducer, stateWith());
  expect(selectNotices(state).map(({ text }) => text)).toEqual(['two', 'three', 'four']);
});

it('takes away the one that is dismissed', () => {
  const one = noticeShown({ kind: 'info', text: 'one' });
  const two = noticeShown({ kind: 'info', text: 'one' });
  const state = [one, two, noticeDismissed(one.payload.id)].reduce<ReturnType<typeof stateWith>>(
    rootReducer,
    stateWith(),
  );
  expect(selectNotices(state)).toEqual([two.payload]);
});
