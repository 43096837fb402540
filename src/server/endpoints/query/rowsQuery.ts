import { limits } from '../../../contract/limits';
import type { ProblemLine } from '../../../contract/problems';
import type { Column } from '../../../contract/rows';
import { Refusal } from '../../refusal';
import type { Filter, RowsPlan } from '../engine/engine';
import { filterValueOf, typeInWords } from './filterValue';
import { nearMissOf } from './nearMiss';
import type { QueryPair } from './rawQuery';

/** The parameters that are ours; all others name columns. */
const parameters = {
  _limit: { usual: limits.rowsPerPage, most: limits.rowsPerPageMost },
  _offset: { usual: 0, most: Number.MAX_SAFE_INTEGER },
} as const;

type Parameter = keyof typeof parameters;

const isParameter = (name: string): name is Parameter => Object.hasOwn(parameters, name);

/** So many columns are named in a refusal, and so many filters are taken. */
const NAMED_COLUMNS = 50;
const MOST_FILTERS = 100;

function invalid(field: string, detail: string): never {
  throw new Refusal('invalid_parameter', detail, { errors: [{ field, detail }] });
}

const grouped = (number: number) => number.toLocaleString('en-GB');

function numberGiven(pairs: readonly QueryPair[], name: Parameter): number {
  const { usual, most } = parameters[name];
  const given = pairs.filter((pair) => pair.name === name);
  if (given.length > 1) invalid(name, `${name} is given ${given.length} times. Give it once.`);
  const text = given[0]?.value ?? String(usual);
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? 'from 0 on' : `from 0 to ${grouped(most)}`;
  return invalid(name, `${name} has to be a whole number ${range}, and “${text}” is not one.`);
}

/** Exact key first, slug second. */
function columnAt(columns: readonly Column[], name: string): number {
  const at = columns.findIndex(({ key }) => key === name);
  return at >= 0 ? at : columns.findIndex(({ slug }) => slug === name);
}

function filterOf(columns: readonly Column[], at: number, { name, value }: QueryPair): Filter {
  const { key, type } = columns[at] ?? { key: name, type: 'text' as const };
  const wanted = filterValueOf(value, type);
  if (wanted !== undefined) return { column: at, value: wanted };
  return invalid(name, `The type of ${key} is ${type}: it holds ${typeInWords[type]}. “${value}” is not one of them.`);
}

function unknown(names: readonly string[], columns: readonly Column[]): never {
  const keys = columns.map(({ key }) => key);
  const known = [...Object.keys(parameters), ...keys];
  const more = keys.length > NAMED_COLUMNS ? ` and ${keys.length - NAMED_COLUMNS} more columns` : '';
  const valid = known.slice(0, Object.keys(parameters).length + NAMED_COLUMNS).join(', ') + more;
  const errors = names.map((field): ProblemLine => ({
    field,
    detail: `“${field}” is neither a parameter nor a column.`,
  }));
  const meant = names
    .slice(0, 10)
    .map((name) => nearMissOf(name, known))
    .find((name) => name !== undefined);
  const which = names.map((name) => `“${name}”`).join(', ');
  const isOrAre = names.length === 1 ? 'is neither a parameter nor a column' : 'are neither parameters nor columns';
  throw new Refusal('unknown_parameter', `${which} ${isOrAre} of this endpoint. Valid are ${valid}.`, {
    errors,
    ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
  });
}

const byColumnAndValue = (one: Filter, other: Filter) =>
  one.column - other.column || String(one.value).localeCompare(String(other.value));

/** One order whatever the order in the query, and nothing twice, so that equal questions are the same question. */
const tidied = (filters: readonly Filter[]) =>
  filters
    .filter((one, at) => filters.findIndex(({ column, value }) => column === one.column && value === one.value) === at)
    .toSorted(byColumnAndValue);

/**
 * What a query asks of a tab with these columns. Nothing in it is ignored.
 *
 * @throws Refusal `unknown_parameter` listing what is valid, `invalid_parameter` saying what the value should be
 */
export function rowsPlanOf(pairs: readonly QueryPair[], columns: readonly Column[]): RowsPlan {
  const conditions = pairs.filter(({ name }) => !isParameter(name));
  if (conditions.length > MOST_FILTERS)
    invalid(conditions[0]?.name ?? '', `A query takes ${MOST_FILTERS} filters at most.`);
  const named = conditions.map((pair) => ({ pair, at: columnAt(columns, pair.name) }));
  const strange = named.filter(({ at }) => at < 0).map(({ pair }) => pair.name);
  if (strange.length > 0) unknown([...new Set(strange)], columns);
  const filters = tidied(named.map(({ pair, at }) => filterOf(columns, at, pair)));
  return { filters, limit: numberGiven(pairs, '_limit'), offset: numberGiven(pairs, '_offset') };
}

/** The plan as a query, always the same for the same plan. */
export function queryOf({ filters, limit, offset }: RowsPlan, columns: readonly Column[]): string {
  const pairs = filters.map(({ column, value }): [string, string] => [columns[column]?.key ?? '', String(value)]);
  return new URLSearchParams([...pairs, ['_limit', String(limit)], ['_offset', String(offset)]]).toString();
}
