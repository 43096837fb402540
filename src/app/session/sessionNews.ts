/** Tells the app's other tabs in this browser that the session has ended, and hears it from them. */
export interface SessionNews {
  readonly tell: () => void;
  /** @returns the way to hear no more */
  readonly hear: (told: () => void) => () => void;
}

/** News by the browser's own channel; without one each tab finds out with its next call. */
export function createSessionNews(Channel: typeof BroadcastChannel | undefined): SessionNews {
  if (Channel === undefined) return { tell: () => undefined, hear: () => () => undefined };
  const channel = new Channel('tabpoint.session');
  return {
    tell: () => channel.postMessage('ended'),
    hear: (told) => {
      channel.addEventListener('message', told);
      return () => channel.removeEventListener('message', told);
    },
  };
}
