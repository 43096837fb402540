import { testSaga } from 'redux-saga-test-plan';
import { takeLeading } from 'redux-saga/effects';
import type { SignIn } from '../../../src/contract/session';
import { accountSaga } from '../../../src/app/account/accountSaga';
import { nameSubmitted } from '../../../src/app/account/accountSlice';
import { authSaga, checkCode, SESSION_NOT_READ, signIn, signUp } from '../../../src/app/session/authSaga';
import {
  authModeSwitched,
  codeGiven,
  type CodeKind,
  codeRequired,
  signInSubmitted,
  signUpSubmitted,
  stepLeft,
} from '../../../src/app/session/authFormSlice';
import { refreshSession } from '../../../src/app/session/refreshSession';
import { sessionSaga, signOut } from '../../../src/app/session/sessionSaga';
import { selectSignedOutByChoice } from '../../../src/app/session/sessionSelectors';
import {
  sessionEnded,
  sessionRefreshSignalled,
  signOutRequested,
  type User,
} from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { mara, networkGone, refused, signedInState } from '../../fixtures/appState';
import { runSteps, sagaFrom } from '../../fixtures/cells';
import { controlledCall, fakePorts, never, settled } from '../../fixtures/fakePorts';

const credentials = { email: mara.email, password: 'a long sentence' };
const done = () => Promise.resolve();

describe('wiring', () => {
  it('handles actions with takeLeading', () => {
    testSaga(authSaga)
      .next()
      .is(takeLeading(signInSubmitted, signIn))
      .next()
      .is(takeLeading(signUpSubmitted, signUp))
      .next()
      .is(takeLeading(codeGiven, checkCode))
      .next()
      .isDone();
  });
});

function* allSagas() {
  yield* sessionSaga();
  yield* authSaga();
  yield* accountSaga();
}

/** Every auth call that changes the session (specification, section 7). */
const changing = [
  ['sign-in', signInSubmitted(credentials), { signIn: () => Promise.resolve(false) }],
  ['sign-up', signUpSubmitted({ ...credentials, name: 'Mara' }), { signUp: done }],
  ['sign-out', signOutRequested(), { signOut: done }],
  ['user update', nameSubmitted({ name: 'Mara' }), { updateUser: done }],
] as const;

describe('the session refresh', () => {
  it('waits 10 ms', () => {
    testSaga(refreshSession).next().delay(10).next().put(sessionRefreshSignalled()).next().isDone();
  });

  it.each(changing)('is signalled after %s, then the session is loaded', async (_name, event, calls) => {
    const reads: string[] = [];
    const read = () => (reads.push('read'), never<User | null>());
    const sagas = sagaFrom(allSagas, signedInState(), { session: { ...calls, read } });
    await runSteps(sagas.put(sessionRefreshSignalled()), event);
    expect(reads).toEqual(['read']);
  });

  it.each(changing)('is not signalled when %s fails', async (_name, event, calls) => {
    const failing = Object.fromEntries(Object.keys(calls).map((name) => [name, () => Promise.reject(networkGone())]));
    const sagas = sagaFrom(allSagas, signedInState(), { session: failing });
    await runSteps(sagas.not.put(sessionRefreshSignalled()), event);
  });
});

/** The real store with the login page's saga; tests answer its sign-in, sign-up, sign-out and session calls. */
async function loginPage(location = '/login', read: () => Promise<User | null> = () => Promise.resolve(null)) {
  const visited: unknown[][] = [];
  const signIn = controlledCall<[SignIn], boolean>();
  const giveCode = controlledCall<[string, CodeKind], void>();
  let found = read;
  const store = createAppStore(
    fakePorts({
      session: { read: () => found(), signIn: signIn.call, giveCode: giveCode.call, signOut: done },
      location: () => location,
      navigate: (...place) => visited.push(place),
    }),
  );
  store.dispatch(authModeSwitched());
  await settled();
  /** @returns the events from a sign-in until the session has been loaded as `next` */
  const finds = (next: () => Promise<User | null>) =>
    new Promise<void>((resolve) => {
      found = () => {
        setTimeout(resolve);
        return next();
      };
    });
  return { store, visited, signIns: signIn.calls, codes: giveCode.calls, finds };
}

describe('signing in', () => {
  it.each([
    ['/login', '/'],
    ['/signup?from=%2Fusage%3Fdays%3D7', '/usage?days=7'],
  ])('at %s goes to %s, only after the refreshed session has arrived', async (location, place) => {
    const { store, visited, signIns, finds } = await loginPage(location);
    let arrive: (user: User) => void = () => undefined;
    const refreshed = finds(() => new Promise((resolve) => (arrive = resolve)));
    store.dispatch(signInSubmitted(credentials));
    expect(store.getState().authForm?.phase).toBe('submitting');
    expect(signIns.map(({ args }) => args)).toEqual([[credentials]]);
    signIns[0]?.answer(false);
    await refreshed;
    store.dispatch(authModeSwitched());
    expect(visited).toEqual([]);
    arrive(mara);
    await settled();
    expect(visited).toEqual([[place, { replace: true }]]);
    expect(store.getState()).toMatchObject({ session: { phase: 'signedIn', user: mara }, authForm: { phase: 'idle' } });
  });

  it.each([
    ['finds nobody', () => Promise.resolve(null)],
    ['fails', () => Promise.reject(networkGone())],
  ])('shows an error if loading the session then %s', async (_what, read) => {
    const { store, signIns, visited, finds } = await loginPage();
    const refreshed = finds(read);
    store.dispatch(signInSubmitted(credentials));
    signIns[0]?.answer(false);
    await refreshed;
    const message = 'You are signed in, but your session could not be read. Reload the page.';
    expect(store.getState().authForm).toEqual({ phase: 'refused', message });
    expect(visited).toEqual([]);
  });

  it('shows an error if the session ends before it was loaded', async () => {
    const { store, signIns, finds } = await loginPage();
    const refreshed = finds(never);
    store.dispatch(signInSubmitted(credentials));
    signIns[0]?.answer(false);
    await refreshed;
    store.dispatch(sessionEnded({ byChoice: false }));
    expect(store.getState().authForm).toMatchObject({ phase: 'refused', message: SESSION_NOT_READ });
  });

  it('never shows "Loading" in between', async () => {
    const { store, signIns, finds } = await loginPage();
    const refreshed = finds(() => Promise.resolve(mara));
    const phases = new Set<string>();
    store.subscribe(() => phases.add(store.getState().session.phase));
    store.dispatch(signInSubmitted(credentials));
    signIns[0]?.answer(false);
    await refreshed;
    expect([...phases]).toEqual(['signedOut', 'signedIn']);
  });
});

it('"Start over" while a code is checked aborts the check, and the next code is checked', async () => {
  const { store, codes } = await loginPage();
  const give = (code: string) => {
    store.dispatch(codeRequired());
    store.dispatch(codeGiven({ kind: 'app', code }));
  };
  give('111111');
  store.dispatch(stepLeft());
  expect(codes[0]?.aborted()).toBe(true);
  give('222222');
  codes[0]?.fail(refused(401, { code: 'INVALID_CODE' }));
  await settled();
  expect(codes.map(({ args }) => args)).toEqual([
    ['111111', 'app'],
    ['222222', 'app'],
  ]);
  expect(store.getState().authForm?.phase).toBe('checkingCode');
});

describe('Logout', () => {
  it('ends the session and goes to a /login without a return path', async () => {
    const { store, visited } = await loginPage('/projects/new', () => Promise.resolve(mara));
    store.dispatch(signOutRequested());
    await settled();
    expect(store.getState().session).toEqual({ phase: 'signedOut', byChoice: true });
    expect(selectSignedOutByChoice(store.getState())).toBe(true);
    expect(visited).toEqual([['/login', { replace: true }]]);
  });

  it.each([
    [refused(503, { detail: 'Busy.' }), 'Busy.'],
    [networkGone(), 'The server could not be reached. Try again in a moment.'],
  ])('stays signed in and shows an error if the server fails (%#)', async (error, text) => {
    const navigate = jest.fn();
    const saga = sagaFrom(signOut, signedInState(), { session: { signOut: () => Promise.reject(error) }, navigate });
    const { storeState } = await runSteps(saga);
    expect(storeState).toMatchObject({ session: { phase: 'signedIn' }, notices: [{ kind: 'error', text }] });
    expect(navigate).not.toHaveBeenCalled();
  });
});
