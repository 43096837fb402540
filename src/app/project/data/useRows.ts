import { useEffect, useMemo } from 'react';
import type { RootState } from '../../rootReducer';
import { columnWidths } from './columnWidths';
import {
  selectFresh,
  selectPages,
  selectQuestion,
  selectRowsOutdated,
  selectSample,
  selectShownColumns,
  selectShownQuery,
  selectTotalRows,
} from '../rows/endpointSelectors';
import { rowsSeen } from '../rows/endpointSlice';
import type { TabName } from '../rows/rowsState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** What is known of a tab's rows, for the grid. */
export function useRows(name: TabName) {
  const columns = useAppSelector((state: RootState) => selectShownColumns(state, name));
  const sample = useAppSelector((state: RootState) => selectSample(state, name));
  const widths = useMemo(() => columnWidths(columns, sample), [columns, sample]);
  const total = useAppSelector((state: RootState) => selectTotalRows(state, name));
  const pages = useAppSelector((state: RootState) => selectPages(state, name));
  const fresh = useAppSelector((state: RootState) => selectFresh(state, name));
  const query = useAppSelector((state: RootState) => selectShownQuery(state, name));
  const outdated = useAppSelector((state: RootState) => selectRowsOutdated(state, name));
  const { sort, search, filters } = useAppSelector((state: RootState) => selectQuestion(state, name));
  const chosen = search !== '' || filters.length > 0;
  return { columns, widths, total, pages, fresh, query, outdated, sort, chosen };
}

/** Says which rows are on the screen, so that their pages are asked for. */
export function useSeen({ projectId, sheetId }: TabName, first: number, last: number) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (last >= first) dispatch(rowsSeen({ projectId, sheetId, first, last }));
  }, [dispatch, projectId, sheetId, first, last]);
}
