import type { Column, LockedCells, Row } from '../../../contract/rows';
import type { ApiFailure } from '../../http/apiError';
import { everyRow, type Question } from './question';

/** A tab of a project, as it is named in addresses. */
export interface TabName {
  readonly projectId: string;
  readonly sheetId: number;
}

/** A stretch of rows, by their place in the answer, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * One page of rows; a page that is not there was not asked for. `old` rows are of a copy that has been replaced: they stay
 * on the screen until the new ones come.
 */
export type RowsPage =
  | { readonly phase: 'ready'; readonly rows: readonly Row[] }
  | { readonly phase: 'old'; readonly rows: readonly Row[] }
  | { readonly phase: 'loading'; readonly rows?: readonly Row[] }
  | { readonly phase: 'failed'; readonly failure: ApiFailure; readonly rows?: readonly Row[] };

/** What the rows on the screen are: the answer to a question, at a revision. */
export interface RowsFacts {
  readonly total: number;
  readonly revision: number;
  /** The question, as its query. */
  readonly query: string;
}

/** What is known of a tab's rows. Columns and facts come with the first page; pages are keyed by their number, from 0. */
export interface TabRows {
  question: Question;
  /** The search as it stands in its field, ahead of the question while one types. */
  typed: string;
  /** Columns that are not shown. */
  hidden: readonly string[];
  columns: readonly Column[] | null;
  /** Cells that cannot be written. */
  locked: readonly LockedCells[];
  /** The first rows that came with the columns: by them columns get their width, which then stays. */
  sample: readonly Row[];
  facts: RowsFacts | null;
  pages: Record<number, RowsPage>;
  /** Numbers of the ready pages, the one used longest ago first. */
  kept: number[];
  seen: RowRange;
  /** Cells that have just changed, by row and column. */
  fresh: Readonly<Record<string, readonly string[]>>;
}

/** Rows a page. */
export const PAGE_ROWS = 100;

/** Pages kept for a tab; when there are more, the one used longest ago goes. */
export const PAGES_KEPT = 30;

/** Tabs kept; when there are more, the one opened longest ago goes. */
export const TABS_KEPT = 5;

export const tabKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

export const noRows = (): TabRows => ({
  question: everyRow,
  typed: '',
  hidden: [],
  columns: null,
  locked: [],
  sample: [],
  facts: null,
  pages: {},
  kept: [],
  seen: { first: 0, last: 0 },
  fresh: {},
});

/** Numbers of the pages a stretch of rows lies on, within the tab when its length is known. */
export function pagesOf({ first, last }: RowRange, total: number | undefined): readonly number[] {
  const end = total === undefined ? last : Math.min(last, total - 1);
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const count = Math.floor(Math.max(0, end) / PAGE_ROWS) - from + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}
