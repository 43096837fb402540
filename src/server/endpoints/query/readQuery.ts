import { listItem } from '../../../contract/idsQuery';
import { grouped } from '../../lists';
import type { Condition } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { conditionOf, refuseLongText } from './condition';
import { isOperator, operators } from './operators';
import { isJsonObject, withLongNumbers } from './values';
import {
  type ParameterName,
  parameterNames,
  Parameters,
  plainParameter,
  splitList,
  withoutBrackets,
} from './parameters';
import type { Plan, Query, QueryPlan } from './plan';
import { columnList, invalid, refuse, unknownColumn, unknownNames } from './queryRefusals';
import { type QueryPair, queryPairsOf } from './rawQuery';
import { rowsPlanOf } from './rowsPlan';
import { whereConditionOf } from './whereCondition';

/** Filter of an address on a column, or on `_id`. */
interface Filter {
  /** Name as the client wrote it, for refusals. */
  readonly field: string;
  /** Index of the column, or `_id`. */
  readonly of: number | '_id';
  readonly op: string;
  readonly value: string;
}

/**
 * Parses a `name=value` pair of an address. A name is a column by its exact key, else by its slug, else `Column__op`.
 *
 * @returns undefined if the name is unknown
 * @throws Refusal `unknown_column`
 */
function filterOf({ name: field, value }: QueryPair, names: ColumnNames): Filter | undefined {
  const exact = names.find(field);
  const name = exact === undefined ? withoutBrackets(field) : field;
  const found = exact ?? (name === '_id' ? name : names.find(name));
  if (found !== undefined) return { field, of: found, op: 'eq', value };
  const end = name.lastIndexOf('__');
  if (end <= 0) return undefined;
  const column = name.slice(0, end);
  const op = name.slice(end + 2);
  if (column === '_id') return { field, of: column, op, value };
  const columnIndex = names.find(column);
  if (columnIndex === undefined) return isOperator(op) ? unknownColumn(field, column, names) : undefined;
  return { field, of: columnIndex, op, value };
}

/**
 * Rejects two values for equality with one column. No cell equals both: the caller probably means either of them, and would get no
 * rows.
 */
function refuseTwoValues({ field, value }: Filter, others: readonly Filter[]): void {
  const other = others.find((filter) => filter.value !== value);
  if (other === undefined) return;
  const plain = withoutBrackets(field).replace(/__eq$/, '');
  const suggestion = `${plain}__in=${listItem(value)},${listItem(other.value)}`;
  invalid(other.field, 'No row equals two values at once.', `For rows with either, write ${suggestion}.`);
}

/**
 * Returns the conditions of filters on one column with one operator. Repeated lists are one list, as most programs write lists;
 * other repeated filters all have to hold.
 */
function conditionsOfRepeats(filters: readonly Filter[], names: ColumnNames): Condition[] {
  const [first, ...others] = filters;
  if (first === undefined) return [];
  const { of, op } = first;
  const kind = isOperator(op) ? operators[op].kind : undefined;
  const isOneItem = ({ field, value }: Filter) => splitList(field, value).length === 1;
  const isOneList = kind === 'list' || (kind === 'between' && others.length > 0 && filters.every(isOneItem));
  if (op === 'eq') refuseTwoValues(first, others);
  const operands = isOneList ? [{ field: first.field, value: filters.map(({ value }) => value) }] : filters;
  return operands.map(({ field, value }) => conditionOf(of, op, { field, value, isText: true }, names));
}

/**
 * Parses the filters of an address.
 *
 * @throws Refusal `invalid_parameter` for two values that a column should equal, and the refusals of a condition
 */
function filterConditionsOf(pairs: readonly QueryPair[], names: ColumnNames, allowed: readonly string[]): Condition[] {
  const parsed = pairs.map((pair) => filterOf(pair, names));
  const filters = parsed.filter((filter) => filter !== undefined);
  const conditions = [...grouped(filters, ({ of, op }) => `${of} ${op}`).values()].flatMap((repeats) =>
    conditionsOfRepeats(repeats, names),
  );
  const unknownFields = pairs.filter((_, at) => parsed[at] === undefined).map(({ name }) => name);
  if (unknownFields.length > 0) refuseUnknownNames(unknownFields, allowed, names);
  return conditions;
}

/** Maximum number of conditions in an address. */
const MAX_CONDITIONS = 100;

const EXAMPLE = 'Write it like {"or":[{"City":{"eq":"Oslo"}},{"Founded":{"lt":2000}}]}, percent-encoded.';

/** Describes a JSON syntax error, as far as the parser reports it. */
function describeSyntaxError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('end of JSON')) return ' It ends too early.';
  const token = /token '?(.)'?/u.exec(message)?.[1];
  return token === undefined ? '' : ` A “${token}” stands where it cannot.`;
}

/** @throws Refusal `malformed_json` with the position of the error, if known */
function jsonOf(field: string, text: string, hint: string): unknown {
  try {
    return withLongNumbers(text, JSON.parse(text));
  } catch (error) {
    return refuse('malformed_json', field, `${field} is not valid JSON.${describeSyntaxError(error)}`, hint);
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

function refuseUnknownNames(unknownFields: readonly string[], valid: readonly string[], names: ColumnNames): never {
  return unknownNames(
    [...new Set(unknownFields)],
    [...valid, ...names.keys],
    `${valid.join(', ')}, ${columnList(names)}`,
    unknownKinds,
  );
}

/**
 * Parses the pairs of an address. Repeated conditions all have to hold, but repeated lists are one list.
 *
 * @param allowed names of the parameters that the address takes, with their `_`
 * @returns the conditions, and the pairs that are other parameters
 * @throws Refusal `unknown_parameter` listing the valid names, and the refusals of a condition
 */
export function addressQueryOf(pairs: readonly QueryPair[], names: ColumnNames, allowed: readonly string[]) {
  const conditions: Condition[] = [];
  const parameters: QueryPair[] = [];
  const others: QueryPair[] = [];
  for (const pair of pairs.map(plainParameter)) {
    const { name, value } = pair;
    if (!allowed.includes(name)) others.push(pair);
    else if (name === '_where') conditions.push(whereConditionOf(name, jsonOf(name, value, EXAMPLE), names));
    else if (name === '_q') conditions.push(searchOf(name, value, names));
    else parameters.push(pair);
  }
  conditions.push(...filterConditionsOf(others, names, allowed));
  if (conditions.length > MAX_CONDITIONS) {
    const isFilter = ({ name }: QueryPair) => !allowed.includes(name) || name === '_where' || name === '_q';
    const field = pairs.find(isFilter)?.name ?? '';
    invalid(field, `An address takes ${MAX_CONDITIONS} filters at most.`, 'A list of values goes into Column__in.');
  }
  return { conditions, parameters };
}

/** Parameters of reading requests, as written in addresses. */
const readingParameters = parameterNames.map((name) => `_${name}`);

/** Compiles the query of a `GET`. */
function addressPlanOf(pairs: readonly QueryPair[], names: ColumnNames): Plan {
  const { conditions, parameters } = addressQueryOf(pairs, names, readingParameters);
  return rowsPlanOf(conditions, Parameters.ofAddress(parameters), names);
}

/** Fields of a query body: all parameters but the CSV option, because the file format is chosen in the address. */
const bodyNames = parameterNames.filter((name): name is Exclude<ParameterName, 'csv'> => name !== 'csv');

const BODY_EXAMPLE = 'Send an object like {"where":{"City":{"eq":"Oslo"}},"sort":["-Founded"],"limit":10}.';

/** Parses the text of a query body. @throws Refusal `malformed_json` */
export const queryBodyOf = (text: unknown): unknown =>
  jsonOf('body', typeof text === 'string' ? text : '', BODY_EXAMPLE);

const bodyKinds = { one: 'is not a field of a query', many: 'are not fields of a query' };

/** Compiles the body of a `POST …/_query`. */
function bodyPlanOf(body: unknown, names: ColumnNames): Plan {
  if (!isJsonObject(body)) {
    return invalid('body', 'A query is a JSON object.', BODY_EXAMPLE);
  }
  const unknownFields = Object.keys(body).filter((name) => !(bodyNames as readonly string[]).includes(name));
  if (unknownFields.length > 0) unknownNames(unknownFields, bodyNames, bodyNames.join(', '), bodyKinds);
  const parameters = Parameters.ofBody(body);
  const conditions: Condition[] = [];
  const q = parameters.text('q');
  if (body['where'] !== undefined) conditions.push(whereConditionOf('where', body['where'], names));
  if (q !== undefined) conditions.push(searchOf('q', q, names));
  return rowsPlanOf(conditions, parameters, names);
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
 * @throws Refusal with a code of its own for each error in the query
 */
export function planOf(names: ColumnNames, query: Query): QueryPlan {
  if ('body' in query) return { plan: bodyPlanOf(query.body, names), nextQuery: undefined };
  const pairs = queryPairsOf(query.text);
  return { plan: addressPlanOf(pairs, names), nextQuery: nextQueryOf(pairs) };
}
