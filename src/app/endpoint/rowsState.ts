import type { Column, Row } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';

/** A tab of a project, as it is named in addresses. */
export interface TabName {
  readonly projectId: string;
  readonly sheetId: number;
}

/** A stretch of rows on the screen, by their place in the tab, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** One page of rows; a page that is not there was not asked for. */
export type RowsPage =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly rows: readonly Row[] }
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** What is known of a tab's rows. `facts` come with the first page; pages are keyed by their number, from 0. */
export interface TabRows {
  facts: { columns: readonly Column[]; total: number; revision: number } | null;
  pages: Record<number, RowsPage>;
  /** Numbers of the ready pages, the one used longest ago first. */
  kept: number[];
  seen: RowRange;
}

/** Rows a page. */
export const PAGE_ROWS = 100;

/** Pages kept for a tab; when there are more, the one used longest ago goes. */
export const PAGES_KEPT = 30;

/** Tabs kept; when there are more, the one opened longest ago goes. */
export const TABS_KEPT = 5;

export const tabKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

export const noRows = (): TabRows => ({ facts: null, pages: {}, kept: [], seen: { first: 0, last: 0 } });

/** Numbers of the pages a stretch of rows lies on, within the tab when its length is known. */
export function pagesOf({ first, last }: RowRange, total: number | undefined): readonly number[] {
  const end = total === undefined ? last : Math.min(last, total - 1);
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const count = Math.floor(Math.max(0, end) / PAGE_ROWS) - from + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}
