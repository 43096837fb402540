import { eventChannel } from 'redux-saga';
import { call, fork, select, take, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { refreshSession } from './refreshSession';
import { selectSession } from './sessionSelectors';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** Message to the other tabs of this browser: the session began or ended. */
export type News = 'began' | 'ended';

/** Sends and receives messages about the session between the app's tabs in this browser. */
export interface SessionNews {
  readonly post: (news: News) => void;
  /** Subscribes to messages of other tabs. @returns unsubscribes */
  readonly subscribe: (onNews: (news: News) => void) => () => void;
}

/** Creates the port from a `BroadcastChannel`; without it each tab notices a change with its next API call. */
export function createSessionNews(Channel: typeof BroadcastChannel | undefined): SessionNews {
  if (Channel === undefined) return { post: () => undefined, subscribe: () => () => undefined };
  const channel = new Channel('tabpoint.session');
  return {
    post: (news) => channel.postMessage(news),
    subscribe: (onNews) => {
      const listener = ({ data }: MessageEvent<News>) => onNews(data);
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}

const newsElsewhere = (subscribe: SessionNews['subscribe']) => eventChannel<News>((emit) => subscribe(emit));

/** Phase in which a message is new. A tab in any other phase ignores it, so that tabs do not answer each other without end. */
const phaseToRefresh = { began: 'signedOut', ended: 'signedIn' } as const satisfies Record<News, string>;

/** Reads the session again after a sign-in or sign-out in another tab of this browser. */
function* listen() {
  const { sessionNews } = yield* getPorts();
  const channel = yield* call(newsElsewhere, sessionNews.subscribe);
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
