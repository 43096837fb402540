import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT } from '../page/sheetStyles';

/** Rows and columns that are ready beyond the edge of what is seen. */
const ROWS_BEYOND = 6;
const COLUMNS_BEYOND = 2;

/** Pixels of a column that nothing is known of. */
export const BLANK_WIDTH = 96;

interface ScrollOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly columns: number;
  readonly widths: readonly number[];
}

/** Which rows and columns are on the screen, and how to bring others there. */
export function useSheetScroll({ scroller, rows, columns, widths }: ScrollOptions) {
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    useFlushSync: false,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? BLANK_WIDTH,
    overscan: COLUMNS_BEYOND,
    scrollMargin: NUMBER_WIDTH,
    scrollPaddingStart: NUMBER_WIDTH,
    useFlushSync: false,
  });
  const height = (vertical.scrollRect?.height ?? 0) - HEAD_HEIGHT;
  const first = Math.min(rows, Math.floor((vertical.scrollOffset ?? 0) / ROW_HEIGHT) + 1);
  const last = Math.max(first, Math.min(rows, first + Math.ceil(Math.max(0, height) / ROW_HEIGHT)));
  return { vertical, horizontal, first, last };
}
