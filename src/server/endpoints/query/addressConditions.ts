import type { Condition } from '../engine/engine';
import { type ColumnNames } from './columnNames';
import { conditionOf, idConditionOf } from './condition';
import { isOperator, operatorNames } from './operators';
import { unknownColumn, unknownOperator } from './queryRefusals';
import type { QueryPair } from './rawQuery';

/** A name that stands for no condition. */
export interface StrangeName {
  readonly strange: string;
}

const operandOf = ({ name, value }: QueryPair) => ({ field: name, value, isText: true });

/** The part before the last `__` and the operator after it. */
export function partsOfName(name: string): { readonly column: string; readonly op: string } | undefined {
  const at = name.lastIndexOf('__');
  return at > 0 ? { column: name.slice(0, at), op: name.slice(at + 2) } : undefined;
}

/**
 * What a `name=value` of an address asks. A name is a column by its exact key, by its slug, and only then `Column__op`.
 *
 * @returns the name where it is nothing that is known
 * @throws Refusal `unknown_operator`, `unknown_column`, `invalid_value` and what else a condition refuses
 */
export function addressConditionOf(pair: QueryPair, names: ColumnNames): Condition | StrangeName {
  const { name } = pair;
  const place = names.find(name);
  if (place !== undefined) return conditionOf(names.column(place), place, 'eq', operandOf(pair));
  if (name === '_id') return idConditionOf('eq', operandOf(pair));
  const parts = partsOfName(name);
  if (parts === undefined) return { strange: name };
  if (parts.column === '_id') return idConditionOf(parts.op, operandOf(pair));
  const before = names.find(parts.column);
  if (before === undefined) return isOperator(parts.op) ? unknownColumn(name, parts.column, names) : { strange: name };
  if (!isOperator(parts.op)) return unknownOperator(name, parts.op, operatorNames);
  return conditionOf(names.column(before), before, parts.op, operandOf(pair));
}
