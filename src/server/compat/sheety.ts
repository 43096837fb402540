import { type Handle, type Peer, type PeerCall, RefusedCall, sentenceOf } from './peerCall';
import { blanksEmpty, filterOn, notTranslated, objectIn, type Row, textOf } from './peerRequest';

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
async function columnsOf(call: PeerCall): Promise<ReadonlyMap<string, string>> {
  try {
    return byCamelCase((await call.columns()).map((key) => [key, key] as const));
  } catch (error) {
    // A key that may not read writes columns by their own names.
    if (error instanceof RefusedCall && error.problem.code === 'missing_scope') return new Map();
    throw error;
  }
}

const list: Handle = async (call) => {
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

const one: Handle = async (call) => ({ [rootOf(call)]: shaped((await call.ask<{ data: Row }>()).data) });

/** The row in a body, below the one name that the program gives it. */
async function givenIn(call: PeerCall) {
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

const add: Handle = async (call) => {
  const { root, row } = await givenIn(call);
  const { data } = await call.ask<{ data: readonly Row[] }>({ method: 'POST', texts: [row] });
  return { [root]: shaped(data[0] ?? {}) };
};

const edit: Handle = async (call) => {
  const { root, row } = await givenIn(call);
  const { data } = await call.ask<{ data: Row }>({ method: 'PATCH', texts: [row] });
  return { [root]: shaped(data) };
};

const remove: Handle = async (call) => {
  await call.ask({ method: 'DELETE' });
  return call.reply.code(204).send();
};

/** Sheety (sheety.co). */
export const sheety: Peer = {
  name: 'sheety',
  errorOf: (problem) => ({ body: { errors: [{ detail: sentenceOf(problem) }] } }),
  routes: [
    ['GET', '/:project/:tab', list],
    ['POST', '/:project/:tab', add, []],
    ['GET', '/:project/:tab/:id', one, []],
    [['PUT', 'PATCH'], '/:project/:tab/:id', edit, []],
    ['DELETE', '/:project/:tab/:id', remove, []],
  ],
};
