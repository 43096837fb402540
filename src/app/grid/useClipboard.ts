import { type RefObject, useEffect } from 'react';

/** What the clipboard is filled with and what is done with what is in it. */
interface ClipboardActs {
  /** What is marked; undefined where some of it is not there. Without it, copying is left to others. */
  readonly text?: () => string | undefined;
  readonly clear?: () => void;
  readonly paste: (text: string) => void;
}

/**
 * Copy, cut and paste of what is marked, as any spreadsheet understands it, while the grid itself has the focus, and not an
 * input in it. Browsers tell of them where their caret stands, which may be anywhere by then: after a cell was edited, say.
 */
export function useClipboard(grid: RefObject<HTMLElement | null>, { text, clear, paste }: ClipboardActs) {
  useEffect(() => {
    const isOurs = () => grid.current !== null && document.activeElement === grid.current;
    const copy = (event: ClipboardEvent): boolean => {
      if (!isOurs() || text === undefined) return false;
      event.preventDefault();
      const copied = text();
      if (copied !== undefined) event.clipboardData?.setData('text/plain', copied);
      return copied !== undefined;
    };
    const listeners = {
      copy: (event: ClipboardEvent) => void copy(event),
      cut: (event: ClipboardEvent) => void (copy(event) && clear?.()),
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
