import { type Action, createAction } from '@reduxjs/toolkit';
import { END, runSaga, stdChannel, type Task } from 'redux-saga';
import { call, delay, put } from 'typed-redux-saga';
import { failureText } from '../../../src/app/http/apiError';
import { noticeShown } from '../../../src/app/notices/noticesSlice';
import { abortable, failureNotice, request } from '../../../src/app/sagas/request';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { byHand, settled } from '../../fixtures/fakePorts';

const arrived = createAction<string>('arrived');
const greeted = createAction('greeted');
const failedWith = createAction<string>('failedWith');
const left = createAction('left');
const alsoLeft = createAction('alsoLeft');

type Following = Parameters<typeof request<string>>[1];

const following: Following = {
  done: arrived,
  failed: (failure) => failedWith(failureText(failure, 'No words')),
  leaves: [left, alsoLeft],
};

/** A request that is answered by hand, the events that it puts, and what else may happen meanwhile. */
function asking(parts: Partial<Following> = {}) {
  const { call: ask, asked } = byHand<[string], string>();
  const events: Action[] = [];
  const channel = stdChannel<Action>();
  const reported: unknown[] = [];
  const task: Task = runSaga(
    { channel, dispatch: (event: Action) => events.push(event), onError: (error) => reported.push(error) },
    () => request(abortable(ask, 'x'), { ...following, ...parts }),
  );
  const [first] = asked;
  if (first === undefined) throw new Error('Nothing was asked.');
  return { first, events, reported, task, happens: (event: Action) => channel.put(event) };
}

describe('an answer', () => {
  it('is put, and nothing is aborted', async () => {
    const { first, events, task } = asking();
    expect(first.args).toEqual(['x']);
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([arrived('y')]);
    expect(first.aborted()).toBe(false);
  });

  it('may put several events, in their order', async () => {
    const { first, events, task } = asking({ done: (answer) => [greeted(), arrived(answer)] });
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([greeted(), arrived('y')]);
  });

  it('may put nothing', async () => {
    const { first, events, task } = asking({ done: () => [] });
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([]);
  });

  it('may run a saga, which leaving cancels no more', async () => {
    const { first, events, task, happens } = asking({
      *done(answer) {
        yield* put(greeted());
        yield* delay(1);
        yield* put(arrived(answer));
      },
    });
    first.answer('y');
    await settled();
    happens(left());
    happens(sessionEnded({ byChoice: true }));
    await task.toPromise();
    expect(events).toEqual([greeted(), arrived('y')]);
  });

  it('may run a saga that fails: that is no failure of the request', async () => {
    const { first, events, reported, task } = asking({
      *done() {
        yield* call(() => Promise.reject(new Error('a mistake')));
      },
    });
    first.answer('y');
    await expect(task.toPromise()).rejects.toThrow('a mistake');
    expect(events).toEqual([]);
    expect(reported).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    ['a refusal', refused(422, { detail: 'No such sheet.' }), 'No such sheet.'],
    ['a refusal without words', refused(500), 'No words'],
    ['a timeout', timedOut(), 'Request timed out'],
    ['a network that is gone', networkGone(), 'No words'],
    ['a mistake in the app', new TypeError('x is not a function'), 'No words'],
    ['a 401 of the auth server, which is an answer', refused(401, { message: 'Wrong.' }), 'Wrong.'],
  ])('is put: %s', async (_name, error, text) => {
    const { first, events, task } = asking();
    first.fail(error);
    await task.toPromise();
    expect(events).toEqual([failedWith(text)]);
    expect(first.aborted()).toBe(false);
  });

  it('puts nothing when it is the end of the session', async () => {
    const { first, events, task } = asking();
    first.fail(signedOutError());
    await task.toPromise();
    expect(events).toEqual([]);
  });

  it('may put several events, or run a saga', async () => {
    const several = asking({ failed: () => [greeted(), failedWith('no')] });
    several.first.fail(refused(500));
    await several.task.toPromise();
    expect(several.events).toEqual([greeted(), failedWith('no')]);
    const saga = asking({
      *failed() {
        yield* put(failedWith('no'));
      },
    });
    saga.first.fail(refused(500));
    await saga.task.toPromise();
    expect(saga.events).toEqual([failedWith('no')]);
  });

  it('is told in a notice, in the words of the server where it has some', () => {
    const ofError = ({ failure }: ReturnType<typeof refused>) => failureNotice(failure, 'It did not work.').payload;
    expect(ofError(refused(409, { detail: 'Not now.' }))).toMatchObject({ kind: 'error', text: 'Not now.' });
    expect(ofError(networkGone())).toMatchObject({ kind: 'error', text: 'It did not work.' });
    expect(failureNotice(timedOut().failure, 'x').type).toBe(noticeShown.type);
  });
});

describe('leaving', () => {
  it.each([
    ['the first event that leaves', left()],
    ['another event that leaves', alsoLeft()],
    ['the end of the session', sessionEnded({ byChoice: false })],
  ])('aborts the request, and its answer is not heard: %s', async (_name, event) => {
    const { first, events, task, happens } = asking();
    happens(event);
    await task.toPromise();
    expect(first.aborted()).toBe(true);
    first.answer('late');
    await settled();
    expect(events).toEqual([]);
  });

  it('is not heard as a failure either', async () => {
    const { first, events, reported, task, happens } = asking();
    happens(left());
    first.fail(new Error('late'));
    await task.toPromise();
    await settled();
    expect([events, reported]).toEqual([[], []]);
  });

  it('by the end of the session needs no words of the caller', async () => {
    const { first, task, happens } = asking({ leaves: undefined });
    happens(left());
    expect(task.isRunning()).toBe(true);
    happens(sessionEnded({ byChoice: true }));
    await task.toPromise();
    expect(first.aborted()).toBe(true);
  });

  it('is not what any other event does', async () => {
    const { first, events, task, happens } = asking();
    happens(greeted());
    expect(first.aborted()).toBe(false);
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([arrived('y')]);
  });
});

it('aborts the request when it is cancelled, and puts nothing', async () => {
  const { first, events, task } = asking();
  task.cancel();
  expect(first.aborted()).toBe(true);
  first.answer('late');
  await settled();
  expect(events).toEqual([]);
});

it('puts nothing when the app ends, whose channel is closed', async () => {
  const { first, events, task, happens } = asking();
  happens(END);
  await task.toPromise();
  expect(first.aborted()).toBe(true);
  first.answer('late');
  await settled();
  expect(events).toEqual([]);
});

describe('a call', () => {
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
});
