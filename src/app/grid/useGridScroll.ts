import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { HEAD, type Selection } from './gridMoves';
import { useLineScroll } from './useLineScroll';

/** Number of columns rendered beyond each edge of the viewport. */
const COLUMNS_BEYOND = 2;

/** Returns a function of constant identity that calls the function of the latest render. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}

interface GridScroll {
  readonly rows: number;
  /** In pixels: height of a row, height of the header, width of the sticky column, widths of the columns. */
  readonly rowHeight: number;
  readonly head: number;
  readonly side: number;
  readonly widths: readonly number[];
}

/**
 * Returns the rows and columns on the screen. Scrolls to the active cell, unless a click has selected it. While the column of the active
 * cell is on the screen, it stays there if columns or the grid get another width, unless the pointer is pressed there, which may drag an edge.
 */
export function useGridScroll(scroller: RefObject<HTMLDivElement | null>, selection: Selection, options: GridScroll) {
  const { rows, rowHeight, head, side, widths } = options;
  const lines = useLineScroll(scroller, { lines: rows, lineHeight: rowHeight, head });
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: COLUMNS_BEYOND,
    scrollMargin: side,
    scrollPaddingStart: side,
    useFlushSync: false,
  });
  /** The column of the active cell if it was on the screen, else 0. */
  const seen = useRef(0);
  const gridWidth = columns.scrollRect?.width;
  useEffect(() => {
    columns.measure();
    if (seen.current > 0 && !scroller.current?.matches(':active')) columns.scrollToIndex(seen.current - 1);
  }, [columns, widths, gridWidth, scroller]);
  const { active, whole, isPressed } = selection;
  const scrollToActive = useLatest(() => {
    if (isPressed) return;
    if (whole !== 'columns' && active.row !== HEAD) lines.scrollToLine(active.row);
    if (whole !== 'rows' && active.column > 0) columns.scrollToIndex(active.column - 1);
  });
  useEffect(scrollToActive, [scrollToActive, active.row, active.column, whole]);
  useEffect(() => {
    const [wanted = 0] = columns.getOffsetForIndex(active.column - 1) ?? [];
    seen.current = Math.abs(wanted - (columns.scrollOffset ?? 0)) < 1 ? active.column : 0;
  });
  const page = Math.max(1, lines.last - lines.first);
  return { lines, items: columns.getVirtualItems(), width: columns.getTotalSize() + side, page };
}
