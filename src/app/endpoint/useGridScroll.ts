import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { HEAD_HEIGHT, ID_WIDTH } from './gridLook';

/** Pixels of a row where the style sheet cannot be asked. */
const ROW_HEIGHT = 36;

/** Rows and columns that are ready beyond the edge of what is seen. */
const ROWS_BEYOND = 4;
const COLUMNS_BEYOND = 2;

/** The style sheet's own height, which is larger where fingers press. */
const rowHeightNow = () =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || ROW_HEIGHT;

/** Which rows and columns of the grid are on the screen, and how to bring others there. */
export function useGridScroll(rows: number, widths: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(rowHeightNow);
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    useFlushSync: false,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: COLUMNS_BEYOND,
    scrollMargin: ID_WIDTH,
    scrollPaddingStart: ID_WIDTH,
    useFlushSync: false,
  });
  const top = vertical.scrollOffset ?? 0;
  const height = (vertical.scrollRect?.height ?? 0) - HEAD_HEIGHT;
  const first = Math.min(Math.max(0, rows - 1), Math.round(top / rowHeight));
  const last = Math.max(first, Math.min(rows - 1, Math.ceil((top + height) / rowHeight - 0.5) - 1));
  return { scroller, vertical, horizontal, rowHeight, first, last };
}
