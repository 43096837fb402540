import { useCallback, useEffect, useState } from 'react';

/** Duration of the tick in milliseconds. */
const SHOWN_MS = 1_600;

export type CopyState = 'idle' | 'copied' | 'refused';

/**
 * Copies a text by selecting it in a hidden field: the only way on plain HTTP, where browsers have no `navigator.clipboard`.
 * `execCommand` is deprecated but supported by every browser. The field is inserted into an open dialog, as nothing outside a
 * modal dialog can be selected.
 */
function copyBySelecting(text: string): boolean {
  const { activeElement } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; top: 0; opacity: 0;';
  (activeElement?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }
}

/** Copies a text to the clipboard. Returns whether the browser has allowed it. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copyBySelecting(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Message if the browser did not allow copying. */
export const COPY_REFUSED = 'The browser did not allow copying. Select the text and copy it.';

/** Returns a function that copies a text, and its outcome, which is reset after a moment. The promise resolves to the outcome too. */
export function useCopy(): [CopyState, (text: string) => Promise<boolean>] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(async (text: string) => {
    const isCopied = await copyText(text);
    setState(isCopied ? 'copied' : 'refused');
    return isCopied;
  }, []);
  return [state, copy];
}
