/** Pixels of a cell's padding and edge. */
const PADDING = 25;

/** Pixels of what stands in an element, seen or not. */
function contentWidth(element: Element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/** The width at which nothing in a column is cut, of what is on the screen. */
export function fittingWidth(edge: Element): number {
  const head = edge.closest('[role=columnheader]');
  const number = head?.getAttribute('aria-colindex') ?? '';
  const cells = edge.closest('[role=grid]')?.querySelectorAll(`[data-cell][aria-colindex="${number}"]`) ?? [];
  const words = head?.querySelectorAll('[data-words]') ?? [];
  return PADDING + Math.ceil(Math.max(0, ...[...cells, ...words].map(contentWidth)));
}
