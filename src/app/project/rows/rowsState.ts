import type { Column, LockedCells, Row } from '../../../contract/rows';
import type { Page, PageCache, RowRange } from '../../grid/pageCache';
import { everyRow, type Question } from './question';

/** A tab of a project, as it is named in addresses. */
export interface TabName {
  readonly projectId: string;
  readonly sheetId: number;
}

export type RowsPage = Page<readonly Row[]>;

/** What the rows on the screen are: the answer to a question, at a revision. */
export interface RowsFacts {
  readonly total: number;
  readonly revision: number;
  /** The question, as its query. */
  readonly query: string;
}

/** What is known of a tab's rows. Columns and facts come with the first page. */
export interface TabRows extends PageCache<readonly Row[]> {
  question: Question;
  /** The search as it stands in its field, ahead of the question while one types. */
  typed: string;
  /** Columns that are not shown. */
  hidden: readonly string[];
  columns: readonly Column[] | null;
  /** Cells that cannot be written. */
  locked: readonly LockedCells[];
  /** Columns get their width by these rows: the first that came with the columns, and later ones that hold longer figures. */
  sample: readonly Row[];
  facts: RowsFacts | null;
  seen: RowRange;
  /** Cells that have just changed, by row and column. */
  fresh: Readonly<Record<string, readonly string[]>>;
}

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
