import { type Handler, type Peer, type PeerCall, RefusedCall, sentenceOf } from './peerCall';
import { blanksEmpty, filterOn, notTranslated, objectIn, type Row, textOf } from './peerRequest';

/** Matches the words of a name: runs of capitals, words, numbers, and runs of letters without case. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu;

/** Returns a name in Sheety's camel case: `First Name` becomes `firstName`. A name without words is unchanged. */
export function camelCase(name: string): string {
  const words = (name.normalize('NFC').match(WORDS) ?? []).map((word) => word.toLowerCase());
  if (words.length === 0) return name;
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** Returns the singular of a name: `city` of `cities`, `workout` of `workouts`. */
const singular = (name: string): string => name.replace(/(?<=[^s])s$/, '').replace(/ie$/, 'y');

/** Returns values by their camel-case names. If two names become equal, the first one wins. */
function byCamelCase<T>(entries: readonly (readonly [name: string, value: T])[]): Map<string, T> {
  const values = new Map<string, T>();
  for (const [name, value] of entries) {
    const key = camelCase(name);
    if (!values.has(key)) values.set(key, value);
  }
  return values;
}

/** Returns a row with camel-case names. `id` is always `_id`, even if a column has that name. */
const shaped = ({ _id: id, ...row }: Row): Row => ({
  ...Object.fromEntries(byCamelCase(Object.entries(blanksEmpty(row)))),
  id,
});

const FILTER = /^filter\[(.+)\]$/;

/** Returns the keys of a sheet's columns by their camel-case names. */
async function columnsOf(call: PeerCall): Promise<ReadonlyMap<string, string>> {
  try {
    return byCamelCase((await call.columns()).map((key) => [key, key] as const));
  } catch (error) {
    // A key without `read` has to use the original column names.
    if (error instanceof RefusedCall && error.problem.code === 'missing_scope') return new Map();
    throw error;
  }
}

const list: Handler = async (call) => {
  const filters = call.pairs.map(({ name, value }) => {
    const [, column] = FILTER.exec(name) ?? [];
    if (column === undefined) throw notTranslated(name, ['filter[column]']);
    return { column, value };
  });
  const columns = filters.length === 0 ? undefined : await columnsOf(call);
  const query = filters.map(({ column, value }) => filterOn(columns?.get(column) ?? column, value));
  return call.sendRows({ query }, shaped, [`{${JSON.stringify(camelCase(call.address.tab))}:[`, ']}']);
};

const rootOf = ({ address: { tab } }: PeerCall) => singular(camelCase(tab));

const get: Handler = async (call) => ({ [rootOf(call)]: shaped(await call.fetchRow()) });

/** Parses the row in a body: an object below a single name. */
async function rowIn(call: PeerCall) {
  const name = rootOf(call);
  const example = `{"${name}":{"name":"Kaffa"}}`;
  const body = objectIn(call.request.body, 'The body', example);
  const [root = name] = Object.keys(body);
  const { id, ...given } = objectIn(body[root], `“${root}”`, example);
  const columns = await columnsOf(call);
  const row = Object.fromEntries(
    Object.entries(given).map(([column, value]) => [columns.get(column) ?? column, value]),
  );
  const isOwn = id === undefined || textOf(id) === call.address.id;
  return { root, row: isOwn ? row : { ...row, id } };
}

const add: Handler = async (call) => {
  const { root, row } = await rowIn(call);
  const { data } = await call.fetchJson<{ data: readonly Row[] }>({ method: 'POST', texts: [row] });
  return { [root]: shaped(data[0] ?? {}) };
};

const edit: Handler = async (call) => {
  const { root, row } = await rowIn(call);
  return { [root]: shaped(await call.fetchRow({ method: 'PATCH', texts: [row] })) };
};

const remove: Handler = async (call) => {
  await call.fetchJson({ method: 'DELETE' });
  return call.reply.code(204).send();
};

/** Sheety (sheety.co). */
export const sheety: Peer = {
  name: 'sheety',
  errorOf: (problem) => ({ body: { errors: [{ detail: sentenceOf(problem) }] } }),
  routes: [
    ['GET', '/:project/:tab', list],
    ['POST', '/:project/:tab', add, []],
    ['GET', '/:project/:tab/:id', get, []],
    [['PUT', 'PATCH'], '/:project/:tab/:id', edit, []],
    ['DELETE', '/:project/:tab/:id', remove, []],
  ],
};
