import type { RefObject } from 'react';
import { useWindowEvent } from '../ui/forms/useWindowEvent';

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
  const isOurs = () => grid.current !== null && document.activeElement === grid.current;
  const copy = (event: ClipboardEvent): boolean => {
    if (!isOurs() || text === undefined) return false;
    event.preventDefault();
    const copied = text();
    if (copied !== undefined) event.clipboardData?.setData('text/plain', copied);
    return copied !== undefined;
  };
  useWindowEvent('copy', copy);
  useWindowEvent('cut', (event) => {
    if (copy(event)) clear?.();
  });
  useWindowEvent('paste', (event) => {
    if (!isOurs()) return;
    event.preventDefault();
    paste(event.clipboardData?.getData('text/plain') ?? '');
  });
}
