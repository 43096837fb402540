/** Visibility of the page and its network connection. */
export interface PageVisibility {
  /** Whether the page is visible and the browser is online. */
  readonly isActive: () => boolean;
  /** Whether the browser is leaving for another document: requests in flight then fail, and their failure does not matter. */
  readonly isLeaving: () => boolean;
  /** Subscribes to moments when the page may have become active again. @returns unsubscribes */
  readonly onReturn: (listener: () => void) => () => void;
}

/** Creates the visibility port from the browser's events. */
export function createPageVisibility(): PageVisibility {
  let isLeaving = false;
  const setLeaving = (value: boolean) => () => void (isLeaving = value);
  window.addEventListener('beforeunload', setLeaving(true));
  // The user stayed, or came back through the history.
  for (const event of ['pageshow', 'focus', 'pointerdown', 'keydown'])
    window.addEventListener(event, setLeaving(false));
  const sources = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'online'],
  ] as const;
  return {
    isActive: () => document.visibilityState === 'visible' && navigator.onLine,
    isLeaving: () => isLeaving,
    onReturn: (listener) => {
      for (const [source, event] of sources) source.addEventListener(event, listener);
      return () => {
        for (const [source, event] of sources) source.removeEventListener(event, listener);
      };
    },
  };
}
