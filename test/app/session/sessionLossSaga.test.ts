import { runSaga } from 'redux-saga';
import type { SheetPreview } from '../../../src/contract/projects';
import { noticeShown } from '../../../src/app/notices/noticesSlice';
import { draftAccepted } from '../../../src/app/createFlow/createFlowSlice';
import { sessionArrived, sessionEnded, sessionEnding, type User } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { REFRESH_DELAY } from '../../../src/app/session/refreshSession';
import { endLostSession, sessionLossSaga } from '../../../src/app/session/sessionLossSaga';
import { coffeeDraft, mara, networkGone, signedInState, stateWith } from '../../fixtures/appState';
import { runSteps, sagaFrom } from '../../fixtures/cells';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

async function signedIn(start = '/projects/new') {
  let location = start;
  const check = controlledCall<[string], SheetPreview>();
  const signOut = controlledCall<[], void>();
  const visited: unknown[][] = [];
  const ports = fakePorts({
    session: { read: () => Promise.resolve(mara), signOut: signOut.call },
    createFlow: { check: check.call },
    location: () => location,
    navigate: (...place) => visited.push(place),
  });
  const store = createAppStore(ports);
  await settled();
  const loseSession = () => ports.sessionLosses.put({ lost: true });
  const goTo = (place: string) => (location = place);
  return { store, visited, loseSession, goTo, checks: check.calls, signOuts: signOut.calls };
}

afterEach(() => jest.useRealTimers());

describe('a 401 of the app API', () => {
  it('is announced before the person’s state is cleared, so that drafts can be stored for them', async () => {
    const { store, loseSession } = await signedIn();
    const phases: unknown[] = [];
    store.subscribe(() => phases.push(store.getState().session.phase));
    loseSession();
    expect(phases.slice(0, 2)).toEqual(['signedIn', 'signedOut']);
  });

  it('signs out, tells the server, and goes to /login with the current page as return path', async () => {
    const { store, visited, loseSession, signOuts } = await signedIn();
    loseSession();
    expect(store.getState().session).toEqual({ phase: 'signedOut', byChoice: false, lost: true });
    expect(signOuts).toHaveLength(1);
    signOuts[0]?.answer();
    await settled();
    expect(visited).toEqual([['/login?from=%2Fprojects%2Fnew', { replace: true }]]);
  });

  it('does not end the next session if a second one of the former session came before the sign-in', async () => {
    const { store, loseSession, signOuts } = await signedIn();
    loseSession();
    loseSession();
    store.dispatch(sessionArrived(mara));
    await settled();
    expect(store.getState().session.phase).toBe('signedIn');
    expect(signOuts).toHaveLength(1);
    loseSession();
    expect(store.getState().session.phase).toBe('signedOut');
  });

  it.each(['/login?from=%2Fprojects%2Fnew', '/signup?from=%2Fprojects%2Fnew'])(
    'does not navigate if the guard has led to %s already',
    async (place) => {
      const { visited, loseSession, goTo, signOuts } = await signedIn();
      loseSession();
      goTo(place);
      signOuts[0]?.answer();
      await settled();
      expect(visited).toEqual([]);
    },
  );

  it('also does so if the server does not respond to the sign-out', async () => {
    const { visited, loseSession, signOuts } = await signedIn('/');
    loseSession();
    signOuts[0]?.fail(networkGone());
    await settled();
    expect(visited).toEqual([['/login', { replace: true }]]);
  });

  it('still navigates if other events happen meanwhile', async () => {
    const { store, visited, loseSession, signOuts } = await signedIn('/usage');
    loseSession();
    store.dispatch(noticeShown({ kind: 'error', text: 'x' }));
    signOuts[0]?.answer();
    await settled();
    expect(visited).toEqual([['/login?from=%2Fusage', { replace: true }]]);
  });

  it('signals a session refresh 10 ms after the sign-out, as after any sign-out', async () => {
    jest.useFakeTimers();
    const reads = controlledCall<[], User | null>();
    const ports = fakePorts({ session: { read: reads.call, signOut: () => Promise.resolve() } });
    const store = createAppStore(ports);
    store.dispatch(sessionArrived(mara));
    const before = reads.calls.length;
    ports.sessionLosses.put({ lost: true });
    await jest.advanceTimersByTimeAsync(9);
    expect(reads.calls).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(reads.calls).toHaveLength(before + 1);
    store.stop();
  });

  it('does not refresh the session if the sign-out failed or the saga was cancelled', async () => {
    jest.useFakeTimers();
    for (const signOut of [() => Promise.reject(networkGone()), () => Promise.resolve()]) {
      const ports = fakePorts({ session: { signOut } });
      const [dispatch, getState] = [jest.fn(), () => signedInState()];
      const running = runSaga({ dispatch, getState, context: { ports } }, sessionLossSaga);
      ports.sessionLosses.put({ lost: true });
      await jest.advanceTimersByTimeAsync(1);
      if ((await signOut().catch(() => null)) === undefined) running.cancel();
      await jest.advanceTimersByTimeAsync(2 * REFRESH_DELAY);
      expect(dispatch.mock.calls).toEqual([
        [sessionEnding({ personId: mara.id })],
        [sessionEnded({ byChoice: false })],
      ]);
    }
  });

  it('ends a session that was never loaded', async () => {
    const { storeState } = await runSteps(sagaFrom(endLostSession, stateWith()));
    expect(storeState).toMatchObject({ session: { phase: 'signedOut' } });
  });

  it('does so once for any number of 401s', async () => {
    const { visited, loseSession, signOuts } = await signedIn();
    loseSession();
    loseSession();
    loseSession();
    signOuts[0]?.answer();
    await settled();
    loseSession();
    await settled();
    expect(visited).toHaveLength(1);
    expect(signOuts).toHaveLength(1);
  });

  it('does so again after the next sign-in', async () => {
    const { store, visited, loseSession, signOuts } = await signedIn();
    loseSession();
    signOuts[0]?.answer();
    await settled();
    store.dispatch(sessionArrived(mara));
    loseSession();
    signOuts[1]?.answer();
    await settled();
    expect(visited).toHaveLength(2);
  });

  it('aborts the requests in flight', async () => {
    const { store, loseSession, checks } = await signedIn();
    store.dispatch(draftAccepted(coffeeDraft));
    await settled();
    loseSession();
    expect(checks[0]?.aborted()).toBe(true);
  });

  it('keeps a person signed in who signed in before the server responded to the sign-out', async () => {
    const { store, visited, loseSession, signOuts } = await signedIn();
    loseSession();
    store.dispatch(sessionArrived(mara));
    expect(signOuts[0]?.aborted()).toBe(true);
    await settled();
    expect(visited).toEqual([]);
    expect(store.getState().session.phase).toBe('signedIn');
  });
});
