import type { CellValue, Row } from '../../../contract/rows';
import { PAGE_ROWS } from '../../grid/pageCache';
import type { TabRows } from './rowsState';

/** What stands for all cells of a new row. */
export const EVERY_CELL: readonly string[] = ['*'];

type Shown = Pick<TabRows, 'pages' | 'facts'>;

const isColumn = (key: string) => key !== '_id' && key !== '_row';

const changedIn = (before: Row, after: Readonly<Record<string, CellValue>>) =>
  Object.keys(after).filter((key) => isColumn(key) && before[key] !== after[key]);

/** Rows on the screen that may have come to a page: its own, and those of the pages beside it. */
function rowsAround({ pages }: Shown, page: number) {
  const rows = [page - 1, page, page + 1].flatMap((number) => pages[number]?.rows ?? []);
  return new Map(rows.map((row) => [row._id, row]));
}

/** Whether a page is shown, and no row follows it. */
function isEndShown({ pages, facts }: Shown, page: number) {
  return pages[page]?.rows !== undefined && facts !== null && facts.total <= (page + 1) * PAGE_ROWS;
}

/**
 * Cells of a page that differ from the rows on the screen, by row. A row is called new only where it cannot have come
 * from a page that was not there: before a row that was, or at the end.
 */
export function freshCells(shown: Shown, page: number, rows: readonly Row[]): TabRows['fresh'] {
  const known = rowsAround(shown, page);
  const lastKnown = rows.map(({ _id }) => known.has(_id)).lastIndexOf(true);
  const isEnd = isEndShown(shown, page);
  const cells = rows.map((row, index): readonly [string, readonly string[]] => {
    const before = known.get(row._id);
    if (before !== undefined) return [row._id, changedIn(before, row)];
    const isBeyond = known.size > 0 && page * PAGE_ROWS + index >= (shown.facts?.total ?? 0);
    return [row._id, index < lastKnown || isEnd || isBeyond ? EVERY_CELL : []];
  });
  return Object.fromEntries(cells.filter(([, keys]) => keys.length > 0));
}
