import type { GridRow, GridRowsAnswer, GridTabFacts } from '../../../contract/driveGrid';
import { type GridCell, type PlacedCell, shownText } from '../../../contract/gridCells';
import { type GridPage, pageOf, PAGES_KEPT, type Place, type TabGrid } from './sheetState';

const byNumber = (rows: readonly GridRow[]): GridPage['rows'] => Object.fromEntries(rows.map((row) => [row.row, row]));

/** Pixels of a character in 13 pixel Inter, about, and of a cell's padding and edge. */
const CHARACTER = 6.7;
const PADDING = 18;
const [NARROWEST, WIDEST, BLANK] = [104, 280, 96];

/** Rows that a column's width is found by. */
const LOOKED_AT = 30;

/** Pixels of each column, by the longest text in its first rows. */
export function widthsOf(rows: readonly GridRow[], columns: number): readonly number[] {
  const tops = rows.slice(0, LOOKED_AT);
  return Array.from({ length: columns }, (_, at) => {
    const longest = Math.max(0, ...tops.map(({ cells }) => shownText(cells[at] ?? null).length));
    if (longest === 0) return BLANK;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, longest * CHARACTER + PADDING)));
  });
}

/** Keeps the pages that are nearest to the screen. */
function nearest(pages: TabGrid['pages'], seen: TabGrid['seen']): TabGrid['pages'] {
  const here = pageOf(seen.first);
  const kept = Object.entries(pages)
    .sort(([one], [other]) => Math.abs(Number(one) - here) - Math.abs(Number(other) - here))
    .slice(0, PAGES_KEPT);
  return Object.fromEntries(kept);
}

/** A tab with a page that has arrived; an answer that is older than what is known is passed over. */
export function withPage(grid: TabGrid, page: number, { tab, rows }: GridRowsAnswer): TabGrid {
  const asked = grid.asked.filter((other) => other !== page);
  if (grid.facts !== null && tab.revision < grid.facts.revision) return { ...grid, asked };
  const pages = nearest({ ...grid.pages, [page]: { revision: tab.revision, rows: byNumber(rows) } }, grid.seen);
  const widths = grid.widths.length === 0 && page === 0 ? widthsOf(rows, tab.columns) : grid.widths;
  return { ...grid, facts: tab, pages, asked, failure: null, widths };
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
    const number = pageOf(placed.row);
    const page = pages[number];
    if (page === undefined) continue;
    pages[number] = { ...page, rows: { ...page.rows, [placed.row]: withCell(page.rows[placed.row], placed) } };
  }
  return { ...grid, pages };
}

/**
 * A tab after cells of it were saved. Where nobody else has written in between, the pages that are known are as new as the
 * answer; else they stay on the screen until they have come again.
 */
export function afterSaving(grid: TabGrid, facts: GridTabFacts, cells: readonly PlacedCell[]): TabGrid {
  const before = grid.facts?.revision ?? facts.revision;
  const isOurs = facts.revision <= before + 1;
  const renewed = Object.entries(grid.pages).map(
    ([number, page]) =>
      [number, isOurs && page.revision === before ? { ...page, revision: facts.revision } : page] as const,
  );
  return withCells({ ...grid, facts, pages: Object.fromEntries(renewed) }, cells);
}

/** What the server holds in a cell; undefined while its row is on its way. */
export function storedCell({ pages }: TabGrid, { row, column }: Place): GridCell | undefined {
  const page = pages[pageOf(row)];
  return page === undefined ? undefined : (page.rows[row]?.cells[column - 1] ?? null);
}

/** Pages of a stretch of rows that have to be asked for: not known, or older than the tab, and not on their way. */
export function missingPages(grid: TabGrid): readonly number[] {
  const { first, last } = grid.seen;
  const [from, to] = [pageOf(Math.max(1, first)), pageOf(Math.max(1, last))];
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return numbers.filter((number) => {
    const page = grid.pages[number];
    const isFresh = page !== undefined && page.revision === grid.facts?.revision;
    return !isFresh && !grid.asked.includes(number);
  });
}
