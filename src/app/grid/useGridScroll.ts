import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { HEAD, type Selection } from './gridMoves';
import { useLineScroll } from './useLineScroll';

/** Columns that are ready beyond the edges of what is seen. */
const COLUMNS_BEYOND = 2;

/** The same function always, which does what the one of the last drawing does. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}

interface GridScroll {
  readonly rows: number;
  /** Pixels of a row, of the head above, of what stands at the left, and of each column. */
  readonly rowHeight: number;
  readonly head: number;
  readonly side: number;
  readonly widths: readonly number[];
}

/** Which rows and columns are on the screen. The active cell is brought there, unless a press has chosen it. */
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
  useEffect(() => columns.measure(), [columns, widths]);
  const { active, whole, isPressed } = selection;
  const bring = useLatest(() => {
    if (isPressed) return;
    if (whole !== 'columns' && active.row !== HEAD) lines.bring(active.row);
    if (whole !== 'rows' && active.column > 0) columns.scrollToIndex(active.column - 1);
  });
  useEffect(bring, [bring, active.row, active.column, whole]);
  const page = Math.max(1, lines.last - lines.first);
  return { lines, items: columns.getVirtualItems(), width: columns.getTotalSize() + side, page };
}
