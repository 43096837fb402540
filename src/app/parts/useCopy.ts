import { useCallback, useEffect, useState } from 'react';

/** The tick and its word stay this long. */
const SHOWN_MS = 1_600;

export type CopyState = 'idle' | 'copied' | 'refused';

/** Puts a text on the clipboard, which is missing where the page was not loaded over https, and may be refused anywhere. */
export async function copyText(text: string): Promise<boolean> {
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
