import type { Account } from '../../../src/contract/account';
import type { GoogleConnection } from '../../../src/contract/google';
import {
  accountOpened,
  accountSlice,
  deletionSubmitted,
  endingAsked,
  selectForm,
  selectSessions,
} from '../../../src/app/account/accountSlice';
import { changeLeft, codesKept, secondFactorSlice } from '../../../src/app/account/secondFactorSlice';
import { disconnectAsked, googleSlice } from '../../../src/app/account/googleSlice';
import type { OpenSession } from '../../../src/app/account/sessionsMachine';
import { rootReducer } from '../../../src/app/rootReducer';
import { sessionArrived, sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { mara, networkGone } from '../../fixtures/appState';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';

accountSlice.injectInto(rootReducer);
googleSlice.injectInto(rootReducer);
secondFactorSlice.injectInto(rootReducer);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const passed = () => jest.advanceTimersByTimeAsync(20);

const sessionOf = (id: string): OpenSession => ({
  ...{ id, updatedAt: '2025-03-11T10:00:00.000Z', address: '', userAgent: '', current: id === 'here' },
});
const here = sessionOf('here');
const both = [here, sessionOf('phone')];
const connection: GoogleConnection = { email: mara.email, connectedAt: here.updatedAt, withdrawn: false, writes: true };

/** The account page was opened; tests answer its calls. */
async function opened() {
  const sessions = controlledCall<[], readonly OpenSession[]>();
  const endSession = controlledCall<[string, string], void>();
  const read = controlledCall<[], Account>();
  const remove = controlledCall<[string], void>();
  const google = controlledCall<[], GoogleConnection | null>();
  const disconnect = controlledCall<[], boolean>();
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      account: { sessions: sessions.call, endSession: endSession.call, read: read.call, remove: remove.call },
      google: { read: google.call, disconnect: disconnect.call },
    }),
  );
  dispatch(sessionArrived(mara));
  dispatch(accountOpened());
  await jest.advanceTimersByTimeAsync(1_000);
  const ids = () => {
    const current = selectSessions(state());
    return 'sessions' in current ? current.sessions.map(({ id }) => id) : undefined;
  };
  const calls = {
    lists: sessions.calls,
    ends: endSession.calls,
    googles: google.calls,
    disconnects: disconnect.calls,
    removes: remove.calls,
    reads: read.calls,
  };
  return { dispatch, state, ids, ...calls };
}

it('the failed end of a session is not shown to the next person', async () => {
  const { dispatch, state, lists, ends } = await opened();
  lists[0]?.answer(both);
  await passed();
  dispatch(endingAsked({ id: 'phone' }));
  dispatch(sessionEnded({ byChoice: true }));
  dispatch(sessionArrived({ ...mara, id: 'another' }));
  ends[0]?.fail(networkGone());
  await passed();
  expect([ends.length, state().notices]).toEqual([1, []]);
});

it('the failed deletion of an account is not shown to the next person', async () => {
  const { dispatch, state, removes } = await opened();
  dispatch(deletionSubmitted({ password: 'secret' }));
  dispatch(sessionEnded({ byChoice: true }));
  dispatch(sessionArrived({ ...mara, id: 'another' }));
  removes[0]?.fail(networkGone());
  await passed();
  expect([removes.length, selectForm(state(), 'deletion')]).toEqual([1, { working: false }]);
});

it('an ended session does not come back with a list that was requested before', async () => {
  const { dispatch, ids, lists, ends } = await opened();
  lists[0]?.answer(both);
  await passed();
  dispatch(accountOpened());
  dispatch(endingAsked({ id: 'phone' }));
  ends[0]?.answer();
  await passed();
  lists[2]?.answer([here]);
  await passed();
  lists[1]?.answer(both);
  await passed();
  expect(ids()).toEqual(['here']);
});

it('a session and a Google account whose end was done although the answer was lost are gone', async () => {
  const { dispatch, state, ids, lists, ends, googles, disconnects } = await opened();
  lists[0]?.answer(both);
  googles[0]?.answer(connection);
  await passed();
  dispatch(endingAsked({ id: 'phone' }));
  dispatch(disconnectAsked(connection));
  ends[0]?.fail(networkGone());
  disconnects[0]?.fail(networkGone());
  await passed();
  lists[1]?.answer([here]);
  googles[1]?.answer(null);
  await passed();
  expect([ids(), state().google]).toEqual([['here'], { phase: 'ready', connection: null }]);
});

it('a disconnected Google account does not come back with an answer to a former request', async () => {
  const { dispatch, state, googles, disconnects } = await opened();
  googles[0]?.answer(connection);
  await passed();
  dispatch(accountOpened());
  dispatch(disconnectAsked(connection));
  disconnects[0]?.answer(true);
  await passed();
  googles[1]?.answer(connection);
  googles[2]?.answer(null);
  await passed();
  expect(state().google).toEqual({ phase: 'ready', connection: null });
});

it('the account is read again after each change of two-step sign-in, also right after another one was left', async () => {
  const { dispatch, reads } = await opened();
  const before = reads.length;
  dispatch(changeLeft());
  dispatch(codesKept());
  await passed();
  expect(reads.length - before).toBe(2);
});
