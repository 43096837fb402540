/** Whether the page can be seen and the server reached. */
export interface PageVisibility {
  /** Whether the page is visible and the browser is online. */
  readonly isActive: () => boolean;
  /** Whether the browser is on its way to another page: what is still being fetched then fails, and is not missed. */
  readonly isLeaving: () => boolean;
  /** Calls back when the page may have become active again. @returns stops calling back */
  readonly onReturn: (returned: () => void) => () => void;
}

/** The page's visibility by the browser's events. */
export function createPageVisibility(): PageVisibility {
  let isLeaving = false;
  const setLeaving = (now: boolean) => () => void (isLeaving = now);
  window.addEventListener('beforeunload', setLeaving(true));
  // Not left after all, or come back to.
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
    onReturn: (returned) => {
      for (const [source, event] of sources) source.addEventListener(event, returned);
      return () => {
        for (const [source, event] of sources) source.removeEventListener(event, returned);
      };
    },
  };
}
