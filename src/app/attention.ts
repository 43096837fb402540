/** Whether the person looks at the page. */
export interface Attention {
  /** Whether somebody may see the page, and the server can be asked. */
  readonly isGiven: () => boolean;
  /** Hears when the page comes back to the person, or the network to the page. @returns the way to hear no more */
  readonly hear: (returned: () => void) => () => void;
}

/** Attention as the browser tells of it. */
export function createAttention(): Attention {
  const sources = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'online'],
  ] as const;
  return {
    isGiven: () => document.visibilityState === 'visible' && navigator.onLine,
    hear: (returned) => {
      for (const [source, event] of sources) source.addEventListener(event, returned);
      return () => {
        for (const [source, event] of sources) source.removeEventListener(event, returned);
      };
    },
  };
}
