import type { Condition } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { conditionOf, idConditionOf, isOperator, type Operator, operatorNames, operators } from './condition';
import { splitList, withoutBrackets } from './parameters';
import { invalid, unknownColumn, unknownOperator } from './queryRefusals';
import type { QueryPair } from './rawQuery';

/** A filter of an address: what it asks of a column, or of `_id`. */
interface Filter {
  /** The name as it was given, for refusals. */
  readonly field: string;
  /** The column's place, or `_id`. */
  readonly of: number | '_id';
  readonly op: string;
  readonly value: string;
}

/** One filter, or several of one column and one operator. */
type Filters = readonly [Filter, ...Filter[]];

/** A name that stands for no filter. */
interface StrangeName {
  readonly strange: string;
}

/** The part before the last `__` and the operator after it. */
export function partsOfName(name: string): { readonly column: string; readonly op: string } | undefined {
  const at = name.lastIndexOf('__');
  return at > 0 ? { column: name.slice(0, at), op: name.slice(at + 2) } : undefined;
}

/**
 * What a `name=value` of an address asks. A name is a column by its exact key, by its slug, and only then `Column__op`.
 *
 * @returns the name where it is nothing that is known
 * @throws Refusal `unknown_operator`, `unknown_column`
 */
function filterOf({ name: field, value }: QueryPair, names: ColumnNames): Filter | StrangeName {
  const exact = names.find(field);
  const name = exact === undefined ? withoutBrackets(field) : field;
  const place = exact ?? (name === '_id' ? name : names.find(name));
  if (place !== undefined) return { field, of: place, op: 'eq', value };
  const parts = partsOfName(name);
  if (parts === undefined) return { strange: field };
  const { column, op } = parts;
  if (column === '_id') return { field, of: column, op, value };
  const before = names.find(column);
  if (before === undefined) return isOperator(op) ? unknownColumn(field, column, names) : { strange: field };
  if (!isOperator(op)) return unknownOperator(field, op, operatorNames);
  return { field, of: before, op, value };
}

const kindOf = (op: string) => (isOperator(op) ? operators[op].kind : undefined);

const isOneItem = ({ field, value }: Filter) => splitList(field, value).length === 1;

/** A value as an item of a list. */
const listed = (value: string) =>
  /^\s|\s$|[",]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;

/** No cell equals two values: whoever repeats a column means either of them, and would be told that there is no row. */
function refuseTwoValues([first, ...others]: Filters): void {
  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return;
  const { field, value } = first;
  const plain = withoutBrackets(field).replace(/__eq$/, '');
  const meant = `${plain}__in=${listed(value)},${listed(other.value)}`;
  invalid(other.field, 'No row equals two values at once.', `For rows with either, write ${meant}.`);
}

/** What filters of one operator and one column are put together to: lists are one list, and all else has to hold each time. */
function joined(filters: Filters): readonly Filters[] {
  const [first, ...others] = filters;
  if (others.length === 0) return [filters];
  const kind = kindOf(first.op);
  if (kind === 'list' || (kind === 'between' && filters.every(isOneItem))) return [filters];
  if (first.op === 'eq') refuseTwoValues(filters);
  return filters.map((filter) => [filter]);
}

/** @param filters one, or the parts of a list; they ask the same of the same column */
function conditionAsked(filters: Filters, names: ColumnNames): Condition {
  const [{ field, of, op, value }] = filters;
  const values = filters.length === 1 ? value : filters.map((filter) => filter.value);
  const operand = { field, value: values, isText: true };
  if (of === '_id') return idConditionOf(op, operand);
  return conditionOf(names.column(of), of, op as Operator, operand);
}

/** The conditions of an address, and the names in it that are nothing that is known. */
export interface AddressConditions {
  readonly conditions: readonly Condition[];
  readonly strange: readonly string[];
}

/**
 * Reads filters. Repeats of a list are one list, as most programs write lists; other repeats have to hold each time.
 *
 * @throws Refusal `invalid_parameter` for a column that is to equal two values, and what a condition refuses
 */
export function addressConditionsOf(pairs: readonly QueryPair[], names: ColumnNames): AddressConditions {
  const strange: string[] = [];
  const same = new Map<string, [Filter, ...Filter[]]>();
  for (const pair of pairs) {
    const filter = filterOf(pair, names);
    if ('strange' in filter) {
      strange.push(filter.strange);
      continue;
    }
    const key = `${filter.of} ${filter.op}`;
    const before = same.get(key);
    if (before === undefined) same.set(key, [filter]);
    else before.push(filter);
  }
  const conditions = [...same.values()].flatMap(joined).map((filters) => conditionAsked(filters, names));
  return { conditions, strange };
}
