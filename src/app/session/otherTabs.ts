import { eventChannel } from 'redux-saga';
import { call, fork, select, take, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { refreshSession } from './refreshSession';
import { selectSession } from './sessionSelectors';
import { type Session, sessionArrived, sessionEnded } from './sessionSlice';

/** Message to the other tabs of this browser: the id of the person who is signed in now, or null. */
export type News = string | null;

/** Creates the port that sends and receives messages about the session between the app's tabs in this browser. */
export function createSessionNews(Channel: typeof BroadcastChannel) {
  const channel = new Channel('tabpoint.session');
  return {
    post: (news: News) => channel.postMessage(news),
    /** Subscribes to messages of other tabs. @returns unsubscribes */
    subscribe: (onNews: (news: News) => void) => {
      const listener = ({ data }: MessageEvent<News>) => onNews(data);
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}

/** Whether a tab does not know what a message says. It ignores any other message, so that tabs do not answer each other without end. */
function isNew(session: Session, news: News) {
  if (session.phase === 'signedIn') return session.user.id !== news;
  return session.phase === 'signedOut' && news !== null;
}

/** Reads the session again after a sign-in or sign-out in another tab of this browser. */
function* listen() {
  const { sessionNews } = yield* getPorts();
  const channel = yield* call(() => eventChannel<News>(sessionNews.subscribe));
  try {
    while (true) {
      const news = yield* take(channel);
      if (isNew(yield* select(selectSession), news)) yield* fork(refreshSession);
    }
  } finally {
    channel.close();
  }
}

/** Notifies the other tabs who is signed in now. */
export function* tellOtherTabs(news: News) {
  const { sessionNews } = yield* getPorts();
  yield* call(sessionNews.post, news);
}

/** Synchronizes the session between the tabs of one browser. */
export function* otherTabsSaga() {
  yield* takeEvery(sessionArrived, ({ payload: { id } }) => tellOtherTabs(id));
  yield* takeEvery(sessionEnded, () => tellOtherTabs(null));
  yield* fork(listen);
}
