import type { CellValue, Column, LockedCells, OwnerRowsAnswer, Row } from '../../../contract/rows';
import { everyRow, queryOf, type Question } from './question';
import { isNumeric } from '../../grid/textWidth';
import { invalidatePages, type Page, type PageCache, storePage, invalidatePage, PAGE_ROWS } from '../../grid/pageCache';

export type RowsPage = Page<readonly Row[]>;

/** Facts about the rows on the screen: all loaded pages belong to one query and one revision. */
interface RowsFacts {
  readonly total: number;
  readonly revision: number;
  /** Query of the question that the rows match. */
  readonly query: string;
}

/** State of the rows of a tab. Columns and facts arrive with the first page. */
export interface TabRows extends PageCache<readonly Row[]> {
  question: Question;
  /** Text of the search field; the question follows it after a pause. */
  typed: string;
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  /** In the order of the sheet. */
  columns: readonly Column[];
  /** Read-only cells. */
  locked: readonly LockedCells[];
  /** Rows from which the column widths are computed: the first rows, and later ones with longer numbers. */
  sample: readonly Row[];
  facts: RowsFacts | null;
  /** Column keys of the cells that have just changed, by row id. */
  fresh: Readonly<Record<string, readonly string[]>>;
}

/** State of a tab before its first page has arrived. */
export const noRows: TabRows = {
  question: everyRow,
  typed: '',
  hidden: [],
  columns: [],
  locked: [],
  sample: [],
  facts: null,
  pages: {},
  seen: { first: 0, last: 0 },
  fresh: {},
};

/** Marks all cells of a new row as changed. */
export const EVERY_CELL: readonly string[] = ['*'];

type Shown = Pick<TabRows, 'pages' | 'facts'>;

const isColumn = (key: string) => key !== '_id' && key !== '_row';

const changedIn = (before: Row, after: Readonly<Record<string, CellValue>>) =>
  Object.keys(after).filter((key) => isColumn(key) && before[key] !== after[key]);

/** Returns the loaded rows that may have moved to a page, by id: its own and those of the adjacent pages. */
function rowsAround({ pages }: Shown, page: number) {
  const rows = [page - 1, page, page + 1].flatMap((number) => pages[number]?.rows ?? []);
  return new Map(rows.map((row) => [row._id, row]));
}

/** Whether a page is loaded and is the last one. */
function isEndShown({ pages, facts }: Shown, page: number) {
  return pages[page]?.rows !== undefined && facts !== null && facts.total <= (page + 1) * PAGE_ROWS;
}

/**
 * Returns the cells of a page that differ from the rows on the screen, by row id. A row counts as new only where it cannot
 * have moved in from a page that was not loaded: before a known row, or at the end.
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

/** Number of first rows from which the column widths are computed. */
const SAMPLE_ROWS = 30;

/** Adds to a sample the rows with longer numbers than those in it: columns grow to fit them, as numbers are never truncated. */
function extendSample(sample: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const longest = new Map<string, number>();
  const holdsLonger = (row: Row) => {
    let isLonger = false;
    for (const [key, value] of Object.entries(row)) {
      const text = String(value ?? '');
      if (text.length <= (longest.get(key) ?? 0) || !isNumeric(text)) continue;
      longest.set(key, text.length);
      isLonger = true;
    }
    return isLonger;
  };
  sample.forEach(holdsLonger);
  const longer = rows.filter(holdsLonger);
  return longer.length === 0 ? sample : [...sample, ...longer];
}

/** Sets the question of a tab, invalidates its pages and returns to the first row. */
export function setQuestion(tab: TabRows, question: Question) {
  tab.question = question;
  tab.seen = { first: 0, last: tab.seen.last - tab.seen.first };
  tab.fresh = {};
  invalidatePages(tab);
}

/** Whether a response belongs to the current question and is not older than the rows on the screen. */
function isCurrent({ facts, question }: TabRows, query: string, revision: number) {
  if (query !== queryOf(question)) return false;
  return facts === null || facts.query !== query || revision >= facts.revision;
}

/** Replaces the rows of an older snapshot by the first page of a new one: the two are never shown together. */
function replaceSnapshot(tab: TabRows, page: number, { data, meta }: OwnerRowsAnswer, query: string) {
  if (tab.facts?.query === query) tab.fresh = freshCells(tab, page, data);
  for (const [number, { phase }] of Object.entries(tab.pages)) {
    if (phase === 'loading') tab.pages[Number(number)] = { phase };
    else delete tab.pages[Number(number)];
  }
  tab.facts = { total: meta.total, revision: meta.revision, query };
}

/** Marks the stale pages as ready: the revision has not changed. */
function confirmSnapshot(tab: TabRows) {
  for (const [number, { phase, rows }] of Object.entries(tab.pages))
    if (phase === 'old' && rows !== undefined) tab.pages[Number(number)] = { phase: 'ready', rows };
}

/** A row after a write, with the id that it had before. */
export interface WrittenRow {
  readonly id: string;
  readonly row: Row;
}

/**
 * Updates written rows in place: each stays where it is on the screen, also where it no longer matches the question, until
 * the rows are requested again.
 */
export function applyWrites(tab: TabRows, written: readonly WrittenRow[], revision: number | undefined) {
  const rows = new Map(written.map(({ id, row }) => [id, row]));
  for (const page of Object.values(tab.pages)) {
    if (page.rows?.some(({ _id }) => rows.has(_id)))
      Object.assign(page, { rows: page.rows.map((row) => ({ ...row, ...rows.get(row._id) })) });
  }
  if (tab.facts === null || revision === undefined || revision <= tab.facts.revision) return;
  // Somebody else has written in between.
  if (revision > tab.facts.revision + 1) invalidatePages(tab);
  else tab.facts = { ...tab.facts, revision };
}

/** Stores a page. One of an older snapshot or another question is dropped, and requested again if it is still missing. */
export function receivePage(tab: TabRows, page: number, answer: OwnerRowsAnswer, query: string) {
  const { meta, data, columns, locked = [] } = answer;
  if (!isCurrent(tab, query, meta.revision)) {
    if (tab.pages[page]?.phase === 'loading') invalidatePage(tab, page);
    return;
  }
  // Invalidated since it was requested: its rows may be older than the change.
  const isOutdated = (tab.pages[page]?.phase ?? 'old') === 'old';
  const isSameRevision = tab.facts?.revision === meta.revision;
  const isSameSnapshot = isSameRevision && tab.facts?.query === query;
  if (!isSameSnapshot) replaceSnapshot(tab, page, answer, query);
  else if (!isOutdated) confirmSnapshot(tab);
  if (!isSameRevision) Object.assign(tab, { columns, locked, sample: data.slice(0, SAMPLE_ROWS) });
  tab.sample = extendSample(tab.sample, data);
  storePage(tab, page, data);
  if (isOutdated) invalidatePage(tab, page);
}
