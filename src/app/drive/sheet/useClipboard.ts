import type { ClipboardEvent } from 'react';
import type { useRangeWriting } from './useRangeWriting';

/** Whether the grid itself is meant, not an input in it. */
const isOurs = (event: ClipboardEvent) => event.target === event.currentTarget;

/** Copy, cut and paste of what is marked, as any spreadsheet understands it. */
export function useClipboard({ text, clear, paste }: ReturnType<typeof useRangeWriting>) {
  const copy = (event: ClipboardEvent): boolean => {
    if (!isOurs(event)) return false;
    event.preventDefault();
    const copied = text();
    if (copied !== undefined) event.clipboardData.setData('text/plain', copied);
    return copied !== undefined;
  };
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) clear();
    },
    onPaste: (event: ClipboardEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
    },
  };
}
