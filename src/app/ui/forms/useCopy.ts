import { useCallback, useEffect, useState } from 'react';

/** The tick and its word stay this long. */
const SHOWN_MS = 1_600;

export type CopyState = 'idle' | 'copied' | 'refused';

/**
 * Copies by selecting: the one way on plain http, where browsers have no `navigator.clipboard`. It is deprecated and in every browser.
 * The field stands where the focus is, as a modal dialog lets nothing outside it be selected.
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

/** Puts a text on the clipboard; says whether the browser has allowed it. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copyBySelecting(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** What to say when the browser did not allow it. */
export const COPY_REFUSED = 'The browser did not allow copying. Select the text and copy it.';

/** Puts a text on the clipboard, and says for a moment whether that worked; so does the promise. */
export function useCopy(): [CopyState, (text: string) => Promise<boolean>] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(async (text: string) => {
    const done = await copyText(text);
    setState(done ? 'copied' : 'refused');
    return done;
  }, []);
  return [state, copy];
}
