import { useMemo } from 'react';
import type { CellValue, Column, ColumnType, Row } from '../../../contract/rows';
import { linkText } from './CellContent';
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
import { fingerprintOf, selectTabLook } from '../../grid/tabLayouts';
import { LETTER_WIDTH, textWidth } from '../../grid/textWidth';
import { rowsSeen, tabKey, type TabName } from '../rows/endpointSlice';
import { useAppSelector, useOnScreen } from '../../storeHooks';

const MIN_WIDTH = 76;
const MAX_WIDTH = 280;

/** Padding and border of a cell in pixels. */
const PADDING = 26;

/** How much wider a semibold text is, as in the header. */
const SEMIBOLD = 1.15;

/** Minimum width of a column by type, in pixels. */
const minWidths: Partial<Record<ColumnType, number>> = { boolean: 92, text: 84 };

const isOfLetters = (type: ColumnType) => type === 'text' || type === 'boolean';

const pixelsOf = (value: CellValue | undefined, type: ColumnType) =>
  textWidth(value === null ? 'empty' : linkText(String(value ?? '')), !isOfLetters(type));

/** Returns the width of each column in pixels, from its name, type, examples and a sample of rows. */
export const columnWidths = (columns: readonly Column[], sample: readonly Row[]): readonly number[] =>
  columns.map(({ key, type, examples }) => {
    const values = [...examples, ...sample.map((row) => row[key])];
    const headWidth = Math.max(pixelsOf(key, 'text') * SEMIBOLD, type.length * LETTER_WIDTH);
    const contentWidth = Math.max(headWidth, ...values.map((value) => pixelsOf(value, type))) + PADDING;
    return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, minWidths[type] ?? 0, contentWidth)));
  });

/** Returns the state of a tab's rows for the grid. */
export function useRows(name: TabName) {
  const columns = useAppSelector(selectShownColumns, name);
  const sample = useAppSelector(selectSample, name);
  const { widths: chosenWidths } = useAppSelector((state) => selectTabLook(state, tabKey(name)));
  const widths = useMemo(() => {
    const computed = columnWidths(columns, sample);
    if (chosenWidths === undefined) return computed;
    return columns.map(({ key }, index) => chosenWidths[fingerprintOf(key)] ?? computed[index] ?? MIN_WIDTH);
  }, [columns, sample, chosenWidths]);
  const total = useAppSelector(selectTotalRows, name);
  const pages = useAppSelector(selectPages, name);
  const fresh = useAppSelector(selectFresh, name);
  const query = useAppSelector(selectShownQuery, name);
  const outdated = useAppSelector(selectRowsOutdated, name);
  const { sort, search, filters } = useAppSelector(selectQuestion, name);
  const isFiltered = search !== '' || filters.length > 0;
  return { columns, widths, total, pages, fresh, query, outdated, sort, isFiltered };
}

/** Dispatches which rows are on the screen, so that their pages are loaded. */
export const useSeen = ({ projectId, sheetId }: TabName, first: number, last: number) =>
  useOnScreen(last >= first ? rowsSeen({ projectId, sheetId, first, last }) : undefined);
