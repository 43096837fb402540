import { useEffect, useRef } from 'react';

/** The focus in the field of a step, whenever something is wrong with what it holds. */
export function useWrongField(wrong: string | undefined, state: object) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong !== undefined) field.current?.focus();
  }, [wrong, state]);
  return field;
}
