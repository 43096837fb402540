import { LRUCache } from 'lru-cache';
import type { Column } from '../../../contract/rows';
import { type Caller, visibleColumns, visibilityKeyOf } from '../../access/caller';
import type { ReadTab } from '../../store/log/endpointsRepository';
import { ColumnNames } from './columnNames';
import type { Plan } from './plan';
import { addressPlanOf } from './readQuery';
import { queryPairsOf } from './rawQuery';

/** A plan, and the query that asks for the pages after it. */
export interface AddressPlan {
  readonly plan: Plan;
  /** The query without what says where its page begins. */
  readonly rest: string;
}

/** What somebody may ask of a tab, and what has been asked. */
export interface Asked {
  /** Tells apart callers who see different columns. */
  readonly visibilityKey: string;
  readonly names: ColumnNames;
  /** Plans of queries, by their text. */
  readonly plans: LRUCache<string, AddressPlan>;
}

/** Bytes for the plans of one tab and one view. */
const BUDGET = 1024 * 1024;
const BYTES_PER_PLAN = 1_000;

/** By the columns of a tab, then by what the caller may see. */
const known = new WeakMap<readonly Column[], Map<string, Asked>>();

/** Views of one tab that are remembered; there are as many as keys that hide something. */
const MOST_VIEWS = 1_000;

/**
 * What there is to ask of a tab, for somebody.
 *
 * @throws Refusal `outdated_key`
 */
export function askedOf(caller: Caller, tab: ReadTab, columns: readonly Column[]): Asked {
  const visibilityKey = visibilityKeyOf(caller, tab.id);
  const views = known.get(columns) ?? new Map<string, Asked>();
  known.set(columns, views);
  const before = views.get(visibilityKey);
  if (before !== undefined) return before;
  const names = new ColumnNames(columns, visibleColumns(caller, tab, columns), visibilityKey);
  const asked: Asked = { visibilityKey, names, plans: new LRUCache({ maxSize: BUDGET }) };
  if (views.size >= MOST_VIEWS) views.clear();
  views.set(visibilityKey, asked);
  return asked;
}

/** Of the pages that follow each other only the place differs. */
const isPlace = (name: string) => name === '_cursor' || name === '_offset';

const SAFE = /^[\w.~!*'(),;:@/?$%=&+-]*$/;

function planned(text: string, names: ColumnNames): AddressPlan {
  const pairs = queryPairsOf(text);
  const plan = addressPlanOf(pairs, names);
  const others = pairs.filter(({ name }) => !isPlace(name));
  const rest = others.map(({ raw }) => raw).join('&');
  if (SAFE.test(rest)) return { plan, rest };
  return {
    plan,
    rest: new URLSearchParams(others.map(({ name, value }): [string, string] => [name, value])).toString(),
  };
}

/**
 * The plan of a query of an address, made once for as long as the columns stay.
 *
 * @param text the query as it arrived, without `?`
 * @throws Refusal what `addressPlanOf` refuses
 */
export function planOf({ names, plans }: Asked, text: string): AddressPlan {
  const before = plans.get(text);
  if (before !== undefined) return before;
  const plan = planned(text, names);
  plans.set(text, plan, { size: BYTES_PER_PLAN + 4 * text.length });
  return plan;
}
