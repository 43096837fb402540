/** Whether the page can be seen and the server reached. */
export interface PageVisibility {
  /** Whether the page is visible and the browser is online. */
  readonly isActive: () => boolean;
  /** Calls back when the page may have become active again. @returns stops calling back */
  readonly onReturn: (returned: () => void) => () => void;
}

/** The page's visibility by the browser's events. */
export function createPageVisibility(): PageVisibility {
  const sources = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'online'],
  ] as const;
  return {
    isActive: () => document.visibilityState === 'visible' && navigator.onLine,
    onReturn: (returned) => {
      for (const [source, event] of sources) source.addEventListener(event, returned);
      return () => {
        for (const [source, event] of sources) source.removeEventListener(event, returned);
      };
    },
  };
}
