/** Returns the width of the content of a cell in pixels, hidden overflow included, with its padding. */
function contentWidth(element: Element) {
  const range = document.createRange();
  range.selectNodeContents(element.querySelector('[data-words]') ?? element);
  const cell = element.closest('[role=gridcell], [role=columnheader]') ?? element;
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return range.getBoundingClientRect().width + parseFloat(paddingLeft) + parseFloat(paddingRight) + 1;
}

/** Returns the width in pixels at which no cell of a column on the screen is truncated. */
export function fittingWidth(edge: Element): number {
  const head = edge.closest('[role=columnheader]');
  const number = head?.getAttribute('aria-colindex') ?? '';
  const cells = edge.closest('[role=grid]')?.querySelectorAll(`[data-cell][aria-colindex="${number}"]`) ?? [];
  const words = head?.querySelectorAll('[data-words]') ?? [];
  return Math.ceil(Math.max(0, ...[...cells, ...words].map(contentWidth)));
}
