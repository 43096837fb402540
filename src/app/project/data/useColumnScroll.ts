import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { ID_WIDTH } from './gridStyles';

/** Columns that are ready beyond the edges of what is seen. */
const COLUMNS_BEYOND = 2;

/** Which columns of the grid are on the screen, and how to bring others there. */
export const useColumnScroll = (scroller: RefObject<HTMLDivElement | null>, widths: readonly number[]) =>
  useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: COLUMNS_BEYOND,
    scrollMargin: ID_WIDTH,
    scrollPaddingStart: ID_WIDTH,
    useFlushSync: false,
  });
