import { type RefCallback, useCallback, useEffect, useState } from 'react';
import type { RootState } from '../../rootReducer';
import { selectGrid, selectGridSize } from '../state/sheetSelectors';
import { rowsSeen } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';
import { useSheetScroll } from './useSheetScroll';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** For what stands open at a cell: the ref of its element, and whether that would reach beyond the right edge of the grid. */
export function useBeyondEdge(): readonly [RefCallback<HTMLElement>, boolean] {
  const [isBeyond, setIsBeyond] = useState(false);
  const measure = useCallback((open: HTMLElement | null) => {
    const grid = open?.closest('[role="grid"]')?.getBoundingClientRect();
    if (grid !== undefined && open !== null && open.getBoundingClientRect().right > grid.right) setIsBeyond(true);
  }, []);
  return [measure, isBeyond];
}

/** Says which rows are on the screen, so that they are loaded, and keeps the active cell there. */
export function useScreen({ sheetId, selection, grid }: GridEditor) {
  const dispatch = useAppDispatch();
  const { widths } = useAppSelector((state: RootState) => selectGrid(state, sheetId));
  const size = useAppSelector((state: RootState) => selectGridSize(state, sheetId));
  const scroll = useSheetScroll({ scroller: grid, rows: size.rows, columns: size.columns, widths });
  const { vertical, horizontal, first, last } = scroll;
  useEffect(() => {
    dispatch(rowsSeen({ sheetId, first, last }));
  }, [dispatch, sheetId, first, last]);
  useEffect(() => horizontal.measure(), [horizontal, widths]);
  const { active, whole } = selection;
  const { row, column } = active;
  useEffect(() => {
    if (whole !== 'columns') vertical.scrollToIndex(row - 1);
    if (whole !== 'rows') horizontal.scrollToIndex(column - 1);
  }, [vertical, horizontal, row, column, whole]);
  return { ...scroll, size };
}
