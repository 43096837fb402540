import type { Column } from '../../../contract/rows';
import type { Caller } from '../../access/caller';
import { visibleColumns, visibilityKeyOf } from '../../access/columnAccess';
import type { ReadTab } from '../../store/log/endpointsRepository';
import { ColumnNames } from './columnNames';
import type { Plan } from './plan';
import { addressPlanOf, bodyPlanOf } from './readQuery';
import { type QueryPair, queryPairsOf } from './rawQuery';

/** Query before parsing: the query of an address, without `?`, or the JSON of a body. */
export type Query = { readonly text: string } | { readonly body: unknown };

/** Plan, and the query text for the URLs of the following pages. */
export interface QueryPlan {
  readonly plan: Plan;
  /** Query of an address without `_cursor` and `_offset`; undefined for a body. */
  readonly nextQuery: string | undefined;
}

/** Cached column names, by the columns of a tab, then by visibility key. */
const cachedNames = new WeakMap<readonly Column[], Map<string, ColumnNames>>();

/** Maximum number of cached visibility keys per tab; each key that hides columns differently is one. */
const MAX_CACHED_VISIBILITIES = 1_000;

/**
 * Returns the columns of a tab that a caller may see.
 *
 * @throws Refusal `outdated_key`
 */
export function namesFor(caller: Caller, tab: ReadTab, columns: readonly Column[]): ColumnNames {
  const visibilityKey = visibilityKeyOf(caller, tab.id);
  const views = cachedNames.get(columns) ?? new Map<string, ColumnNames>();
  cachedNames.set(columns, views);
  const cached = views.get(visibilityKey);
  if (cached !== undefined) return cached;
  const names = new ColumnNames(columns, visibleColumns(caller, tab, columns), visibilityKey);
  if (views.size >= MAX_CACHED_VISIBILITIES) views.clear();
  views.set(visibilityKey, names);
  return names;
}

const SAFE = /^[\w.~!*'(),;:@/?$%=&+-]*$/;

/** Returns the query of the following pages: all but the parameters that set the start of the page. */
function nextQueryOf(pairs: readonly QueryPair[]): string {
  const others = pairs.filter(({ name }) => name !== '_cursor' && name !== '_offset');
  const nextQuery = others.map(({ raw }) => raw).join('&');
  if (SAFE.test(nextQuery)) return nextQuery;
  return new URLSearchParams(others.map(({ name, value }): [string, string] => [name, value])).toString();
}

/**
 * Compiles a query. Plans are not cached: most repeated queries are served from the response cache, and plans of thousands of
 * queries would cost the garbage collector more time than they save.
 *
 * @throws Refusal as `addressPlanOf` and `bodyPlanOf` do
 */
export function planOf(names: ColumnNames, query: Query): QueryPlan {
  if ('body' in query) return { plan: bodyPlanOf(query.body, names), nextQuery: undefined };
  const pairs = queryPairsOf(query.text);
  return { plan: addressPlanOf(pairs, names), nextQuery: nextQueryOf(pairs) };
}
