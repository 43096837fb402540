import type { Condition } from '../../store/memory/engine';
import { isJsonObject, withLongNumbers } from '../longNumbers';
import type { ColumnNames } from './columnNames';
import { conditionOf, idConditionOf, isOperator, operatorNames, refuseLongText } from './condition';
import { AddressParameters, BodyParameters, type ParameterName, parameterNames } from './parameters';
import type { Plan } from './plan';
import { columnList, invalid, refuse, unknownColumn, unknownNames, unknownOperator } from './queryRefusals';
import type { QueryPair } from './rawQuery';
import { rowsPlanOf } from './rowsPlan';
import { whereConditionOf } from './whereCondition';

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

/** So many conditions are taken in an address. */
const MOST_CONDITIONS = 100;

const EXAMPLE = 'Write it like {"or":[{"City":{"eq":"Oslo"}},{"Founded":{"lt":2000}}]}, percent-encoded.';

/** What is wrong with a text that should be JSON, as far as the parser tells. */
function faultOf(error: unknown): string {
  const told = error instanceof Error ? error.message : '';
  if (told.includes('end of JSON')) return ' It ends too early.';
  const token = /token '?(.)'?/u.exec(told)?.[1];
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
 * Reads the pairs of an address. What is repeated has to hold each time.
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
  const strange: string[] = [];
  for (const pair of pairs) {
    const { name, value } = pair;
    const isTaken = taken.includes(name);
    if (isTaken && name === '_where') conditions.push(whereConditionOf(name, jsonOf(name, value, EXAMPLE), names));
    else if (isTaken && name === '_q') conditions.push(searchOf(name, value, names));
    else if (isTaken) parameters.push(pair);
    else {
      const read = addressConditionOf(pair, names);
      if ('strange' in read) strange.push(read.strange);
      else conditions.push(read);
    }
  }
  if (strange.length > 0) refuseStrange(strange, taken, names);
  if (conditions.length > MOST_CONDITIONS) {
    const many = pairs.find(({ name }) => !taken.includes(name) || repeatable.has(name))?.name ?? '';
    invalid(many, `An address takes ${MOST_CONDITIONS} filters at most.`, 'A list of values goes into Column__in.');
  }
  return { conditions, parameters };
}

/** The parameters of reading, as they are called in addresses. */
export const readingParameters = parameterNames.map((name) => `_${name}`);

/** The plan of a `GET`. */
export function addressPlanOf(pairs: readonly QueryPair[], names: ColumnNames): Plan {
  const { conditions, parameters } = addressQueryOf(pairs, names, readingParameters);
  return rowsPlanOf(conditions, new AddressParameters(parameters), names);
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
  const parameters = new BodyParameters(given);
  const q = parameters.text('q');
  const conditions = [
    ...(given['where'] === undefined ? [] : [whereConditionOf('where', given['where'], names)]),
    ...(q === undefined ? [] : [searchOf('q', q, names)]),
  ];
  return rowsPlanOf(conditions, parameters, names);
}
