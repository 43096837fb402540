import { runSaga } from 'redux-saga';
import { REFRESH_DELAY } from '../../../src/app/session/refreshSession';
import { createSessionNews, type News, otherTabsSaga } from '../../../src/app/session/otherTabs';
import { selectSessionPhase } from '../../../src/app/session/sessionSelectors';
import { sessionEnded, sessionRefreshSignalled, type User } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { mara, signedInState } from '../../fixtures/appState';
import { fakePorts, settled } from '../../fixtures/fakePorts';

/** What the browser does: each tab hears every other one. */
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
  const base = fakePorts();
  const read = async () => (reads.push(1), known.user);
  const store = createAppStore({
    ...base,
    session: { ...base.session, read },
    sessionNews: createSessionNews(Channel as unknown as typeof BroadcastChannel),
  });
  return { ...store, reads, phase: () => selectSessionPhase(store.getState()) };
}

/** Longer than a refresh waits. */
const pause = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2 * REFRESH_DELAY));
  for (let round = 0; round < 5; round += 1) await settled();
};

it('a session that ends in one tab ends in the others', async () => {
  const known = { user: mara as User | null };
  const [one, other, third] = [tab(known), tab(known), tab(known)];
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedIn', 'signedIn', 'signedIn']);
  known.user = null;
  one.dispatch(sessionEnded({ byChoice: true }));
  await pause();
  expect([one.phase(), other.phase(), third.phase()]).toEqual(['signedOut', 'signedOut', 'signedOut']);
  expect(other.reads).toHaveLength(2);
  for (const store of [one, other, third]) store.stop();
});

it('who is signed in is looked up 10 ms after another tab has told of it', async () => {
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

it('a session that begins in one tab begins in those where nobody is signed in, and news of it end', async () => {
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

it('hears and refreshes nothing any more once it has ended', async () => {
  jest.useFakeTimers();
  const left = jest.fn();
  let tell: (news: News) => void = () => undefined;
  const sessionNews = { post: () => undefined, subscribe: (onNews: typeof tell) => ((tell = onNews), left) };
  const [dispatch, getState] = [jest.fn(), () => signedInState()];
  const running = runSaga({ dispatch, getState, context: { ports: fakePorts({ sessionNews }) } }, otherTabsSaga);
  tell('ended');
  running.cancel();
  await jest.advanceTimersByTimeAsync(2 * REFRESH_DELAY);
  expect(dispatch).not.toHaveBeenCalled();
  expect(left).toHaveBeenCalledTimes(1);
});

it('a tab whose person is still signed in stays as it is', async () => {
  const known = { user: mara as User | null };
  const [one, other] = [tab(known), tab(known)];
  await pause();
  one.dispatch(sessionEnded({ byChoice: true }));
  await pause();
  expect(other.phase()).toBe('signedIn');
  for (const store of [one, other]) store.stop();
});

it('a channel that was left is heard no more, and a browser without channels does no harm', () => {
  const [one, other] = [createSessionNews(Channel as never), createSessionNews(Channel as never)];
  const told = jest.fn();
  const leave = other.subscribe(told);
  one.post('ended');
  leave();
  one.post('ended');
  expect(told).toHaveBeenCalledTimes(1);
  const none = createSessionNews(undefined);
  none.subscribe(told)();
  none.post('ended');
  expect(told).toHaveBeenCalledTimes(1);
});
