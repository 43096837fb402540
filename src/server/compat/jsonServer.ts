import type { FastifyRequest } from 'fastify';
import { grouped } from '../grouped';
import { Asked, filterOn, notTranslated, objectIn, quoted, type Row, textOf } from './asked';
import type { Handle, Peer } from './compatRoute';

type Pair = readonly [name: string, value: string];

interface Address {
  readonly project: string;
  readonly tab: string;
  readonly id: string;
}

const addressOf = ({ params }: FastifyRequest) => params as Address;

/** A row with its `_id` as `id`: a column of that name is shown only where it is what rows are known by. */
function shaped({ _id, ...row }: Row): Row {
  const { id: own, ...others } = row;
  return own !== undefined && textOf(own) === _id ? { id: own, ...others } : { id: _id, ...others };
}

/** `_sort=a,b&_order=desc,asc`; `id` is the order of the sheet. */
function orderOf(asked: Asked): readonly Pair[] {
  const orders = (asked.text('_order') ?? '').split(',');
  const names = (asked.text('_sort') ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) return [];
  const sort = names.map((name, at) => {
    const falls = (orders[at] ?? 'asc').toLowerCase() === 'desc';
    return (falls ? '-' : '') + (name === 'id' ? '_row' : quoted(name));
  });
  return [['_sort', sort.join(',')]];
}

const WHOLE = /^\d{1,9}$/;

/** `_start` and `_end` or `_limit`, or `_page` and `_limit`. What is no number is left to the data API to refuse. */
function pageOf(asked: Asked): readonly Pair[] {
  const [start, end, page] = ['_start', '_end', '_page'].map((name) => asked.text(name));
  const limit = asked.text('_limit') ?? (page === undefined ? undefined : '10');
  const isNumbers = [start, end, page].every((text) => text === undefined || WHOLE.test(text));
  const most = end !== undefined && isNumbers ? String(Math.max(0, Number(end) - Number(start ?? 0))) : (end ?? limit);
  const offset = page !== undefined && isNumbers ? String(Math.max(0, Number(page) - 1) * Number(limit)) : start;
  return [
    ...(most === undefined ? [] : [['_limit', most] as const]),
    ...(offset === undefined ? [] : [['_offset', offset] as const]),
  ];
}

const ours = ['_sort', '_order', '_start', '_end', '_page', '_limit'];

/** What stands behind a column's name, and what it asks. */
const operators: Readonly<Record<string, string>> = { _ne: 'ne', _gte: 'gte', _lte: 'lte', _like: 'contains' };
const OPERATOR = /^(.+)(_ne|_gte|_lte|_like)$/;

/** Filters; one that is repeated asks for any of its values. */
function filtersOf({ pairs }: Asked): readonly Pair[] {
  const byName = grouped(pairs, ({ name }) => name);
  return [...byName].flatMap(([name, given]): readonly Pair[] => {
    const values = given.map(({ value }) => value);
    if (ours.includes(name)) return [];
    if (name === 'q') return values.map((value) => ['_q', value]);
    if (name === 'id') return [['_id__in', values.map(quoted).join(',')]];
    if (name.startsWith('_')) throw notTranslated(name, [...ours, 'q', 'id', 'columns']);
    const [, column, op = ''] = OPERATOR.exec(name) ?? [];
    if (column !== undefined) return values.map((value) => filterOn(column, value, operators[op]));
    if (values.length > 1) return [filterOn(name, values.map(quoted).join(','), 'in')];
    return values.map((value) => filterOn(name, value));
  });
}

const list: Handle = async (api, request) => {
  const asked = new Asked(request);
  return api.sendRows(
    { ...addressOf(request), query: [...filtersOf(asked), ...orderOf(asked), ...pageOf(asked)] },
    shaped,
  );
};

const one: Handle = async (api, request) => {
  new Asked(request).refuseOthers();
  return shaped((await api.ask<{ data: Row }>(addressOf(request))).data);
};

const EXAMPLE = '{"Name":"Kaffa"}';

const create: Handle = async (api, request, reply) => {
  new Asked(request).refuseOthers();
  const json = objectIn(request.body, 'The body', EXAMPLE);
  const { data } = await api.ask<{ data: Row }>({ ...addressOf(request), method: 'POST', json });
  reply.code(201);
  return shaped(data);
};

/** `PUT` and `PATCH`: the row's own `id` comes back as it was read. */
const change =
  (method: 'PUT' | 'PATCH'): Handle =>
  async (api, request) => {
    new Asked(request).refuseOthers();
    const address = addressOf(request);
    const { id = address.id, ...row } = objectIn(request.body, 'The body', EXAMPLE);
    const isOwn = textOf(id) === address.id;
    const known = isOwn && method === 'PUT' ? (await api.ask<{ data: Row }>(address)).data : {};
    const json = isOwn && !('id' in known) ? row : { ...row, id };
    return shaped((await api.ask<{ data: Row }>({ ...address, method, json })).data);
  };

const remove: Handle = async (api, request) => {
  new Asked(request).refuseOthers();
  await api.ask({ ...addressOf(request), method: 'DELETE' });
  return {};
};

/** json-server, as `ra-data-json-server` and `@refinedev/simple-rest` call it. */
export const jsonServer: Peer = {
  name: 'json-server',
  errorOf: ({ detail: message, hint, code, errors }) => ({ body: { message, hint, code, errors } }),
  addRoutes: (add) => {
    add('GET', '/:project/:tab', list);
    add('POST', '/:project/:tab', create);
    add('GET', '/:project/:tab/:id', one);
    add('PUT', '/:project/:tab/:id', change('PUT'));
    add('PATCH', '/:project/:tab/:id', change('PATCH'));
    add('DELETE', '/:project/:tab/:id', remove);
  },
};
