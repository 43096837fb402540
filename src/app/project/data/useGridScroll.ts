import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Cell, HEAD } from '../../grid/gridMoves';
import { useLineScroll } from '../../grid/useLineScroll';
import { HEAD_HEIGHT, ID_WIDTH } from './gridStyles';
import type { useRows } from './useRows';

/** Pixels of a row where the style sheet cannot be asked. */
const ROW_HEIGHT = 36;

/** The style sheet's own height of a row, which is larger where fingers press. */
const rowHeightNow = () =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || ROW_HEIGHT;

/** Columns that are ready beyond the edges of what is seen. */
const COLUMNS_BEYOND = 2;

/** Which columns of the grid are on the screen, and how to bring others there. */
const useColumnScroll = (scroller: RefObject<HTMLDivElement | null>, widths: readonly number[]) =>
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

/** The same function always, which does what the one of the last drawing does. */
export function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}

/** Whether the browser has had a pause since the rows were drawn: what is not seen yet may come then. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true));
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  return idle;
}

/** Where the grid is scrolled to. Other rows begin at the first. */
export function useGridScroll(scroller: RefObject<HTMLDivElement | null>, { total, widths, query }: Pick<ReturnType<typeof useRows>, 'total' | 'widths' | 'query'>) {
  const [rowHeight] = useState(rowHeightNow);
  const lines = useLineScroll(scroller, { lines: total, lineHeight: rowHeight, head: HEAD_HEIGHT });
  const columns = useColumnScroll(scroller, widths);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, query]);
  useEffect(() => columns.measure(), [columns, widths]);
  const bring = ({ row, column }: Cell) => {
    if (row !== HEAD) lines.bring(row);
    if (column > 0) columns.scrollToIndex(column - 1);
  };
  return { lines, items: columns.getVirtualItems(), width: columns.getTotalSize() + ID_WIDTH, bring };
}

