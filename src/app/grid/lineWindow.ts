/** Lines of the same height in a box that scrolls: what of them is seen. */
export interface LineWindow {
  /** First and last line that is seen, from 0. */
  readonly first: number;
  readonly last: number;
  /** Where line `first` stands, in pixels of the canvas. */
  readonly base: number;
}

/** The box, in pixels. */
export interface LineBox {
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
