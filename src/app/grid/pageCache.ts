import type { ApiFailure } from '../http/apiError';
import { rangeIndexes } from './gridMoves';

/** A range of rows, from 0, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * One page of rows; an absent page was not requested. `old` rows are stale: they stay on the screen until the new ones
 * arrive.
 */
export type Page<Rows> =
  | { readonly phase: 'ready' | 'old'; readonly rows: Rows }
  | { readonly phase: 'loading'; readonly rows?: Rows }
  | { readonly phase: 'failed'; readonly failure: ApiFailure; readonly rows?: Rows };

/** LRU cache of the rows of a table, page by page. */
export interface PageCache<Rows> {
  /** By page number, from 0. */
  pages: Record<number, Page<Rows>>;
  /** Numbers of the ready pages, the least recently used first. */
  recentPages: number[];
}

/** Rows per page. */
export const PAGE_ROWS = 100;

/** Maximum number of cached pages of a table; beyond it the least recently used one is evicted. */
const MAX_PAGES = 30;

export const pageOf = (row: number) => Math.floor(Math.max(0, row) / PAGE_ROWS);

/** Returns the numbers of the pages of a row range, within the table when its length is known. */
function pagesOf({ first, last }: RowRange, total: number | undefined): readonly number[] {
  return rangeIndexes({ first: pageOf(first), last: pageOf(total === undefined ? last : Math.min(last, total - 1)) });
}

/** Returns the pages of a row range that are neither loaded nor requested. */
export const missingPages = <Rows>({ pages }: PageCache<Rows>, range: RowRange, total?: number) =>
  pagesOf(range, total).filter((page) => (pages[page]?.phase ?? 'old') === 'old');

/** Returns the failure of the first failed page; undefined if none failed. */
export function failureIn<Rows>({ pages }: PageCache<Rows>): ApiFailure | undefined {
  const failed = Object.values(pages).find(({ phase }) => phase === 'failed');
  return failed?.phase === 'failed' ? failed.failure : undefined;
}

function touchPage<Rows>(cache: PageCache<Rows>, page: number) {
  cache.recentPages = [...cache.recentPages.filter((other) => other !== page), page];
  for (const old of cache.recentPages.splice(0, Math.max(0, cache.recentPages.length - MAX_PAGES)))
    delete cache.pages[old];
}

/** Marks the pages of a row range as recently used. */
export function touchPages<Rows>(cache: PageCache<Rows>, range: RowRange, total?: number) {
  for (const page of pagesOf(range, total)) if (cache.pages[page]?.phase === 'ready') touchPage(cache, page);
}

/** Marks a page as requested; its stale rows stay. */
export function markLoading<Rows>({ pages }: PageCache<Rows>, page: number) {
  const rows = pages[page]?.rows;
  pages[page] = rows === undefined ? { phase: 'loading' } : { phase: 'loading', rows };
}

/** Marks a page as failed; its stale rows stay. */
export function markFailed<Rows>({ pages }: PageCache<Rows>, page: number, failure: ApiFailure) {
  const rows = pages[page]?.rows;
  pages[page] = rows === undefined ? { phase: 'failed', failure } : { phase: 'failed', failure, rows };
}

/** Stores a page. */
export function storePage<Rows>(cache: PageCache<Rows>, page: number, rows: Rows) {
  cache.pages[page] = { phase: 'ready', rows };
  touchPage(cache, page);
}

/** Marks a page as missing; its rows stay as stale ones. */
export function invalidatePage<Rows>({ pages }: PageCache<Rows>, page: number) {
  const rows = pages[page]?.rows;
  if (rows === undefined) delete pages[page];
  else pages[page] = { phase: 'old', rows };
}

/** Marks all pages, or those of a phase, as missing, so that they are requested again; their rows stay as stale ones. */
export function invalidatePages<Rows>(cache: PageCache<Rows>, phase?: Page<Rows>['phase']) {
  for (const [page, other] of Object.entries(cache.pages))
    if (phase === undefined || other.phase === phase) invalidatePage(cache, Number(page));
}
