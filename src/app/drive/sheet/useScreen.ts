import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { RootState } from '../../rootReducer';
import { selectGrid, selectGridSize } from './sheetSelectors';
import { rowsSeen } from './sheetSlice';
import type { SheetHands } from './useSheetHands';
import { useSheetScroll } from './useSheetScroll';

/** Says which rows are on the screen, so that they are loaded, and keeps the active cell there. */
export function useScreen({ sheetId, selection, grid }: SheetHands) {
  const dispatch = useDispatch();
  const { widths } = useSelector((state: RootState) => selectGrid(state, sheetId));
  const size = useSelector((state: RootState) => selectGridSize(state, sheetId));
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
