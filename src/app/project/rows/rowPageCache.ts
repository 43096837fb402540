import { isDraft, original } from '@reduxjs/toolkit';
import type { OwnerRowsAnswer, Row, CellValue } from '../../../contract/rows';
import { queryOf, type Question } from './question';
import { isOfFigures } from '../../grid/textWidth';
import { dropPages, putPage, unaskPage, PAGE_ROWS } from '../../grid/pageCache';
import type { TabRows } from './endpointSlice';

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

/** First rows by which columns get their width. */
const SAMPLE_ROWS = 30;

/** Adds the rows to a sample that hold longer figures than those before them: columns grow to these, as figures are never cut. */
function sampleWith(sample: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const longest = new Map<string, number>();
  const holdsLonger = (row: Row) => {
    let isLonger = false;
    for (const [key, value] of Object.entries(row)) {
      const text = String(value ?? '');
      if (text.length <= (longest.get(key) ?? 0) || !isOfFigures(text)) continue;
      longest.set(key, text.length);
      isLonger = true;
    }
    return isLonger;
  };
  sample.forEach(holdsLonger);
  const longer = rows.filter(holdsLonger);
  return longer.length === 0 ? sample : [...sample, ...longer];
}

/** Another question: what is on its way is given up, and what comes begins at its first row. */
export function ask(tab: TabRows, question: Question) {
  tab.question = question;
  tab.seen = { first: 0, last: tab.seen.last - tab.seen.first };
  tab.fresh = {};
  dropPages(tab);
}

/** Only what was asked last is taken in, and nothing older than what is shown. */
function isWanted({ facts, question }: TabRows, query: string, revision: number) {
  if (query !== queryOf(question)) return false;
  return facts === null || facts.query !== query || revision >= facts.revision;
}

/** The first page of a new copy sends the pages of the old one away: they never stand side by side. */
function replaceCopy(tab: TabRows, page: number, { data, meta }: OwnerRowsAnswer, query: string) {
  const before = isDraft(tab) ? (original(tab as object) as TabRows) : tab;
  if (tab.facts?.query === query) tab.fresh = freshCells(before, page, data);
  for (const [number, { phase }] of Object.entries(tab.pages)) {
    if (phase === 'loading') tab.pages[Number(number)] = { phase };
    else delete tab.pages[Number(number)];
  }
  tab.kept = [];
  tab.facts = { total: meta.total, revision: meta.revision, query };
}

/** The rows have not changed after all. */
function confirmCopy(tab: TabRows) {
  for (const [number, { phase, rows }] of Object.entries(tab.pages))
    if (phase === 'old' && rows !== undefined) tab.pages[Number(number)] = { phase: 'ready', rows };
}

/** A row as it is after a write, by the id that it had before. */
export interface WrittenRow {
  readonly id: string;
  readonly row: Row;
}

/** Rows have been written: each stays where it is on the screen, whatever is asked, until all are asked for anew. */
export function putWritten(tab: TabRows, written: readonly WrittenRow[], revision: number | undefined) {
  const rows = new Map(written.map(({ id, row }) => [id, row]));
  for (const page of Object.values(tab.pages))
    if (page.rows?.some(({ _id }) => rows.has(_id)))
      Object.assign(page, { rows: page.rows.map((row) => ({ ...row, ...rows.get(row._id) })) });
  if (tab.facts === null || revision === undefined || revision <= tab.facts.revision) return;
  // Others have written in between.
  if (revision > tab.facts.revision + 1) dropPages(tab);
  else tab.facts = { ...tab.facts, revision };
}

/** Takes a page in. One of an older copy is not taken; being missing, it is asked for again. */
export function takePage(tab: TabRows, page: number, answer: OwnerRowsAnswer, query: string) {
  const { meta, data, columns, locked = [] } = answer;
  if (!isWanted(tab, query, meta.revision)) {
    if (tab.pages[page]?.phase === 'loading') unaskPage(tab, page);
    return;
  }
  const isSameRevision = tab.facts?.revision === meta.revision;
  if (isSameRevision && tab.facts?.query === query) confirmCopy(tab);
  else replaceCopy(tab, page, answer, query);
  if (!isSameRevision) Object.assign(tab, { columns, locked, sample: data.slice(0, SAMPLE_ROWS) });
  tab.sample = sampleWith(tab.sample, data);
  putPage(tab, page, data);
}
