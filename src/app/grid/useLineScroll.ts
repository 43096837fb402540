import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { watchScroll } from '../ui/layout/scrollCue';
import { canvasHeight, scrollTopFor, windowAt, type LineWindow } from './lineWindow';

/** Lines that are ready beyond the edges of what is seen. */
const LINES_BEYOND = 4;

const NOTHING: LineWindow = { first: 0, last: -1, base: 0 };

const isSame = (one: LineWindow, other: LineWindow) =>
  one.first === other.first && one.last === other.last && one.base === other.base;

interface LineScroll {
  readonly lines: number;
  readonly lineHeight: number;
  /** Pixels of what sticks at the top. */
  readonly head: number;
}

/** Which lines of a scrolling box are seen, and how to bring others there. All are equally high, so none is measured. */
export function useLineScroll(scroller: RefObject<HTMLElement | null>, { lines, lineHeight, head }: LineScroll) {
  const [seen, setSeen] = useState(NOTHING);
  const boxOf = useCallback(
    (element: HTMLElement) => ({ lines, lineHeight, height: Math.max(0, element.clientHeight - head) }),
    [lines, lineHeight, head],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const next = windowAt(boxOf(element), element.scrollTop);
      setSeen((before) => (isSame(before, next) ? before : next));
    };
    return watchScroll(element, look);
  }, [scroller, boxOf]);
  const bring = (line: number) => {
    const element = scroller.current;
    const top = element && scrollTopFor(boxOf(element), element.scrollTop, line);
    if (typeof top === 'number') element?.scrollTo({ top });
  };
  const height = canvasHeight({ lines, lineHeight, height: 0 });
  const shown = useMemo(() => shownLines(seen, lines, lineHeight), [seen, lines, lineHeight]);
  return { height, shown, first: seen.first, last: Math.min(seen.last, lines - 1), bring };
}

/** The lines to draw, each with its place on the canvas. */
function shownLines({ first, last, base }: LineWindow, lines: number, lineHeight: number) {
  const from = Math.max(0, first - LINES_BEYOND);
  const to = Math.min(lines - 1, last + LINES_BEYOND);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
    index: from + index,
    top: base + (from + index - first) * lineHeight,
  }));
}
