import type { FastifyRequest } from 'fastify';
import { Asked, blanksEmpty, filterOn, notTranslated, objectIn, type Row, textOf } from './asked';
import type { Handle, Peer } from './compatRoute';
import { type DataApi, RefusedCall } from './dataApi';

interface Address {
  readonly project: string;
  readonly tab: string;
  readonly id: string;
}

const addressOf = ({ params }: FastifyRequest) => params as Address;

/** Words of a name: runs of capitals, words, numbers, and letters that have no case. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu;

/** `First Name` as `firstName`, the way names are written here; a name without a word stays what it is. */
export function camelCase(name: string): string {
  const words = (name.normalize('NFC').match(WORDS) ?? []).map((word) => word.toLowerCase());
  if (words.length === 0) return name;
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** What one row of a list is called: `city` of `cities`, `workout` of `workouts`. */
const singular = (name: string): string => name.replace(/(?<=[^s])s$/, '').replace(/ie$/, 'y');

/** Names as they are written here, by what they stand for; of two that are written alike, the first counts. */
function byCamelCase<T>(entries: readonly (readonly [name: string, of: T])[]): Map<string, T> {
  return new Map(entries.map(([name, of]) => [camelCase(name), of] as const).toReversed());
}

/** A row with names as they are written here; its id is ours, whatever a column is called. */
const shaped = ({ _id: id, ...row }: Row): Row => ({
  ...Object.fromEntries([...byCamelCase(Object.entries(blanksEmpty(row)))].toReversed()),
  id,
});

const FILTER = /^filter\[(.+)\]$/;

/** The columns of a sheet, by their names as they are written here. */
async function columnsOf(api: DataApi, { project, tab }: Address): Promise<ReadonlyMap<string, string>> {
  const query = [['_limit', '0'] as const, ['_fields', '-_id'] as const, ['_shape', 'columns'] as const];
  try {
    const { data } = await api.ask<{ data: object }>({ project, tab, query });
    return byCamelCase(Object.keys(data).map((key) => [key, key] as const));
  } catch (error) {
    // A key that may not read writes columns by their own names.
    if (error instanceof RefusedCall && error.problem.code === 'missing_scope') return new Map();
    throw error;
  }
}

const list: Handle = async (api, request) => {
  const address = addressOf(request);
  const filters = new Asked(request).pairs.map(({ name, value }) => {
    const [, column] = FILTER.exec(name) ?? [];
    if (column === undefined) throw notTranslated(name, ['filter[column]']);
    return { column, value };
  });
  const columns = filters.length === 0 ? undefined : await columnsOf(api, address);
  const query = filters.map(({ column, value }) => filterOn(columns?.get(column) ?? column, value));
  return api.sendRows({ ...address, query }, shaped, [`{${JSON.stringify(camelCase(address.tab))}:[`, ']}']);
};

const one: Handle = async (api, request) => {
  new Asked(request).refuseOthers();
  const address = addressOf(request);
  const { data } = await api.ask<{ data: Row }>(address);
  return { [singular(camelCase(address.tab))]: shaped(data) };
};

/** The row in a body, below the one name that the program gives it. */
async function givenIn(api: DataApi, request: FastifyRequest) {
  const address = addressOf(request);
  const name = singular(camelCase(address.tab));
  const example = `{"${name}":{"name":"Kaffa"}}`;
  const body = objectIn(request.body, 'The body', example);
  const [root = name] = Object.keys(body);
  const { id, ...given } = objectIn(body[root], `“${root}”`, example);
  const columns = await columnsOf(api, address);
  const row = Object.fromEntries(
    Object.entries(given).map(([column, value]) => [columns.get(column) ?? column, value]),
  );
  const isOwn = id === undefined || textOf(id) === address.id;
  return { root, row: isOwn ? row : { ...row, id } };
}

const add: Handle = async (api, request) => {
  new Asked(request).refuseOthers();
  const { root, row } = await givenIn(api, request);
  const { project, tab } = addressOf(request);
  const { data } = await api.ask<{ data: readonly Row[] }>({ project, tab, method: 'POST', texts: [row] });
  return { [root]: shaped(data[0] ?? {}) };
};

const edit: Handle = async (api, request) => {
  new Asked(request).refuseOthers();
  const { root, row } = await givenIn(api, request);
  const { data } = await api.ask<{ data: Row }>({ ...addressOf(request), method: 'PATCH', texts: [row] });
  return { [root]: shaped(data) };
};

const remove: Handle = async (api, request, reply) => {
  new Asked(request).refuseOthers();
  await api.ask({ ...addressOf(request), method: 'DELETE' });
  return reply.code(204).send();
};

/** Sheety (sheety.co). */
export const sheety: Peer = {
  name: 'sheety',
  errorOf: ({ detail, hint }) => ({
    body: { errors: [{ detail: [detail, hint].filter((text) => text !== undefined).join(' ') }] },
  }),
  addRoutes: (route) => {
    route('GET', '/:project/:tab', list);
    route('POST', '/:project/:tab', add);
    route('GET', '/:project/:tab/:id', one);
    route(['PUT', 'PATCH'], '/:project/:tab/:id', edit);
    route('DELETE', '/:project/:tab/:id', remove);
  },
};
