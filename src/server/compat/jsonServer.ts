import { grouped } from '../lists';
import type { Handler, Peer, PeerCall } from './peerCall';
import { filterOn, notTranslated, objectIn, type Pair, quoted, type Row, textOf } from './peerRequest';

/** Returns a row with its `_id` as `id`. A column named `id` is shown only if it is the key column. */
function shaped({ _id, ...row }: Row): Row {
  const { id: own, ...others } = row;
  return own !== undefined && textOf(own) === _id ? { id: own, ...others } : { id: _id, ...others };
}

/** Translates `_sort=a,b&_order=desc,asc`. Sorting by `id` keeps the order of the sheet. */
function orderOf(call: PeerCall): readonly Pair[] {
  const orders = (call.text('_order') ?? '').split(',');
  const names = (call.text('_sort') ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) return [];
  const sort = names.map((name, at) => {
    const isDescending = (orders[at] ?? 'asc').toLowerCase() === 'desc';
    return (isDescending ? '-' : '') + (name === 'id' ? '_row' : quoted(name));
  });
  return [['_sort', sort.join(',')]];
}

const INTEGER = /^\d{1,9}$/;

/** Translates `_start` and `_end` or `_limit`, or `_page` and `_limit`. Invalid numbers are passed on, and the data API rejects them. */
function pageOf(call: PeerCall): readonly Pair[] {
  const start = call.text('_start');
  const end = call.text('_end');
  const page = call.text('_page');
  const limit = call.text('_limit') ?? (page === undefined ? undefined : '10');
  const areNumbers = [start, end, page].every((text) => text === undefined || INTEGER.test(text));
  let count = end ?? limit;
  let offset = start;
  if (areNumbers && end !== undefined) count = String(Math.max(0, Number(end) - Number(start ?? 0)));
  if (areNumbers && page !== undefined) offset = String(Math.max(0, Number(page) - 1) * Number(limit));
  return [
    ['_limit', count],
    ['_offset', offset],
  ];
}

const PAGE_PARAMETERS = ['_sort', '_order', '_start', '_end', '_page', '_limit'];

/** Operators of the data API by the suffixes of column names. */
const operators: Readonly<Record<string, string>> = { _ne: 'ne', _gte: 'gte', _lte: 'lte', _like: 'contains' };
const OPERATOR = /^(.+)(_ne|_gte|_lte|_like)$/;

/** Translates filters. A repeated filter matches any of its values. */
function filtersOf({ pairs }: PeerCall): readonly Pair[] {
  const byName = grouped(pairs, ({ name }) => name);
  return [...byName].flatMap(([name, given]): readonly Pair[] => {
    const values = given.map(({ value }) => value);
    if (PAGE_PARAMETERS.includes(name)) return [];
    if (name === 'q') return values.map((value) => ['_q', value]);
    if (name === 'id') return [['_id__in', values.map(quoted).join(',')]];
    if (name.startsWith('_')) throw notTranslated(name, [...PAGE_PARAMETERS, 'q', 'id', 'columns']);
    const [, column, op = ''] = OPERATOR.exec(name) ?? [];
    if (column !== undefined) return values.map((value) => filterOn(column, value, operators[op]));
    if (values.length > 1) return [filterOn(name, values, 'in')];
    return values.map((value) => filterOn(name, value));
  });
}

const list: Handler = async (call) =>
  call.sendRows({ query: [...filtersOf(call), ...orderOf(call), ...pageOf(call)] }, shaped);

const get: Handler = async (call) => shaped(await call.fetchRow());

const EXAMPLE = '{"Name":"Kaffa"}';

const create: Handler = async (call) => {
  const json = objectIn(call.request.body, 'The body', EXAMPLE);
  const created = await call.fetchRow({ method: 'POST', json });
  call.reply.code(201);
  return shaped(created);
};

/**
 * Handles `PUT` and `PATCH`. Clients send back the row's `id`, which is not written unless it differs from the address. A column
 * called `id` keeps its value, also with `PUT`.
 */
const change: Handler = async (call) => {
  const { address, method } = call;
  const { id = address.id, ...row } = objectIn(call.request.body, 'The body', EXAMPLE);
  const isOwn = textOf(id) === address.id;
  const known = isOwn && method === 'PUT' ? await call.fetchRow() : {};
  const json = isOwn ? { ...row, ...('id' in known && { id: known['id'] }) } : { ...row, id };
  return shaped(await call.fetchRow({ method, json }));
};

const remove: Handler = async (call) => {
  await call.fetchJson({ method: 'DELETE' });
  return {};
};

/** json-server, as used by `ra-data-json-server` and `@refinedev/simple-rest`. */
export const jsonServer: Peer = {
  name: 'json-server',
  errorOf: ({ detail: message, hint, code, errors }) => ({ body: { message, hint, code, errors } }),
  routes: [
    ['GET', '/:project/:tab', list],
    ['POST', '/:project/:tab', create, []],
    ['GET', '/:project/:tab/:id', get, []],
    [['PUT', 'PATCH'], '/:project/:tab/:id', change, []],
    ['DELETE', '/:project/:tab/:id', remove, []],
  ],
};
