import type { Column } from '../../contract/rows';
import { type Caller, visibleColumns, viewOf } from '../access/caller';
import type { ReadTab } from './endpointsRepository';
import { Doorkeeper } from './doorkeeper';
import { Lru } from './engine/lru';
import { ColumnNames } from './query/columnNames';
import { addressPlanOf } from './query/question';
import { queryPairsOf } from './query/rawQuery';
import { type AddressPlan, ShapedPlans } from './query/shapedPlans';

/** What somebody may ask of a tab, and what has been asked. */
export interface Asked {
  /** Tells apart callers who see different columns. */
  readonly view: string;
  readonly names: ColumnNames;
  readonly shaped: ShapedPlans;
  /** Plans of queries that are not like others, by their text. */
  readonly plans: Lru<AddressPlan>;
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
  const view = viewOf(caller, tab.id);
  const views = known.get(columns) ?? new Map<string, Asked>();
  known.set(columns, views);
  const before = views.get(view);
  if (before !== undefined) return before;
  const names = new ColumnNames(columns, visibleColumns(caller, tab, columns), view);
  const asked: Asked = { view, names, shaped: new ShapedPlans(names), plans: new Lru(BUDGET) };
  if (views.size >= MOST_VIEWS) views.clear();
  views.set(view, asked);
  return asked;
}

/** Of the pages that follow each other only the place differs. */
const isPlace = (name: string) => name === '_cursor' || name === '_offset';

/** Of the queries of all tabs: most are asked again and again. */
const doorkeeper = new Doorkeeper();

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
 * The plan of a query of an address. One that differs from an earlier one in its values only is planned by what they have in
 * common; any other is planned once for as long as the columns stay.
 *
 * @param text the query as it arrived, without `?`
 * @throws Refusal what `addressPlanOf` refuses
 */
export function planOf({ names, plans, shaped }: Asked, text: string): AddressPlan {
  const before = shaped.planOf(text) ?? plans.get(text);
  if (before !== undefined) return before;
  const plan = planned(text, names);
  const isLearnt = shaped.learn(text, plan.plan);
  if (!isLearnt && (!plans.isFilling || doorkeeper.knows(text)))
    plans.set(text, plan, BYTES_PER_PLAN + 4 * text.length);
  return plan;
}
