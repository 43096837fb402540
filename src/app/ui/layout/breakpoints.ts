import { useCallback, useSyncExternalStore } from 'react';

/** Widths at which the layout changes (custom properties do not work in media queries). */
export const below = {
  /** Gutters and titles shrink. */
  gutters: '@media (max-width: 639px)',
  /** The navigation collapses and tables become lists. */
  lists: '@media (max-width: 760px)',
  /** Two columns become one. */
  columns: '@media (max-width: 1023px)',
} as const;

/** Whether the window fits a media query, and follows it. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia?.(query).matches ?? false);
}
