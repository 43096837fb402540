import { runSaga } from 'redux-saga';
import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import { aboutArrived } from '../../../src/app/about/aboutSlice';
import type { About } from '../../../src/contract/about';
import type { SheetPreview } from '../../../src/contract/projects';
import { draftAccepted } from '../../../src/app/createFlow/createFlowSlice';
import { uploadRefused } from '../../../src/app/drive/driveSlice';
import { tabOpened } from '../../../src/app/project/rows/endpointSlice';
import { noticeShown } from '../../../src/app/notices/noticesSlice';
import { projectArrived, projectListArrived } from '../../../src/app/projects/projectsSlice';
import { sessionArrived, sessionEnded, sessionEnding, type User } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { rootReducer } from '../../../src/app/rootReducer';
import { REFRESH_DELAY } from '../../../src/app/session/refreshSession';
import { endLostSession, sessionLossSaga } from '../../../src/app/session/sessionLossSaga';
import { coffeeDraft, mara, networkGone, projectOf, signedInState, stateWith } from '../../fixtures/appState';
import { byHand, fakePorts, settled } from '../../fixtures/fakePorts';

async function signedIn(start = '/projects/new') {
  let location = start;
  const check = byHand<[string], SheetPreview>();
  const signOut = byHand<[], void>();
  const visited: unknown[][] = [];
  const base = fakePorts();
  const ports = fakePorts({
    session: { ...base.session, read: () => Promise.resolve(mara), signOut: signOut.call },
    createFlow: { ...base.createFlow, check: check.call },
    location: () => location,
    navigate: (...place) => visited.push(place),
  });
  const store = createAppStore(ports);
  await settled();
  const lose = () => ports.sessionLosses.put({ lost: true });
  const goTo = (place: string) => (location = place);
  return { store, visited, lose, goTo, checks: check.asked, signOuts: signOut.asked };
}

afterEach(() => jest.useRealTimers());

describe('a 401 of the app API', () => {
  it('is told before anything of the person is dropped, so that it can be kept for them', async () => {
    const { store, lose } = await signedIn();
    const heard: unknown[] = [];
    store.subscribe(() => heard.push(store.getState().session.phase));
    lose();
    expect(heard.slice(0, 2)).toEqual(['signedIn', 'signedOut']);
  });

  it('signs out, tells the server, and leads to /login, from where the page is come back to', async () => {
    const { store, visited, lose, signOuts } = await signedIn();
    lose();
    expect(store.getState().session).toEqual({ phase: 'signedOut', byChoice: false, lost: true });
    expect(signOuts).toHaveLength(1);
    signOuts[0]?.answer();
    await settled();
    expect(visited).toEqual([['/login?from=%2Fprojects%2Fnew', { replace: true }]]);
  });

  it.each(['/login?from=%2Fprojects%2Fnew', '/signup?from=%2Fprojects%2Fnew'])(
    'leads nowhere when the person is at %s by then, led there by the guard',
    async (place) => {
      const { visited, lose, goTo, signOuts } = await signedIn();
      lose();
      goTo(place);
      signOuts[0]?.answer();
      await settled();
      expect(visited).toEqual([]);
    },
  );

  it('does so although the server does not answer to the sign-out', async () => {
    const { visited, lose, signOuts } = await signedIn('/');
    lose();
    signOuts[0]?.fail(networkGone());
    await settled();
    expect(visited).toEqual([['/login', { replace: true }]]);
  });

  it('signals 10 ms after the sign-out that the session may have changed, as after any sign-out', async () => {
    jest.useFakeTimers();
    const reads = byHand<[], User | null>();
    const base = fakePorts();
    const ports = fakePorts({ session: { ...base.session, read: reads.call, signOut: () => Promise.resolve() } });
    const store = createAppStore(ports);
    store.dispatch(sessionArrived(mara));
    const before = reads.asked.length;
    ports.sessionLosses.put({ lost: true });
    await jest.advanceTimersByTimeAsync(9);
    expect(reads.asked).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(reads.asked).toHaveLength(before + 1);
    store.stop();
  });

  it('reads no session where the server was not told, nor once it has ended itself', async () => {
    jest.useFakeTimers();
    for (const signOut of [() => Promise.reject(networkGone()), () => Promise.resolve()]) {
      const ports = fakePorts({ session: { ...fakePorts().session, signOut } });
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

  it('ends a session that nobody has read yet', async () => {
    const { storeState } = await expectSaga(endLostSession)
      .withReducer(rootReducer, stateWith())
      .provide([[matchers.getContext('ports'), fakePorts()]])
      .silentRun(10);
    expect(storeState).toMatchObject({ session: { phase: 'signedOut' } });
  });

  it('is not kept from leading there by what happens meanwhile', async () => {
    const { store, visited, lose, signOuts } = await signedIn('/usage');
    lose();
    store.dispatch(noticeShown({ kind: 'error', text: 'x' }));
    signOuts[0]?.answer();
    await settled();
    expect(visited).toEqual([['/login?from=%2Fusage', { replace: true }]]);
  });

  it('does so once, however many arrive, then and later', async () => {
    const { visited, lose, signOuts } = await signedIn();
    lose();
    lose();
    lose();
    signOuts[0]?.answer();
    await settled();
    lose();
    await settled();
    expect(visited).toHaveLength(1);
    expect(signOuts).toHaveLength(1);
  });

  it('does so again after somebody has signed in again', async () => {
    const { store, visited, lose, signOuts } = await signedIn();
    lose();
    signOuts[0]?.answer();
    await settled();
    store.dispatch(sessionArrived(mara));
    lose();
    signOuts[1]?.answer();
    await settled();
    expect(visited).toHaveLength(2);
  });

  it("aborts the person's work", async () => {
    const { store, lose, checks } = await signedIn();
    store.dispatch(draftAccepted(coffeeDraft));
    await settled();
    lose();
    expect(checks[0]?.aborted()).toBe(true);
  });

  it('leaves somebody alone who has signed in before the server answered to the sign-out', async () => {
    const { store, visited, lose, signOuts } = await signedIn();
    lose();
    store.dispatch(sessionArrived(mara));
    expect(signOuts[0]?.aborted()).toBe(true);
    await settled();
    expect(visited).toEqual([]);
    expect(store.getState().session.phase).toBe('signedIn');
  });

  it('puts every part of the state that belongs to a person back to its start', async () => {
    const { store, lose } = await signedIn();
    const before = store.getState();
    store.dispatch(aboutArrived({ version: '1' } as About));
    store.dispatch(draftAccepted(coffeeDraft));
    store.dispatch(projectListArrived([projectOf()]));
    store.dispatch(projectArrived(projectOf({ id: 'other' })));
    store.dispatch(tabOpened({ projectId: 'other', sheetId: 0 }));
    store.dispatch(uploadRefused('x'));
    store.dispatch(noticeShown({ kind: 'error', text: 'x' }));
    const { about } = store.getState();
    lose();
    const session = { phase: 'signedOut', byChoice: false, lost: true };
    expect(store.getState()).toEqual({ ...before, about, session });
  });
});
