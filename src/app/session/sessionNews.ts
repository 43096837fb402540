/** What has become of the session in a tab of this browser. */
export type News = 'began' | 'ended';

/** Tells the app's other tabs in this browser that a session has begun or ended, and hears it from them. */
export interface SessionNews {
  readonly tell: (news: News) => void;
  /** @returns the way to hear no more */
  readonly hear: (told: (news: News) => void) => () => void;
}

/** News by the browser's own channel; without one each tab finds out with its next call. */
export function createSessionNews(Channel: typeof BroadcastChannel | undefined): SessionNews {
  if (Channel === undefined) return { tell: () => undefined, hear: () => () => undefined };
  const channel = new Channel('tabpoint.session');
  return {
    tell: (news) => channel.postMessage(news),
    hear: (told) => {
      const listener = ({ data }: MessageEvent<News>) => told(data);
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}
