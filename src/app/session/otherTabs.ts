import { eventChannel } from 'redux-saga';
import { call, fork, select, take, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { refreshSession } from './refreshSession';
import { selectSession } from './sessionSelectors';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** Message to the other tabs of this browser: the session began or ended. */
export type News = 'began' | 'ended';

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

/** Phase in which a message is new. A tab in any other phase ignores it, so that tabs do not answer each other without end. */
const phaseToRefresh = { began: 'signedOut', ended: 'signedIn' } as const satisfies Record<News, string>;

/** Reads the session again after a sign-in or sign-out in another tab of this browser. */
function* listen() {
  const { sessionNews } = yield* getPorts();
  const channel = yield* call(() => eventChannel<News>(sessionNews.subscribe));
  try {
    while (true) {
      const news = yield* take(channel);
      if ((yield* select(selectSession)).phase === phaseToRefresh[news]) yield* fork(refreshSession);
    }
  } finally {
    channel.close();
  }
}

/** Notifies the other tabs that the session began or ended in this one. */
export function* tellOtherTabs(news: News) {
  const { sessionNews } = yield* getPorts();
  yield* call(sessionNews.post, news);
}

/** Synchronizes the session between the tabs of one browser. */
export function* otherTabsSaga() {
  yield* takeEvery(sessionArrived, () => tellOtherTabs('began'));
  yield* takeEvery(sessionEnded, () => tellOtherTabs('ended'));
  yield* fork(listen);
}
