/** Creates the port that tells whether the page is visible and online, from the browser's events. */
export function createPageVisibility() {
  let isLeaving = false;
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  // The user stayed, or came back through the history.
  for (const event of ['pageshow', 'focus', 'pointerdown', 'keydown']) {
    window.addEventListener(event, () => {
      isLeaving = false;
    });
  }
  const sources = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'online'],
  ] as const;
  return {
    /** Whether the page is visible and the browser is online. */
    isActive: () => document.visibilityState === 'visible' && navigator.onLine,
    /** Whether the browser is leaving for another document: requests in flight then fail, and their failure does not matter. */
    isLeaving: () => isLeaving,
    /** Subscribes to moments when the page may have become active again. @returns unsubscribes */
    onReturn: (listener: () => void) => {
      for (const [source, event] of sources) source.addEventListener(event, listener);
      return () => {
        for (const [source, event] of sources) source.removeEventListener(event, listener);
      };
    },
  };
}
