import { type RefObject, useEffect } from 'react';
import type { useRangeWriting } from './useRangeWriting';

/**
 * Copy, cut and paste of what is marked, as any spreadsheet understands it, while the grid itself has the focus, and not an
 * input in it. Browsers tell of them where their caret stands, which may be anywhere by then: after a cell was edited, say.
 */
export function useClipboard(
  grid: RefObject<HTMLElement | null>,
  { text, clear, paste }: ReturnType<typeof useRangeWriting>,
) {
  useEffect(() => {
    const isOurs = () => grid.current !== null && document.activeElement === grid.current;
    const copy = (event: ClipboardEvent): boolean => {
      if (!isOurs()) return false;
      event.preventDefault();
      const copied = text();
      if (copied !== undefined) event.clipboardData?.setData('text/plain', copied);
      return copied !== undefined;
    };
    const listeners = {
      copy: (event: ClipboardEvent) => void copy(event),
      cut: (event: ClipboardEvent) => void (copy(event) && clear()),
      paste: (event: ClipboardEvent) => {
        if (!isOurs()) return;
        event.preventDefault();
        paste(event.clipboardData?.getData('text/plain') ?? '');
      },
    };
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, listeners[kind]);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, listeners[kind]);
    };
  });
}
