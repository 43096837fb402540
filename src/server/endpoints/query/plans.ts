import type { Column } from '../../../contract/rows';
import { type Caller, visibleColumns, visibilityKeyOf } from '../../access/caller';
import type { ReadTab } from '../../store/log/endpointsRepository';
import { ColumnNames } from './columnNames';
import type { Plan } from './plan';
import { addressPlanOf, bodyPlanOf } from './readQuery';
import { type QueryPair, queryPairsOf } from './rawQuery';

/** What is asked: the query of an address, without `?`, or the JSON of a body. */
export type Query = { readonly text: string } | { readonly body: unknown };

/** A plan, and the query that asks for the pages after it. */
export interface QueryPlan {
  readonly plan: Plan;
  /** The query of an address without what says where its page begins; undefined for a body. */
  readonly rest: string | undefined;
}

/** By the columns of a tab, then by what the caller may see. */
const known = new WeakMap<readonly Column[], Map<string, ColumnNames>>();

/** Views of one tab that are remembered; there are as many as keys that hide something. */
const MOST_VIEWS = 1_000;

/**
 * The columns of a tab that a caller may see.
 *
 * @throws Refusal `outdated_key`
 */
export function namesFor(caller: Caller, tab: ReadTab, columns: readonly Column[]): ColumnNames {
  const visibilityKey = visibilityKeyOf(caller, tab.id);
  const views = known.get(columns) ?? new Map<string, ColumnNames>();
  known.set(columns, views);
  const before = views.get(visibilityKey);
  if (before !== undefined) return before;
  const names = new ColumnNames(columns, visibleColumns(caller, tab, columns), visibilityKey);
  if (views.size >= MOST_VIEWS) views.clear();
  views.set(visibilityKey, names);
  return names;
}

/** Of the pages that follow each other only the place differs. */
const isPlace = (name: string) => name === '_cursor' || name === '_offset';

const SAFE = /^[\w.~!*'(),;:@/?$%=&+-]*$/;

function restOf(pairs: readonly QueryPair[]): string {
  const others = pairs.filter(({ name }) => !isPlace(name));
  const rest = others.map(({ raw }) => raw).join('&');
  if (SAFE.test(rest)) return rest;
  return new URLSearchParams(others.map(({ name, value }): [string, string] => [name, value])).toString();
}

/**
 * Makes the plan of a query. None is remembered: most that are asked again are answered from the cache, and what is held for some
 * thousand queries costs the garbage collector more than it saves.
 *
 * @throws Refusal what `addressPlanOf` and `bodyPlanOf` refuse
 */
export function planOf(names: ColumnNames, query: Query): QueryPlan {
  if ('body' in query) return { plan: bodyPlanOf(query.body, names), rest: undefined };
  const pairs = queryPairsOf(query.text);
  return { plan: addressPlanOf(pairs, names), rest: restOf(pairs) };
}
