import type { RefObject } from 'react';
import { useWindowEvent } from '../ui/forms/useWindowEvent';

/** Handlers of the clipboard. */
interface ClipboardHandlers {
  /** Returns the selected text; undefined if some of it is not loaded. Without this handler, copy events are ignored. */
  readonly text?: () => string | undefined;
  readonly clear?: () => void;
  readonly paste: (text: string) => void;
}

/**
 * Handles copy, cut and paste of the selection, in the format of spreadsheets, while the grid itself has the focus, not an
 * input in it. It listens on the window, as browsers dispatch these events at their caret, which may be outside of the grid,
 * for example after a cell was edited.
 */
export function useClipboard(grid: RefObject<HTMLElement | null>, { text, clear, paste }: ClipboardHandlers) {
  const isGridFocused = () => grid.current !== null && document.activeElement === grid.current;
  const copy = (event: ClipboardEvent): boolean => {
    if (!isGridFocused() || text === undefined) return false;
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
    if (!isGridFocused()) return;
    event.preventDefault();
    paste(event.clipboardData?.getData('text/plain') ?? '');
  });
}
