import { expectSaga } from 'redux-saga-test-plan';
import { put } from 'redux-saga/effects';
import * as matchers from 'redux-saga-test-plan/matchers';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionSaga, startSession } from '../../../src/app/session/sessionSaga';
import {
  type Session,
  sessionAsked,
  sessionEnded,
  sessionEnding,
  sessionRefreshSignalled,
  signOutRequested,
  type User,
} from '../../../src/app/session/sessionSlice';
import { flowIn, mara, networkGone, refused, signedInState, stateWith, timedOut } from '../../fixtures/appState';
import { type Happening, happens } from '../../fixtures/cells';
import { byHand, fakePorts } from '../../fixtures/fakePorts';

const ivo = { id: 'u2', email: 'ivo@haldencoffee.example', name: 'Ivo' };
const signedOut: Session = { phase: 'signedOut', byChoice: false };
const lost: Session = { phase: 'signedOut', byChoice: false, lost: true };

/** The saga of the session with the whole reducer: what a state becomes when the session is read with this answer. */
const becomes = (before: RootState, read: () => Promise<User | null>, after: RootState, ...more: Happening[]) => {
  const ports = fakePorts();
  const saga = expectSaga(sessionSaga)
    .withReducer(rootReducer, before)
    .provide([[matchers.getContext('ports'), { ...ports, session: { ...ports.session, read } }]]);
  return happens(saga.hasFinalState(after), sessionRefreshSignalled(), ...more);
};
const finds = (found: User | null) => () => Promise.resolve(found);
const fails = (error: Error) => () => Promise.reject<User | null>(error);

describe('reading', () => {
  it('takes a 401 as nobody', () => becomes(stateWith(), fails(refused(401)), stateWith({ session: signedOut })));

  it.each([
    ['an error of the server', refused(503, { detail: 'Busy.' })],
    ['a network that is gone', networkGone()],
    ['a timeout', timedOut()],
  ])('does not take %s as nobody', async (_what, error) => {
    await becomes(stateWith(), fails(error), stateWith({ session: { phase: 'unavailable', failure: error.failure } }));
  });

  it('keeps the known session when it fails', () => becomes(signedInState(), fails(networkGone()), signedInState()));

  it.each([
    ['is signed out elsewhere', null, lost],
    ['is another one by now', ivo, { phase: 'signedIn', user: ivo }],
  ] as const)('drops what belongs to a person who %s', async (_what, found, session) => {
    const { effects } = await becomes(
      signedInState({ createFlow: flowIn.invalid }),
      finds(found),
      stateWith({ session }),
    );
    expect(effects.put?.[0]).toEqual(put(sessionEnding({ personId: mara.id })));
  });

  it('takes in a changed name and keeps what belongs to the person', () => {
    const user = { ...mara, name: 'Mara Halden' };
    const { invalid: createFlow } = flowIn;
    const after = signedInState({ createFlow, session: { phase: 'signedIn', user } });
    return becomes(signedInState({ createFlow }), finds(user), after);
  });

  it('does not hear an answer that comes after the session has ended', async () => {
    const { call, asked } = byHand<[], User | null>();
    const late = () => asked[0]?.answer(mara);
    await becomes(
      signedInState(),
      () => call(new AbortController().signal),
      stateWith({ session: lost }),
      sessionEnded({ byChoice: false }),
      late,
    );
  });

  it('hears only the last answer when it is read again meanwhile', async () => {
    const { call, asked } = byHand<[], User | null>();
    const [first, second] = [() => asked[1]?.answer(mara), () => asked[0]?.answer(null)];
    await becomes(
      stateWith(),
      () => call(new AbortController().signal),
      signedInState(),
      sessionRefreshSignalled(),
      first,
      second,
    );
  });
});

it('is ended by the server once, however often "Logout" is chosen meanwhile', async () => {
  const { call: signOut, asked } = byHand<[], void>();
  const ports = fakePorts();
  const saga = expectSaga(sessionSaga)
    .withReducer(rootReducer, signedInState())
    .provide([[matchers.getContext('ports'), { ...ports, session: { ...ports.session, signOut } }]]);
  await happens(saga, signOutRequested(), signOutRequested(), () => expect(asked).toHaveLength(1));
});

describe('the start', () => {
  it('asks for the session', () =>
    expectSaga(startSession).withReducer(rootReducer, stateWith()).put(sessionAsked()).run());

  it('asks for nothing when the session is known', () =>
    expectSaga(startSession).withReducer(rootReducer, signedInState()).not.put(sessionAsked()).run());
});
