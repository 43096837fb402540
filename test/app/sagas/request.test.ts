import { type Action, createAction } from '@reduxjs/toolkit';
import { END, runSaga, stdChannel, type Task } from 'redux-saga';
import { call, delay, put } from 'typed-redux-saga';
import { failureText } from '../../../src/app/http/apiError';
import { noticeShown } from '../../../src/app/notices/noticesSlice';
import type { Ports } from '../../../src/app/ports';
import { callApi, failureNotice, request } from '../../../src/app/sagas/request';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { controlledCall, settled } from '../../fixtures/fakePorts';

const arrived = createAction<string>('arrived');
const greeted = createAction('greeted');
const failedWith = createAction<string>('failedWith');
const left = createAction('left');
const alsoLeft = createAction('alsoLeft');

type Outcomes = Parameters<typeof request<string>>[1];

const outcomes: Outcomes = {
  done: arrived,
  failed: (failure) => failedWith(failureText(failure, 'No words')),
  until: [left, alsoLeft],
};

/** A request that the test answers, the events it puts, and a function to dispatch other events. */
function startRequest(parts: Partial<Outcomes> = {}) {
  const { call: send, calls } = controlledCall<[string], string>();
  const ports = { createFlow: { check: send } } as unknown as Ports;
  const events: Action[] = [];
  const channel = stdChannel<Action>();
  const reported: unknown[] = [];
  const task: Task = runSaga(
    {
      channel,
      context: { ports },
      dispatch: (event: Action) => events.push(event),
      onError: (error) => reported.push(error),
    },
    () => request<string>(callApi('createFlow', 'check', 'x') as never, { ...outcomes, ...parts }),
  );
  const [first] = calls;
  if (first === undefined) throw new Error('No request was sent.');
  return { first, events, reported, task, dispatch: (event: Action) => channel.put(event) };
}

describe('a response', () => {
  it('puts its event and aborts nothing', async () => {
    const { first, events, task } = startRequest();
    expect(first.args).toEqual(['x']);
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([arrived('y')]);
    expect(first.aborted()).toBe(false);
  });

  it.each([
    ['several events, in order', [greeted(), arrived('y')]],
    ['no event', []],
  ])('may put %s', async (_what, outcome) => {
    const { first, events, task } = startRequest({ done: () => outcome });
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual(outcome);
  });

  it('may run a saga that leaving no longer cancels', async () => {
    const { first, events, task, dispatch } = startRequest({
      *done(answer) {
        yield* put(greeted());
        yield* delay(1);
        yield* put(arrived(answer));
      },
    });
    first.answer('y');
    await settled();
    dispatch(left());
    dispatch(sessionEnded({ byChoice: true }));
    await task.toPromise();
    expect(events).toEqual([greeted(), arrived('y')]);
  });

  it('may run a saga that throws: this is no failure of the request', async () => {
    const { first, events, reported, task } = startRequest({
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
    ['a network error', networkGone(), 'No words'],
    ['an exception in the app', new TypeError('x is not a function'), 'No words'],
  ])('puts its event: %s', async (_name, error, text) => {
    const { first, events, task } = startRequest();
    first.fail(error);
    await task.toPromise();
    expect(events).toEqual([failedWith(text)]);
    expect(first.aborted()).toBe(false);
  });

  it('puts nothing if the session has ended', async () => {
    const { first, events, task } = startRequest();
    first.fail(signedOutError());
    await task.toPromise();
    expect(events).toEqual([]);
  });

  it('is shown in a notice, with the server’s message if it has one', () => {
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
  ])('aborts the request and ignores its response: %s', async (_name, event) => {
    const { first, events, task, dispatch } = startRequest();
    dispatch(event);
    await task.toPromise();
    expect(first.aborted()).toBe(true);
    first.answer('late');
    await settled();
    expect(events).toEqual([]);
  });

  it('also ignores a failure', async () => {
    const { first, events, reported, task, dispatch } = startRequest();
    dispatch(left());
    first.fail(new Error('late'));
    await task.toPromise();
    await settled();
    expect([events, reported]).toEqual([[], []]);
  });

  it('includes the end of the session by default', async () => {
    const { first, task, dispatch } = startRequest({ until: undefined });
    dispatch(left());
    expect(task.isRunning()).toBe(true);
    dispatch(sessionEnded({ byChoice: true }));
    await task.toPromise();
    expect(first.aborted()).toBe(true);
  });

  it('does not happen on other events', async () => {
    const { first, events, task, dispatch } = startRequest();
    dispatch(greeted());
    expect(first.aborted()).toBe(false);
    first.answer('y');
    await task.toPromise();
    expect(events).toEqual([arrived('y')]);
  });
});

it('aborts the request when it is cancelled, and puts nothing', async () => {
  const { first, events, task } = startRequest();
  task.cancel();
  expect(first.aborted()).toBe(true);
  first.answer('late');
  await settled();
  expect(events).toEqual([]);
});

it('puts nothing after the app has ended and closed its channel', async () => {
  const { first, events, task, dispatch } = startRequest();
  dispatch(END);
  await task.toPromise();
  expect(first.aborted()).toBe(true);
  first.answer('late');
  await settled();
  expect(events).toEqual([]);
});
