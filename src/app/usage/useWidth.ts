import { useLayoutEffect, useRef, useState } from 'react';

/** Where widths cannot be measured. */
const USUAL = 1000;

/** The width of an element in pixels, and what it is put on; it follows the element. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth || USUAL);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
