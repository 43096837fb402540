import type { Condition, FilterValue } from '../engine/engine';
import type { ColumnNames } from './columnNames';
import { Digest } from './digest';
import type { Plan } from './plan';

const kinds = ['and', 'or', 'not', 'compare', 'in', 'nin', 'between', 'text', 'blank', 'ids', 'search'] as const;
const numberOfKind = new Map<string, number>(kinds.map((kind, at) => [kind, at]));

/** Adds a value; the same text, number or truth value only is the same. */
function addValue(digest: Digest, value: FilterValue) {
  if (typeof value === 'string') digest.text(value);
  else if (typeof value === 'number') digest.number(value).number(1);
  else digest.number(value ? 3 : 2);
}

function addValues(digest: Digest, values: readonly FilterValue[]) {
  digest.number(values.length);
  for (const value of values) addValue(digest, value);
}

function add(digest: Digest, condition: Condition): void {
  digest.number(numberOfKind.get(condition.kind) ?? -1);
  switch (condition.kind) {
    case 'and':
    case 'or':
      digest.number(condition.parts.length);
      for (const part of condition.parts) add(digest, part);
      return;
    case 'not':
      return add(digest, condition.part);
    case 'compare':
      digest.number(condition.column).text(condition.op);
      return addValue(digest, condition.value);
    case 'in':
    case 'nin':
      digest.number(condition.column);
      return addValues(digest, condition.values);
    case 'between':
      digest.number(condition.column);
      return addValues(digest, [condition.from, condition.to]);
    case 'text':
      return void digest.number(condition.column).text(condition.op).text(condition.text);
    case 'blank':
      return void digest.number(condition.column).number(condition.is ? 1 : 0);
    case 'ids':
      return addValues(digest, condition.ids);
    case 'search':
      digest.text(condition.text);
      return addValues(digest, condition.columns);
  }
}

/**
 * Which records, in which order, without the conditions: what a fingerprint begins with. Columns are told by their places among all
 * columns, so that of whoever does not see all of them nothing can be worked out from it.
 */
export const taskDigest = (task: Plan['task'], { sight }: Pick<ColumnNames, 'sight'>): Digest =>
  new Digest().text(sight).text(JSON.stringify(task.kind === 'rows' ? task.order : task));

const digest = new Digest();

/** What a cursor is bound to: the same for questions that have the same rows in the same order. */
export function fingerprintOf(task: Digest, where: Condition | undefined): string {
  digest.begin(task);
  if (where !== undefined) add(digest, where);
  return digest.toString();
}
