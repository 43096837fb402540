import { useEffect, useRef } from 'react';

/** The focus at the beginning of a step, so that it is read from there. */
export function useStepFocus() {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return { ref: start, tabIndex: -1 } as const;
}

/** The focus in the field of a step, whenever something is wrong with what it holds. */
export function useWrongField(wrong: string | undefined, state: object) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong !== undefined) field.current?.focus();
  }, [wrong, state]);
  return field;
}
