import type { Condition } from '../engine/engine';
import { partsOfName } from './addressConditions';
import type { ColumnNames } from './columnNames';
import { taskDigest } from './fingerprint';
import { isOperator } from './operators';
import { parameterNames } from './parameters';
import type { Plan } from './plan';
import { conditionAt, isOfShape, type PlanShape, restOf, shapedPlan, type ValueUse } from './planShape';
import { scannedQuery, scanQuery } from './queryScan';
import { queryPairsOf, type QueryPair } from './rawQuery';

/** A plan, and the query that asks for the pages after it. */
export interface AddressPlan {
  readonly plan: Plan;
  /** The query without what says where its page begins. */
  readonly rest: string;
}

/** So many shapes are remembered. */
const MOST_SHAPES = 500;

/** Parameters that say what is wanted; what `_where` and `_q` hold is another thing each time. */
const lasting: ReadonlySet<string> = new Set(
  parameterNames
    .filter((name) => name !== 'where' && name !== 'q' && name !== 'offset' && name !== 'cursor')
    .map((name) => `_${name}`),
);

/** Plans queries by what they have in common with one that was planned before. */
export class ShapedPlans {
  /** By hash; those that look alike but are not take turns. */
  readonly #shapes = new Map<number, PlanShape>();

  constructor(private readonly names: ColumnNames) {}

  /**
   * @returns undefined where nothing of that shape has been planned yet, or where it is not written plainly
   * @throws Refusal what the query would be refused for otherwise too
   */
  planOf(text: string): AddressPlan | undefined {
    if (!scanQuery(text)) return undefined;
    const shape = this.#shapes.get(scannedQuery.hash);
    if (shape === undefined || !isOfShape(shape, text)) return undefined;
    const plan = shapedPlan(shape, text, this.names);
    return plan && { plan, rest: restOf(shape, text) };
  }

  /** Remembers the shape of a query that has been planned. @returns whether it has one that others may have too */
  learn(text: string, plan: Plan): boolean {
    const shape = scanQuery(text) ? shapeOf(text, plan, this.names) : undefined;
    if (shape === undefined) return false;
    if (this.#shapes.size >= MOST_SHAPES) this.#shapes.clear();
    this.#shapes.set(scannedQuery.hash, shape);
    return true;
  }
}

/** What the value of a pair is for; undefined where it is no such thing. */
function useOf({ name }: QueryPair, names: ColumnNames): ValueUse | undefined {
  if (name === '_offset') return { kind: 'offset' };
  if (name === '_cursor') return { kind: 'cursor' };
  const place = names.find(name);
  if (place !== undefined) return { kind: 'condition', name, column: place, op: 'eq' };
  const parts = partsOfName(name);
  const column = parts && names.find(parts.column);
  if (column === undefined || parts === undefined || !isOperator(parts.op)) return undefined;
  return { kind: 'condition', name, column, op: parts.op };
}

/** What a condition begins with in JSON: two that differ in it have the same order whatever their values are. */
const sortOf = (condition: Condition): string => {
  const { kind, column, op } = { column: -1, op: '', ...condition };
  return JSON.stringify([kind, column, op]);
};

/** The order that a plan gives to conditions; undefined where their values decide it. */
function tidyOf(uses: readonly ValueUse[], text: string, names: ColumnNames): readonly number[] | undefined {
  const conditions = uses.flatMap((use, n) =>
    use.kind === 'condition' ? [{ n, condition: conditionAt(use, text, n, names) }] : [],
  );
  if (new Set(conditions.map(({ condition }) => sortOf(condition))).size < conditions.length) return undefined;
  const texts = conditions.map(({ n, condition }) => ({ n, json: JSON.stringify(condition) }));
  return texts.sort((one, other) => (one.json < other.json ? -1 : 1)).map(({ n }) => n);
}

const isPlace = ({ raw }: QueryPair) => raw.startsWith('_offset=') || raw.startsWith('_cursor=');

/** The shape of the query that was just scanned, for which there is this plan. */
function shapeOf(text: string, plan: Plan, names: ColumnNames): PlanShape | undefined {
  const uses: ValueUse[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (const pair of queryPairsOf(text)) {
    if (pair.raw.startsWith('_') && !isPlace(pair)) {
      if (lasting.has(pair.name)) continue;
      return undefined;
    }
    const use = useOf(pair, names);
    if (use === undefined) return undefined;
    pieces.push(text.slice(at, scannedQuery.starts[uses.length]));
    at = scannedQuery.ends[uses.length]!;
    uses.push(use);
  }
  const tidy = uses.length === scannedQuery.count ? tidyOf(uses, text, names) : undefined;
  return tidy && { pieces: [...pieces, text.slice(at)], uses, tidy, like: plan, task: taskDigest(plan.task, names) };
}
