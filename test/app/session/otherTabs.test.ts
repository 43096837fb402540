import { runSaga } from 'redux-saga';
import { REFRESH_DELAY } from '../../../src/app/session/refreshSession';
import { createSessionNews, type News, otherTabsSaga } from '../../../src/app/session/otherTabs';
import { selectSessionPhase, selectUser } from '../../../src/app/session/sessionSelectors';
import {
  type Session,
  sessionArrived,
  sessionEnded,
  sessionRefreshSignalled,
  type User,
} from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { mara, networkGone, signedInState, stateWith } from '../../fixtures/appState';
import { fakePorts, settled } from '../../fixtures/fakePorts';

/** A BroadcastChannel: each tab receives the messages of all others. */
class Channel extends EventTarget {
  static readonly all = new Set<Channel>();
  constructor(readonly name: string) {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all)
      if (other !== this && other.name === 'tabpoint.session')
        other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

afterEach(() => {
  jest.useRealTimers();
  Channel.all.clear();
});

function tab(known: { user: User | null }) {
  const reads: number[] = [];
  const read = async () => (reads.push(1), known.user);
  const store = createAppStore(
    fakePorts({
      session: { read },
      sessionNews: createSessionNews(Channel as unknown as typeof BroadcastChannel),
    }),
  );
  return { ...store, reads, phase: () => selectSessionPhase(store.getState()) };
}

/** Waits longer than a session refresh does. */
const pause = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2 * REFRESH_DELAY));
  for (let round = 0; round < 5; round += 1) await settled();
};

it('a sign-out in one tab signs out the other tabs', async () => {
  const known = { user: mara as User | null };
  const [one, other, third] = [tab(known), tab(known), tab(known)];
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedIn', 'signedIn', 'signedIn']);
  known.user = null;
  const posted = jest.spyOn(Channel.prototype, 'postMessage');
  one.dispatch(sessionEnded({ byChoice: true }));
  expect(posted.mock.calls).toEqual([[null]]);
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedOut', 'signedOut', 'signedOut']);
  expect(other.reads).toHaveLength(2);
  for (const store of [one, other, third]) store.stop();
});

it('the session is reloaded 10 ms after a message from another tab', async () => {
  jest.useFakeTimers();
  const known = { user: mara as User | null };
  const [one, other] = [tab(known), tab(known)];
  await jest.advanceTimersByTimeAsync(100);
  one.dispatch(sessionEnded({ byChoice: true }));
  await jest.advanceTimersByTimeAsync(9);
  expect(other.reads).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(other.reads).toHaveLength(2);
  for (const store of [one, other]) store.stop();
});

it('a sign-in in one tab signs in the signed-out tabs, and its messages end', async () => {
  const known = { user: null as User | null };
  const [one, other, third] = [tab(known), tab(known), tab(known)];
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedOut', 'signedOut', 'signedOut']);
  known.user = mara;
  one.dispatch(sessionRefreshSignalled());
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedIn', 'signedIn', 'signedIn']);
  expect(one.reads).toHaveLength(2);
  for (const { reads } of [other, third]) expect(reads.length).toBeLessThanOrEqual(3);
  one.dispatch(sessionRefreshSignalled());
  await pause();
  expect(one.reads).toHaveLength(3);
  for (const { reads } of [other, third]) expect(reads.length).toBeLessThanOrEqual(3);
  for (const store of [one, other, third]) store.stop();
});

it('a tab of one person follows a sign-in of another person in another tab, and its messages end', async () => {
  const ben: User = { ...mara, id: 'u2', email: 'ben@haldencoffee.example', name: 'Ben' };
  const known = { user: mara as User | null };
  const [one, other] = [tab(known), tab(known)];
  await pause();
  known.user = ben;
  one.dispatch(sessionArrived(ben));
  await pause();
  await pause();
  expect(selectUser(other.getState())).toEqual(ben);
  expect(one.reads.length + other.reads.length).toBeLessThanOrEqual(5);
  for (const store of [one, other]) store.stop();
});

it('stops listening and refreshing when it is cancelled', async () => {
  jest.useFakeTimers();
  const left = jest.fn();
  let post: (news: News) => void = () => undefined;
  const sessionNews = { post: () => undefined, subscribe: (onNews: typeof post) => ((post = onNews), left) };
  const [dispatch, getState] = [jest.fn(), () => signedInState()];
  const running = runSaga({ dispatch, getState, context: { ports: fakePorts({ sessionNews }) } }, otherTabsSaga);
  post(null);
  running.cancel();
  await jest.advanceTimersByTimeAsync(2 * REFRESH_DELAY);
  expect(dispatch).not.toHaveBeenCalled();
  expect(left).toHaveBeenCalledTimes(1);
});

const { failure } = networkGone();

it.each<[string, Session, News, boolean]>([
  ['another person', { phase: 'signedIn', user: mara }, 'u2', true],
  ['the same person', { phase: 'signedIn', user: mara }, mara.id, false],
  ['nobody', { phase: 'signedIn', user: mara }, null, true],
  ['a person', { phase: 'signedOut', byChoice: false }, mara.id, true],
  ['nobody', { phase: 'signedOut', byChoice: false }, null, false],
  ['a person', { phase: 'loading' }, mara.id, false],
  ['a person', { phase: 'unavailable', failure }, mara.id, false],
  ['nobody', { phase: 'unavailable', failure }, null, false],
])('a message about %s in a tab with %j', async (_who, session, news, isRead) => {
  jest.useFakeTimers();
  let post: (news: News) => void = () => undefined;
  const sessionNews = { post: () => undefined, subscribe: (onNews: typeof post) => ((post = onNews), () => undefined) };
  const [dispatch, getState] = [jest.fn(), () => stateWith({ session })];
  const running = runSaga({ dispatch, getState, context: { ports: fakePorts({ sessionNews }) } }, otherTabsSaga);
  post(news);
  await jest.advanceTimersByTimeAsync(2 * REFRESH_DELAY);
  expect(dispatch.mock.calls).toEqual(isRead ? [[sessionRefreshSignalled()]] : []);
  running.cancel();
});

it('a tab whose person is still signed in stays unchanged', async () => {
  const known = { user: mara as User | null };
  const [one, other] = [tab(known), tab(known)];
  await pause();
  one.dispatch(sessionEnded({ byChoice: true }));
  await pause();
  expect(other.phase()).toBe('signedIn');
  for (const store of [one, other]) store.stop();
});

it('a left channel receives no more messages', () => {
  const [one, other] = [createSessionNews(Channel as never), createSessionNews(Channel as never)];
  const onNews = jest.fn();
  const leave = other.subscribe(onNews);
  one.post(null);
  leave();
  one.post(null);
  expect(onNews).toHaveBeenCalledTimes(1);
});
