import type { ApiFailure } from '../http/apiError';
import { upTo } from './gridMoves';

/** A stretch of rows, from 0, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * One page of rows; a page that is not there was not asked for. `old` rows are of a copy that has been replaced: they stay
 * on the screen until the new ones come.
 */
export type Page<Rows> =
  | { readonly phase: 'ready' | 'old'; readonly rows: Rows }
  | { readonly phase: 'loading'; readonly rows?: Rows }
  | { readonly phase: 'failed'; readonly failure: ApiFailure; readonly rows?: Rows };

/** What is kept of a table's rows. */
export interface PageCache<Rows> {
  /** By their number, from 0. */
  pages: Record<number, Page<Rows>>;
  /** Numbers of the ready pages, the one used longest ago first. */
  kept: number[];
}

/** Rows a page. */
export const PAGE_ROWS = 100;

/** Pages kept of a table; when there are more, the one used longest ago goes. */
const PAGES_KEPT = 30;

export const pageOf = (row: number) => Math.floor(Math.max(0, row) / PAGE_ROWS);

/** Numbers of the pages a stretch of rows lies on, within the table when its length is known. */
function pagesOf({ first, last }: RowRange, total: number | undefined): readonly number[] {
  return upTo({ first: pageOf(first), last: pageOf(total === undefined ? last : Math.min(last, total - 1)) });
}

/** Pages of a stretch of rows that are neither there nor asked for. */
export const missingPages = <Rows>({ pages }: PageCache<Rows>, range: RowRange, total?: number) =>
  pagesOf(range, total).filter((page) => (pages[page]?.phase ?? 'old') === 'old');

/** Why a page did not come, where one did not. */
export function failureIn<Rows>({ pages }: PageCache<Rows>): ApiFailure | undefined {
  const failed = Object.values(pages).find(({ phase }) => phase === 'failed');
  return failed?.phase === 'failed' ? failed.failure : undefined;
}

function keepUsed<Rows>(cache: PageCache<Rows>, page: number) {
  cache.kept = [...cache.kept.filter((other) => other !== page), page];
  for (const old of cache.kept.splice(0, Math.max(0, cache.kept.length - PAGES_KEPT))) delete cache.pages[old];
}

/** Notes that the pages of a stretch of rows are used: the others go first. */
export function usePages<Rows>(cache: PageCache<Rows>, range: RowRange, total?: number) {
  for (const page of pagesOf(range, total)) if (cache.pages[page]?.phase === 'ready') keepUsed(cache, page);
}

/** A page is asked for; rows it still shows stay. */
export function askPage<Rows>({ pages }: PageCache<Rows>, page: number) {
  const rows = pages[page]?.rows;
  pages[page] = rows === undefined ? { phase: 'loading' } : { phase: 'loading', rows };
}

/** A page did not come. */
export function failPage<Rows>({ pages }: PageCache<Rows>, page: number, failure: ApiFailure) {
  const rows = pages[page]?.rows;
  pages[page] = rows === undefined ? { phase: 'failed', failure } : { phase: 'failed', failure, rows };
}

/** A page has come. */
export function putPage<Rows>(cache: PageCache<Rows>, page: number, rows: Rows) {
  cache.pages[page] = { phase: 'ready', rows };
  keepUsed(cache, page);
}

/** Takes a page back to before it was asked for; rows it still shows stay. */
export function unaskPage<Rows>({ pages }: PageCache<Rows>, page: number) {
  const rows = pages[page]?.rows;
  if (rows === undefined) delete pages[page];
  else pages[page] = { phase: 'old', rows };
}

/** Has pages asked for anew: all of them, or those of a phase. Their rows stay on the screen until then. */
export function dropPages<Rows>(cache: PageCache<Rows>, phase?: Page<Rows>['phase']) {
  for (const [page, other] of Object.entries(cache.pages))
    if (phase === undefined || other.phase === phase) unaskPage(cache, Number(page));
}
