import type { Condition } from '../../store/memory/engine';
import { isJsonObject, withLongNumbers } from './longNumbers';
import type { ColumnNames } from './columnNames';
import { refuseLongText } from './condition';
import { AddressParameters, BodyParameters, type ParameterName, parameterNames, plainParameter } from './parameters';
import type { Plan } from './plan';
import { columnList, invalid, refuse, unknownNames } from './queryRefusals';
import type { QueryPair } from './rawQuery';
import { addressConditionsOf } from './repeats';
import { rowsPlanOf } from './rowsPlan';
import { whereConditionOf } from './whereCondition';

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
