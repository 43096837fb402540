import { expectSaga } from 'redux-saga-test-plan';
import { put } from 'redux-saga/effects';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionSaga, startSession } from '../../../src/app/session/sessionSaga';
import {
  type Session,
  sessionAsked,
  sessionEnding,
  sessionRefreshSignalled,
  signOutRequested,
  type User,
} from '../../../src/app/session/sessionSlice';
import { flowIn, mara, networkGone, refused, signedInState, stateWith, timedOut } from '../../fixtures/appState';
import { runSteps, sagaFrom, type Step } from '../../fixtures/cells';
import { controlledCall } from '../../fixtures/fakePorts';

const ivo = { id: 'u2', email: 'ivo@haldencoffee.example', name: 'Ivo' };
const signedOut: Session = { phase: 'signedOut', byChoice: false };
const lost: Session = { phase: 'signedOut', byChoice: false, lost: true };

/** Runs the session's saga with the root reducer from `before`, answers the read with `read`, and expects `after`. */
const expectAfter = (before: RootState, read: () => Promise<User | null>, after: RootState, ...more: Step[]) => {
  const saga = sagaFrom(sessionSaga, before, { session: { read } });
  return runSteps(saga.hasFinalState(after), sessionRefreshSignalled(), ...more);
};
const finds = (found: User | null) => () => Promise.resolve(found);
const fails = (error: Error) => () => Promise.reject<User | null>(error);

describe('loading the session', () => {
  it('treats a 401 as signed out', () =>
    expectAfter(stateWith(), fails(refused(401)), stateWith({ session: signedOut })));

  it.each([
    ['an error of the server', refused(503, { detail: 'Busy.' })],
    ['a network that is gone', networkGone()],
    ['a timeout', timedOut()],
  ])('does not treat %s as signed out', async (_what, error) => {
    await expectAfter(
      stateWith(),
      fails(error),
      stateWith({ session: { phase: 'unavailable', failure: error.failure } }),
    );
  });

  it('keeps the loaded session when a reload fails', () =>
    expectAfter(signedInState(), fails(networkGone()), signedInState()));

  it.each([
    ['is signed out elsewhere', null, lost],
    ['is another one by now', ivo, { phase: 'signedIn', user: ivo }],
  ] as const)('clears the state of a person who %s', async (_what, found, session) => {
    const { effects } = await expectAfter(
      signedInState({ createFlow: flowIn.invalid }),
      finds(found),
      stateWith({ session }),
    );
    expect(effects.put?.[0]).toEqual(put(sessionEnding({ personId: mara.id })));
  });

  it('updates a changed name and keeps the person’s state', () => {
    const user = { ...mara, name: 'Mara Halden' };
    const { invalid: createFlow } = flowIn;
    const after = signedInState({ createFlow, session: { phase: 'signedIn', user } });
    return expectAfter(signedInState({ createFlow }), finds(user), after);
  });

  it('uses only the latest response if it is reloaded meanwhile', async () => {
    const { call, calls } = controlledCall<[], User | null>();
    const [first, second] = [() => calls[1]?.answer(mara), () => calls[0]?.answer(null)];
    await expectAfter(
      stateWith(),
      () => call(new AbortController().signal),
      signedInState(),
      sessionRefreshSignalled(),
      first,
      second,
    );
  });
});

it('is signed out on the server once, however often "Logout" is chosen meanwhile', async () => {
  const { call: signOut, calls } = controlledCall<[], void>();
  const saga = sagaFrom(sessionSaga, signedInState(), { session: { signOut } });
  await runSteps(saga, signOutRequested(), signOutRequested(), () => expect(calls).toHaveLength(1));
});

describe('on start', () => {
  it('loads the session', () =>
    expectSaga(startSession).withReducer(rootReducer, stateWith()).put(sessionAsked()).run());

  it('loads nothing if the session is known', () =>
    expectSaga(startSession).withReducer(rootReducer, signedInState()).not.put(sessionAsked()).run());
});
