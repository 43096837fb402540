import { eventChannel } from 'redux-saga';
import { call, fork, select, take, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { refreshSession } from './refreshSession';
import { selectSession } from './sessionSelectors';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** What has become of the session in a tab of this browser. */
export type News = 'began' | 'ended';

/** Tells the app's other tabs in this browser that a session has begun or ended, and hears it from them. */
export interface SessionNews {
  readonly post: (news: News) => void;
  /** Subscribes to what other tabs tell. @returns unsubscribes */
  readonly subscribe: (onNews: (news: News) => void) => () => void;
}

/** News by the browser's own channel; without one each tab finds out with its next call. */
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

/** The phase in which there is something new in it: who hears what is known already asks nothing, so that news end. */
const phaseFor = { began: 'signedOut', ended: 'signedIn' } as const satisfies Record<News, string>;

/** Somebody signed in or out in another tab of this browser: who is signed in here is looked up again. */
function* listen() {
  const { sessionNews } = yield* getPorts();
  const channel = yield* call(newsElsewhere, sessionNews.subscribe);
  try {
    while (true) {
      const news = yield* take(channel);
      if ((yield* select(selectSession)).phase === phaseFor[news]) yield* fork(refreshSession);
    }
  } finally {
    channel.close();
  }
}

/** Tells the other tabs what has become of the session here. */
export function* tellOtherTabs(news: News) {
  const { sessionNews } = yield* getPorts();
  yield* call(sessionNews.post, news);
}

/** Keeps the tabs of one browser together: a session that begins or ends in one of them does so in all. */
export function* otherTabsSaga() {
  yield* takeEvery(sessionArrived, () => tellOtherTabs('began'));
  yield* takeEvery(sessionEnded, () => tellOtherTabs('ended'));
  yield* fork(listen);
}
