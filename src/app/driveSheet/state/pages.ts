import type { GridOperation, GridRow, GridRowsAnswer, GridTabFacts } from '../../../contract/driveGrid';
import { type GridCell, isFormula, isNumber, type PlacedCell, shownText } from '../../../contract/gridCells';
import { isOfFigures, textWidth } from '../../grid/textWidth';
import { dropPages, pageOf, putPage, unaskPage } from '../../grid/pageCache';
import { type GridRows, noGrid, type Place, type SheetState, type TabGrid } from './sheetState';

const byNumber = (rows: readonly GridRow[]): GridRows => Object.fromEntries(rows.map((row) => [row.row, row]));

/** Pixels of a cell's padding and edge, and of the sign of a formula. */
const [PADDING, SIGN] = [18, 14];
const [NARROWEST, WIDEST, LONGEST_FIGURES] = [104, 280, 400];

/** Pixels of a column that nothing stands in. */
export const BLANK_WIDTH = 96;

/** Rows that a column's width is found by. */
const LOOKED_AT = 30;

/** Figures that fit into every column. */
const FEW = 9;

const holdsFigures = (cell: GridCell) => isNumber(cell) || isOfFigures(shownText(cell));

const isOfManyFigures = (cell: GridCell) => shownText(cell).length > FEW && holdsFigures(cell);

const widthOf = (cell: GridCell) =>
  Math.ceil(textWidth(shownText(cell), holdsFigures(cell))) + PADDING + (isFormula(cell) ? SIGN : 0);

/** The width of a column by the longest text in its first rows. */
function estimatedWidth(cells: readonly GridCell[]) {
  const filled = cells.filter((cell) => cell !== null);
  return filled.length === 0 ? BLANK_WIDTH : Math.min(WIDEST, Math.max(NARROWEST, ...filled.map(widthOf)));
}

/** Widths with rows that have come: columns of which none is known get one, and no figures in the others are cut. */
function widthsWith(widths: TabGrid['widths'], rows: readonly GridRow[], columns: number): TabGrid['widths'] {
  const next = Array.from({ length: Math.max(columns, widths.length) }, (_, at) => {
    const cells = rows.map((row) => row.cells[at] ?? null);
    const least = Math.max(0, ...cells.filter(isOfManyFigures).map(widthOf));
    return Math.max(widths[at] ?? estimatedWidth(cells.slice(0, LOOKED_AT)), Math.min(LONGEST_FIGURES, least));
  });
  return next.length === widths.length && next.every((width, at) => width === widths[at]) ? widths : next;
}

/** What belongs to each column, after an operation: what is new is not known. */
export function columnsAfter<T>(
  columns: readonly (T | undefined)[],
  { kind, at, count }: GridOperation,
): readonly (T | undefined)[] {
  const [before, after] = [columns.slice(0, at - 1), columns.slice(at - 1)];
  if (kind === 'insertColumns') return [...before, ...Array.from({ length: count }, () => undefined), ...after];
  return kind === 'deleteColumns' ? [...before, ...after.slice(count)] : columns;
}

/** The state with a tab changed. */
export function withTab(state: SheetState, sheetId: number, change: (grid: TabGrid) => TabGrid): SheetState {
  return { ...state, tabs: { ...state.tabs, [sheetId]: change(state.tabs[sheetId] ?? noGrid) } };
}

/** A tab with its pages changed. */
export function withPages(grid: TabGrid, change: (grid: TabGrid) => void): TabGrid {
  const next = { ...grid, pages: { ...grid.pages } };
  change(next);
  return next;
}

/** Rows on the screen, from 0. */
export const seenRows = ({ seen: { first, last } }: TabGrid) => ({ first: first - 1, last: last - 1 });

/** A tab with a page that has arrived; an answer that is older than what is known is passed over. */
export function withPage(grid: TabGrid, page: number, { tab, rows }: GridRowsAnswer): TabGrid {
  const known = grid.facts?.revision ?? tab.revision;
  if (tab.revision < known) return withPages(grid, (next) => unaskPage(next, page));
  const widths = widthsWith(grid.widths, rows, tab.columns);
  return withPages({ ...grid, facts: tab, widths }, (next) => {
    if (tab.revision > known) dropPages(next, 'ready');
    putPage(next, page, byNumber(rows));
  });
}

function withCell(row: GridRow | undefined, { row: number, column, cell }: PlacedCell): GridRow {
  const cells = [...(row?.cells ?? [])];
  while (cells.length < column) cells.push(null);
  cells[column - 1] = cell;
  return { row: number, id: row?.id ?? '', cells };
}

/** A tab with cells as the server says they are. */
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
 * A tab after cells of it were saved. Where no other write came in between, the pages that are known are as new as the
 * answer; else they stay on the screen until they have come again.
 */
export function afterSaving(grid: TabGrid, facts: GridTabFacts, cells: readonly PlacedCell[]): TabGrid {
  const before = grid.facts?.revision ?? facts.revision;
  const isOurs = facts.revision <= before + 1;
  const renewed = isOurs ? grid : withPages(grid, (next) => dropPages(next, 'ready'));
  const saved = withCells({ ...renewed, facts }, cells);
  const numbers = new Set(cells.filter(({ cell }) => isOfManyFigures(cell)).map(({ row }) => row));
  const rows = [...numbers].flatMap((row) => saved.pages[pageOf(row - 1)]?.rows?.[row] ?? []);
  return { ...saved, widths: widthsWith(saved.widths, rows, facts.columns) };
}

/** What the server holds in a cell; undefined while its row is on its way. */
export function storedCell({ pages }: TabGrid, { row, column }: Place): GridCell | undefined {
  const rows = pages[pageOf(row - 1)]?.rows;
  return rows === undefined ? undefined : (rows[row]?.cells[column - 1] ?? null);
}
