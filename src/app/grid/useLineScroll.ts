import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { watchScroll } from '../ui/layout/scrollCue';
import { upTo } from './gridMoves';

/** Lines of the same height in a box that scrolls: what of them is seen. */
interface LineWindow {
  /** First and last line that is seen, from 0. */
  readonly first: number;
  readonly last: number;
  /** Where line `first` stands, in pixels of the canvas. */
  readonly base: number;
}

/** The box, in pixels. */
interface LineBox {
  readonly lines: number;
  readonly lineHeight: number;
  /** Height of what is seen, without what sticks above it. */
  readonly height: number;
}

/** Browsers draw nothing below some 17 million pixels: a canvas that would be higher is scrolled faster instead. */
const MOST_PIXELS = 15_000_000;

/** Height of the canvas on which the lines stand. */
export const canvasHeight = ({ lines, lineHeight }: LineBox) => Math.min(MOST_PIXELS, lines * lineHeight);

/** Pixels of lines that pass for a pixel of scrolling: 1 for all but the longest. */
function speedOf(box: LineBox) {
  const scrollable = canvasHeight(box) - box.height;
  return scrollable <= 0 ? 1 : (box.lines * box.lineHeight - box.height) / scrollable;
}

/** What is seen at a scroll position. */
export function windowAt(box: LineBox, scrollTop: number): LineWindow {
  const { lines, lineHeight, height } = box;
  const speed = speedOf(box);
  const top = Math.max(0, scrollTop) * speed;
  const first = Math.max(0, Math.min(lines - 1, Math.round(top / lineHeight)));
  const last = Math.max(first, Math.min(lines - 1, Math.ceil((top + height) / lineHeight - 0.5) - 1));
  const base = speed === 1 ? first * lineHeight : scrollTop - (top - first * lineHeight);
  return { first, last, base };
}

/** The scroll position at which a line is seen, changed as little as can be; undefined when it is seen already. */
export function scrollTopFor(box: LineBox, scrollTop: number, line: number): number | undefined {
  const speed = speedOf(box);
  const top = scrollTop * speed;
  const from = line * box.lineHeight;
  const to = from + box.lineHeight - box.height;
  if (from < top) return from / speed;
  return to > top ? to / speed : undefined;
}

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
  return upTo({ first: from, last: to }).map((index) => ({ index, top: base + (index - first) * lineHeight }));
}
