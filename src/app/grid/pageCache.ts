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

/** The rows of a table, page by page. */
export interface PageCache<Rows> {
  /** By page number, from 0. */
  pages: Record<number, Page<Rows>>;
  /** The rows on the screen. */
  seen: RowRange;
}

/** Rows per page. */
export const PAGE_ROWS = 100;

/** Maximum number of loaded pages of a table, besides those on the screen; beyond it the one farthest from the screen is evicted. */
const MAX_PAGES = 30;

export const pageOf = (row: number) => Math.floor(Math.max(0, row) / PAGE_ROWS);

/** Returns the pages on the screen that are neither loaded nor requested. @param total number of rows of the table, if known */
export function missingPages<Rows>({ pages, seen }: PageCache<Rows>, total = Infinity) {
  const shown = rangeIndexes({ first: pageOf(seen.first), last: pageOf(Math.min(seen.last, total - 1)) });
  return shown.filter((page) => pages[page] === undefined || pages[page].phase === 'old');
}

/** Returns the failure of the first failed page; undefined if none failed. */
export function failureIn<Rows>({ pages }: PageCache<Rows>): ApiFailure | undefined {
  const failed = Object.values(pages).find(({ phase }) => phase === 'failed');
  return failed?.phase === 'failed' ? failed.failure : undefined;
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

/** Stores a page, and evicts another one if there are too many. */
export function storePage<Rows>({ pages, seen }: PageCache<Rows>, page: number, rows: Rows) {
  pages[page] = { phase: 'ready', rows };
  const numbers = Object.keys(pages).map(Number);
  const loaded = numbers.filter((number) => pages[number]?.rows !== undefined);
  const distanceOf = (number: number) => Math.max(pageOf(seen.first) - number, number - pageOf(seen.last));
  const [farthest = page] = loaded.sort((a, b) => distanceOf(b) - distanceOf(a));
  if (loaded.length > MAX_PAGES && distanceOf(farthest) > 0) delete pages[farthest];
}

/** Marks a page as missing; its rows stay as stale ones. */
export function invalidatePage<Rows>({ pages }: PageCache<Rows>, page: number) {
  const rows = pages[page]?.rows;
  if (rows === undefined) delete pages[page];
  else pages[page] = { phase: 'old', rows };
}

/** Marks all pages, or those of a phase, as missing, so that they are requested again; their rows stay as stale ones. */
export function invalidatePages<Rows>(cache: PageCache<Rows>, phase?: Page<Rows>['phase']) {
  for (const [number, page] of Object.entries(cache.pages)) {
    if (phase === undefined || page.phase === phase) invalidatePage(cache, Number(number));
  }
}
