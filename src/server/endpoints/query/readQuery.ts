import { listItem } from '../../../contract/idsQuery';
import type { Condition } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { conditionOf, idConditionOf, refuseLongText } from './condition';
import { isOperator, type Operator, operatorNames, operators } from './operators';
import { isJsonObject, withLongNumbers } from './values';
import {
  type ParameterName,
  parameterNames,
  Parameters,
  plainParameter,
  splitList,
  withoutBrackets,
} from './parameters';
import type { Plan } from './plan';
import { columnList, invalid, refuse, unknownColumn, unknownNames, unknownOperator } from './queryRefusals';
import type { QueryPair } from './rawQuery';
import { rowsPlanOf } from './rowsPlan';
import { whereConditionOf } from './whereCondition';

/** A filter of an address: what it asks of a column, or of `_id`. */
interface Filter {
  /** The name as it was given, for refusals. */
  readonly field: string;
  /** The column's index, or `_id`. */
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
function partsOfName(name: string): { readonly column: string; readonly op: string } | undefined {
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
  const found = exact ?? (name === '_id' ? name : names.find(name));
  if (found !== undefined) return { field, of: found, op: 'eq', value };
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

/** No cell equals two values: a caller who repeats a column means either of them, and would get no rows. */
function refuseTwoValues([first, ...others]: Filters): void {
  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return;
  const { field, value } = first;
  const plain = withoutBrackets(field).replace(/__eq$/, '');
  const meant = `${plain}__in=${listItem(value)},${listItem(other.value)}`;
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
interface AddressConditions {
  readonly conditions: readonly Condition[];
  readonly strange: readonly string[];
}

/**
 * Reads filters. Repeats of a list are one list, as most programs write lists; other repeats have to hold each time.
 *
 * @throws Refusal `invalid_parameter` for a column that is to equal two values, and what a condition refuses
 */
function addressConditionsOf(pairs: readonly QueryPair[], names: ColumnNames): AddressConditions {
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

/** So many conditions are taken in an address. */
const MOST_CONDITIONS = 100;

const EXAMPLE = 'Write it like {"or":[{"City":{"eq":"Oslo"}},{"Founded":{"lt":2000}}]}, percent-encoded.';

/** What is wrong with a text that should be JSON, as far as the parser tells. */
function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('end of JSON')) return ' It ends too early.';
  const token = /token '?(.)'?/u.exec(message)?.[1];
  return token === undefined ? '' : ` A “${token}” stands where it cannot.`;
}

/** @throws Refusal `malformed_json` saying what is wrong with it */
export function jsonOf(field: string, text: string, hint: string): unknown {
  try {
    return withLongNumbers(text, JSON.parse(text));
  } catch (error) {
    return refuse('malformed_json', field, `${field} is not valid JSON.${faultOf(error)}`, hint);
  }
}

function searchOf(field: string, text: string, { visible }: ColumnNames): Condition {
  refuseLongText(field, 'A search', text);
  return { kind: 'search', text, columns: visible };
}

const unknownKinds = {
  one: 'is neither a parameter nor a column of this endpoint',
  many: 'are neither parameters nor columns of this endpoint',
};

function refuseStrange(strange: readonly string[], valid: readonly string[], names: ColumnNames): never {
  return unknownNames(
    [...new Set(strange)],
    [...valid, ...names.keys],
    `${valid.join(', ')}, ${columnList(names)}`,
    unknownKinds,
  );
}

/** The conditions of an address, and the pairs that are parameters. */
export interface AddressQuery {
  readonly conditions: readonly Condition[];
  readonly parameters: readonly QueryPair[];
}

const repeatable = new Set(['_where', '_q']);

/**
 * Reads the pairs of an address. What is repeated has to hold each time, but for lists: their repeats are one list.
 *
 * @param taken names of the parameters that the address takes, with their `_`
 * @throws Refusal `unknown_parameter` listing what is valid, and what a condition refuses
 */
export function addressQueryOf(
  pairs: readonly QueryPair[],
  names: ColumnNames,
  taken: readonly string[],
): AddressQuery {
  const conditions: Condition[] = [];
  const parameters: QueryPair[] = [];
  const filters: QueryPair[] = [];
  for (const pair of pairs.map(plainParameter)) {
    const { name, value } = pair;
    if (!taken.includes(name)) filters.push(pair);
    else if (name === '_where') conditions.push(whereConditionOf(name, jsonOf(name, value, EXAMPLE), names));
    else if (name === '_q') conditions.push(searchOf(name, value, names));
    else parameters.push(pair);
  }
  const asked = addressConditionsOf(filters, names);
  if (asked.strange.length > 0) refuseStrange(asked.strange, taken, names);
  conditions.push(...asked.conditions);
  if (conditions.length > MOST_CONDITIONS) {
    const many = pairs.find(({ name }) => !taken.includes(name) || repeatable.has(name))?.name ?? '';
    invalid(many, `An address takes ${MOST_CONDITIONS} filters at most.`, 'A list of values goes into Column__in.');
  }
  return { conditions, parameters };
}

/** The parameters of reading, as they are called in addresses. */
const readingParameters = parameterNames.map((name) => `_${name}`);

/** The plan of a `GET`. */
export function addressPlanOf(pairs: readonly QueryPair[], names: ColumnNames): Plan {
  const { conditions, parameters } = addressQueryOf(pairs, names, readingParameters);
  return rowsPlanOf(conditions, Parameters.ofAddress(parameters), names);
}

/** What a body may ask: everything but the form of a file, which is the address's. */
const bodyNames = parameterNames.filter((name): name is Exclude<ParameterName, 'csv'> => name !== 'csv');

const BODY_EXAMPLE = 'Send an object like {"where":{"City":{"eq":"Oslo"}},"sort":["-Founded"],"limit":10}.';

const bodyKinds = { one: 'is nothing that a query asks', many: 'are nothing that a query asks' };

/** The plan of a `POST …/_query`. */
export function bodyPlanOf(body: unknown, names: ColumnNames): Plan {
  if (!isJsonObject(body)) {
    return invalid('body', 'A query is a JSON object.', BODY_EXAMPLE);
  }
  const strange = Object.keys(body).filter((name) => !(bodyNames as readonly string[]).includes(name));
  if (strange.length > 0) unknownNames(strange, bodyNames, bodyNames.join(', '), bodyKinds);
  const given: Readonly<Record<string, unknown>> = { ...body };
  const parameters = Parameters.ofBody(given);
  const q = parameters.text('q');
  const conditions = [
    ...(given['where'] === undefined ? [] : [whereConditionOf('where', given['where'], names)]),
    ...(q === undefined ? [] : [searchOf('q', q, names)]),
  ];
  return rowsPlanOf(conditions, parameters, names);
}
