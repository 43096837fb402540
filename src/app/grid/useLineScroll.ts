import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { watchScroll } from '../ui/layout/scrollCue';
import { rangeIndexes } from './gridMoves';

/** The visible part of a list of equally high lines in a scroll container. */
interface LineWindow {
  /** First and last visible line, from 0. */
  readonly first: number;
  readonly last: number;
  /** Offset of line `first` on the canvas, in pixels. */
  readonly base: number;
}

/** The scroll container, in pixels. */
interface LineBox {
  readonly lines: number;
  readonly lineHeight: number;
  /** Height of the viewport without the sticky header. */
  readonly height: number;
}

/** Maximum height of the canvas. Browsers render nothing below about 17 million pixels: a longer list scrolls faster instead. */
const MAX_CANVAS_PIXELS = 15_000_000;

/** Returns the height of the canvas that contains the lines, in pixels. */
export const canvasHeight = ({ lines, lineHeight }: LineBox) => Math.min(MAX_CANVAS_PIXELS, lines * lineHeight);

/** Returns the ratio of pixels of lines to pixels of scrolling: 1 for all but the longest lists. */
function speedOf(box: LineBox) {
  const scrollable = canvasHeight(box) - box.height;
  return scrollable <= 0 ? 1 : (box.lines * box.lineHeight - box.height) / scrollable;
}

/** Returns the visible lines at a scroll position. */
export function windowAt(box: LineBox, scrollTop: number): LineWindow {
  const { lines, lineHeight, height } = box;
  const speed = speedOf(box);
  const top = Math.max(0, scrollTop) * speed;
  const first = Math.max(0, Math.min(lines - 1, Math.round(top / lineHeight)));
  const last = Math.max(first, Math.min(lines - 1, Math.ceil((top + height) / lineHeight - 0.5) - 1));
  const base = speed === 1 ? first * lineHeight : scrollTop - (top - first * lineHeight);
  return { first, last, base };
}

/** Returns the nearest scroll position at which a line is visible; undefined if it is visible already. */
export function scrollTopFor(box: LineBox, scrollTop: number, line: number): number | undefined {
  const speed = speedOf(box);
  const top = scrollTop * speed;
  const topWithLineFirst = line * box.lineHeight;
  const topWithLineLast = topWithLineFirst + box.lineHeight - box.height;
  if (topWithLineFirst < top) return topWithLineFirst / speed;
  return topWithLineLast > top ? topWithLineLast / speed : undefined;
}

/** Number of lines rendered beyond each edge of the viewport. */
const LINES_BEYOND = 4;

const NOTHING: LineWindow = { first: 0, last: -1, base: 0 };

const isSame = (a: LineWindow, b: LineWindow) => a.first === b.first && a.last === b.last && a.base === b.base;

interface LineScroll {
  readonly lines: number;
  readonly lineHeight: number;
  /** Height of the sticky header in pixels. */
  readonly head: number;
}

/** Returns the lines to render in a scroll container, and scrolls to others. Lines are equally high, so none is measured. */
export function useLineScroll(scroller: RefObject<HTMLElement | null>, { lines, lineHeight, head }: LineScroll) {
  const [seen, setSeen] = useState(NOTHING);
  const boxOf = useCallback(
    (element: HTMLElement) => ({ lines, lineHeight, height: Math.max(0, element.clientHeight - head) }),
    [lines, lineHeight, head],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () => {
      const next = windowAt(boxOf(element), element.scrollTop);
      setSeen((before) => (isSame(before, next) ? before : next));
    };
    return watchScroll(element, update);
  }, [scroller, boxOf]);
  const scrollToLine = (line: number) => {
    const element = scroller.current;
    const top = element && scrollTopFor(boxOf(element), element.scrollTop, line);
    if (typeof top === 'number') element?.scrollTo({ top });
  };
  const height = canvasHeight({ lines, lineHeight, height: 0 });
  const shown = useMemo(() => shownLines(seen, lines, lineHeight), [seen, lines, lineHeight]);
  return { height, shown, first: seen.first, last: Math.min(seen.last, lines - 1), scrollToLine };
}

/** Returns the lines to render, each with its offset on the canvas. */
function shownLines({ first, last, base }: LineWindow, lines: number, lineHeight: number) {
  const from = Math.max(0, first - LINES_BEYOND);
  const to = Math.min(lines - 1, last + LINES_BEYOND);
  return rangeIndexes({ first: from, last: to }).map((index) => ({ index, top: base + (index - first) * lineHeight }));
}
