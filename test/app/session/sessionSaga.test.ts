import { expectSaga, testSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import { throwError } from 'redux-saga-test-plan/providers';
import { takeLatest } from 'redux-saga/effects';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { readSession, sessionSaga, startSession } from '../../../src/app/session/sessionSaga';
import {
  sessionArrived,
  sessionAsked,
  sessionEnded,
  sessionMissing,
  sessionRefreshSignalled,
  sessionUnavailable,
} from '../../../src/app/session/sessionSlice';
import { mara, networkGone, refused, signedInState, stateWith, timedOut } from '../../fixtures/appState';
import { byHand, fakePorts, settled } from '../../fixtures/fakePorts';
import type { User } from '../../../src/app/session/sessionSlice';

const ports = fakePorts();
const ivo = { id: 'u2', email: 'ivo@haldencoffee.example', name: 'Ivo' };

const read = (state: RootState, answer: unknown) =>
  expectSaga(readSession)
    .withReducer(rootReducer, state)
    .provide([
      [matchers.getContext('ports'), ports],
      [matchers.call.fn(ports.session.read), answer],
    ]);

it('reads the session when it is asked for and when a refresh is signalled', () => {
  testSaga(sessionSaga)
    .next()
    .is(takeLatest([sessionAsked, sessionRefreshSignalled], readSession))
    .next()
    .isDone();
});

describe('reading', () => {
  it('finds who is signed in', () =>
    read(stateWith(), mara).put(sessionArrived(mara)).hasFinalState(signedInState()).run());

  it('finds nobody', () => read(stateWith(), null).put(sessionMissing()).run());

  it('takes a 401 as nobody', () =>
    read(stateWith(), throwError(refused(401)))
      .put(sessionMissing())
      .run());

  it.each([
    ['an error of the server', refused(503, { detail: 'Busy.' })],
    ['a network that is gone', networkGone()],
    ['a timeout', timedOut()],
  ])('does not take %s as nobody', async (_what, error) => {
    const session = { phase: 'unavailable' as const, failure: error.failure };
    await read(stateWith(), throwError(error))
      .put(sessionUnavailable(error.failure))
      .hasFinalState(stateWith({ session }))
      .run();
  });

  it('keeps the known session when it fails', () =>
    read(signedInState(), throwError(networkGone())).hasFinalState(signedInState()).run());

  it('ends the session of a person who is signed out elsewhere', () =>
    read(signedInState(), null)
      .put(sessionEnded({ byChoice: false }))
      .hasFinalState(stateWith({ session: { phase: 'signedOut', byChoice: false } }))
      .run());

  it('drops what belongs to a person when another one is found', () =>
    read(signedInState(), ivo)
      .put(sessionEnded({ byChoice: false }))
      .hasFinalState(stateWith({ session: { phase: 'signedIn', user: ivo } }))
      .run());

  it('takes in a changed name without ending anything', () =>
    read(signedInState(), { ...mara, name: 'Mara Halden' })
      .not.put(sessionEnded({ byChoice: false }))
      .hasFinalState(stateWith({ session: { phase: 'signedIn', user: { ...mara, name: 'Mara Halden' } } }))
      .run());

  it('does not hear an answer that comes after the session has ended', async () => {
    const { call, asked } = byHand<[], User | null>();
    const ended = expectSaga(readSession)
      .withReducer(rootReducer, signedInState())
      .provide([[matchers.getContext('ports'), { ...ports, session: { ...ports.session, read: call } }]])
      .not.put.actionType(sessionArrived.type)
      .dispatch(sessionEnded({ byChoice: true }))
      .run(false);
    await settled();
    expect(asked.map(({ aborted }) => aborted())).toEqual([true]);
    asked[0]?.answer(mara);
    expect((await ended).storeState).toMatchObject({ session: { phase: 'signedOut' } });
  });
});

describe('the start', () => {
  it('asks for the session', () =>
    expectSaga(startSession).withReducer(rootReducer, stateWith()).put(sessionAsked()).run());

  it('asks for nothing when the session is known', () =>
    expectSaga(startSession).withReducer(rootReducer, signedInState()).not.put(sessionAsked()).run());
});
