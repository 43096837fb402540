import type { GridOperation, GridRow, GridRowsAnswer, GridTabFacts } from '../../../contract/driveGrid';
import { type GridCell, isFormula, isNumber, type PlacedCell, shownText } from '../../../contract/gridCells';
import { isNumeric, textWidth } from '../../grid/textWidth';
import { invalidatePages, pageOf, storePage, invalidatePage } from '../../grid/pageCache';
import { type GridRows, noGrid, type Place, type SheetState, type TabGrid } from './sheetState';

const byNumber = (rows: readonly GridRow[]): GridRows => Object.fromEntries(rows.map((row) => [row.row, row]));

/** In pixels: padding and border of a cell, and the icon of a formula. */
const PADDING = 18;
const ICON = 14;

/** Bounds of the estimated width of a column in pixels; numbers are not truncated up to a larger width. */
const MIN_WIDTH = 104;
const MAX_WIDTH = 280;
const MAX_NUMBER_WIDTH = 400;

/** Width of an empty column in pixels. */
export const BLANK_WIDTH = 96;

/** Number of first rows from which the width of a column is estimated. */
const SAMPLE_ROWS = 30;

/** Number of digits that fit into every column. */
const MAX_SHORT_DIGITS = 9;

const showsNumber = (cell: GridCell) => isNumber(cell) || isNumeric(shownText(cell));

const isLongNumber = (cell: GridCell) => shownText(cell).length > MAX_SHORT_DIGITS && showsNumber(cell);

const widthOf = (cell: GridCell) =>
  Math.ceil(textWidth(shownText(cell), showsNumber(cell))) + PADDING + (isFormula(cell) ? ICON : 0);

/** Returns the width of a column in pixels, from the longest text in its first rows. */
function estimatedWidth(cells: readonly GridCell[]) {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length === 0) return BLANK_WIDTH;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...filled.map(widthOf)));
}

/** Updates the widths for new rows: columns without a width get an estimated one, others grow so that no number is truncated. */
function updateWidths(widths: TabGrid['widths'], rows: readonly GridRow[], columns: number): TabGrid['widths'] {
  const next = Array.from({ length: Math.max(columns, widths.length) }, (_, index) => {
    const cells = rows.map((row) => row.cells[index] ?? null);
    const width = widths[index] ?? estimatedWidth(cells.slice(0, SAMPLE_ROWS));
    const numberWidth = Math.max(0, ...cells.filter(isLongNumber).map(widthOf));
    return Math.max(width, Math.min(MAX_NUMBER_WIDTH, numberWidth));
  });
  const isSame = next.length === widths.length && next.every((width, index) => width === widths[index]);
  return isSame ? widths : next;
}

/** Shifts values per column as an operation shifts the columns; inserted columns get undefined. */
export function columnsAfter<T>(
  columns: readonly (T | undefined)[],
  { kind, at, count }: GridOperation,
): readonly (T | undefined)[] {
  const before = columns.slice(0, at - 1);
  const after = columns.slice(at - 1);
  if (kind === 'insertColumns') return [...before, ...Array.from({ length: count }, () => undefined), ...after];
  return kind === 'deleteColumns' ? [...before, ...after.slice(count)] : columns;
}

/** Returns the state with the changed fields of a tab. */
export function withTab(state: SheetState, sheetId: number, change: (grid: TabGrid) => Partial<TabGrid>): SheetState {
  const grid = state.tabs[sheetId] ?? noGrid;
  return { ...state, tabs: { ...state.tabs, [sheetId]: { ...grid, ...change(grid) } } };
}

/** Returns a tab with its pages changed. */
export function withPages(grid: TabGrid, change: (grid: TabGrid) => void): TabGrid {
  const next = { ...grid, pages: { ...grid.pages } };
  change(next);
  return next;
}

/** Invalidates the loaded pages of a tab; their rows stay on the screen until the new ones arrive. */
export const markOutdated = (grid: TabGrid): TabGrid => withPages(grid, (next) => invalidatePages(next, 'ready'));

/** Stores a page; a response older than the known revision is dropped, and the page requested again. */
export function withPage(grid: TabGrid, page: number, { tab, rows }: GridRowsAnswer): TabGrid {
  const known = grid.facts?.revision ?? tab.revision;
  if (tab.revision < known) return withPages(grid, (next) => invalidatePage(next, page));
  const widths = updateWidths(grid.widths, rows, tab.columns);
  return withPages({ ...grid, facts: tab, widths }, (next) => {
    if (tab.revision > known) invalidatePages(next, 'ready');
    storePage(next, page, byNumber(rows));
  });
}

/** Returns a row after an operation; undefined if it was deleted. */
function movedRow(row: GridRow, operation: GridOperation): GridRow | undefined {
  const { kind, at, count } = operation;
  if (kind.endsWith('Columns'))
    return { ...row, cells: columnsAfter(row.cells, operation).map((cell) => cell ?? null) };
  if (row.row < at) return row;
  if (kind === 'insertRows') return { ...row, row: row.row + count };
  return row.row < at + count ? undefined : { ...row, row: row.row - count };
}

/** Moves the loaded rows as an operation moves them, so that each is shown, and edited, at its new position until the new rows arrive. */
export function movedPages(grid: TabGrid, operation: GridOperation): TabGrid {
  const pages: Record<number, Record<number, GridRow>> = {};
  for (const row of Object.values(grid.pages).flatMap((page) => Object.values(page.rows ?? {}))) {
    const moved = movedRow(row, operation);
    if (moved !== undefined) (pages[pageOf(moved.row - 1)] ??= {})[moved.row] = moved;
  }
  return withPages(grid, (next) => {
    for (const [number, page] of Object.entries(next.pages))
      if (page.rows !== undefined) next.pages[Number(number)] = { ...page, rows: pages[Number(number)] ?? {} };
  });
}

function withCell(row: GridRow | undefined, { row: number, column, cell }: PlacedCell): GridRow {
  const cells = [...(row?.cells ?? [])];
  while (cells.length < column) cells.push(null);
  cells[column - 1] = cell;
  return { row: number, id: row?.id ?? '', cells };
}

/** Updates cells of a tab to the values on the server. */
export function withCells(grid: TabGrid, cells: readonly PlacedCell[]): TabGrid {
  const pages = { ...grid.pages };
  for (const placed of cells) {
    const number = pageOf(placed.row - 1);
    const page = pages[number];
    if (page?.rows === undefined) continue;
    const row = withCell(page.rows[placed.row], placed);
    pages[number] = { ...page, rows: { ...page.rows, [placed.row]: row } };
  }
  return { ...grid, pages };
}

/**
 * Updates a tab after cells were saved. If nobody else has written in between, the loaded pages are up to date; otherwise they
 * stay on the screen as stale ones and are requested again.
 */
export function afterSaving(grid: TabGrid, facts: GridTabFacts, cells: readonly PlacedCell[]): TabGrid {
  const before = grid.facts?.revision ?? facts.revision;
  const isOurs = facts.revision <= before + 1;
  const saved = withCells({ ...(isOurs ? grid : markOutdated(grid)), facts }, cells);
  const numbers = new Set(cells.filter(({ cell }) => isLongNumber(cell)).map(({ row }) => row));
  const rows = [...numbers].flatMap((row) => saved.pages[pageOf(row - 1)]?.rows?.[row] ?? []);
  return { ...saved, widths: updateWidths(saved.widths, rows, facts.columns) };
}

/** Returns the saved content of a cell; undefined while its row is not loaded. */
export function storedCell({ pages }: TabGrid, { row, column }: Place): GridCell | undefined {
  const rows = pages[pageOf(row - 1)]?.rows;
  return rows === undefined ? undefined : (rows[row]?.cells[column - 1] ?? null);
}
