import type { Problem } from '../../contract/problems';
import type { RowsAnswer } from '../../contract/rows';
import { refuseTooManyRows } from '../endpoints/write/bodies';
import { refuseTooManyFields } from '../endpoints/write/givenCells';
import { Refusal } from '../refusal';
import {
  type Call,
  type Handler,
  MAX_AFFECTED,
  type Peer,
  type PeerCall,
  type PeerError,
  sentenceOf,
  type WrittenRows,
} from './peerCall';
import {
  AS_DISPLAYED,
  notTranslated,
  objectIn,
  type Pair,
  type PeerParameter,
  quoted,
  type Row,
  textOf,
} from './peerRequest';

const DRY_RUN: readonly Pair[] = [['_dry_run', '1']];

/** Creation time of every record: the data API does not store when a row was created. */
const CREATED = '1970-01-01T00:00:00.000Z';

/** Returns a row as a record, without blank cells. */
function recordOf({ _id: id, ...row }: Row) {
  const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { id, createdTime: CREATED, fields };
}

/** Parameters of `select` beside `fields` and `sort`, in a URL or in the body of `listRecords`. */
const SINGLE = ['maxRecords', 'pageSize', 'limit', 'offset', 'view', 'cellFormat', 'timeZone', 'userLocale', 'method'];
const SORT = /^sort\[(\d+)\]\[(field|direction)\]$/;
const FIELDS = /^fields(?:\[\d*\])?$/;

/** Returns the parameters of a body, with the names that they have in a URL. */
function pairsIn(body: Row): PeerParameter[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'sort' && Array.isArray(value)) return sortPairsIn(value);
    return [value].flat().map((item) => ({ name, value: String(item) }));
  });
}

/** Returns the parameters of the `sort` of a body: `sort[0][field]=Name`. */
const sortPairsIn = (sort: readonly unknown[]): PeerParameter[] =>
  sort.flatMap((step, at) =>
    Object.entries(objectIn(step, 'sort', '{"field":"Name"}')).map(([key, text]) => ({
      name: `sort[${at}][${key}]`,
      value: String(text as string),
    })),
  );

/** Default and maximum number of records on a page. */
const PAGE_SIZE = 100;

/** Offset of a page: the number of records before it, and the cursor of the data API. */
const OFFSET = /^(\d{1,9})\/(.+)$/;

function parseInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Refusal('invalid_parameter', `${name} has to be a whole number.`);
}

/** Translates `fields`, `sort` and `cellFormat`. @throws Refusal `unknown_parameter` for any other parameter */
function queryOf(call: PeerCall): Pair[] {
  const sort = new Map<number, { field?: string; direction?: string }>();
  const fields: string[] = [];
  for (const { name, value } of call.pairs) {
    const [, at, what] = SORT.exec(name) ?? [];
    if (what !== undefined) sort.set(Number(at), { ...sort.get(Number(at)), [what]: value });
    else if (FIELDS.test(name)) fields.push(quoted(value));
    else if (!SINGLE.includes(name)) throw notTranslated(name, ['fields', 'sort', ...SINGLE]);
  }
  const view = call.text('view') ?? 'Grid view';
  if (view !== 'Grid view') throw notTranslated(`view=${view}`, ['view=Grid view']);
  const order = [...sort]
    .toSorted(([one], [other]) => one - other)
    .map(([, { field = '', direction }]) => (direction === 'desc' ? '-' : '') + quoted(field));
  return [
    ['_fields', fields.length > 0 ? ['_id', ...fields].join(',') : undefined],
    ['_sort', order.length > 0 ? order.join(',') : undefined],
    ...(call.text('cellFormat') === 'string' ? [AS_DISPLAYED] : []),
  ];
}

const list: Handler = async (call) => {
  const query = queryOf(call);
  const offset = call.text('offset');
  const [match, before = '0', cursor] = offset === undefined ? [''] : (OFFSET.exec(offset) ?? []);
  if (match === undefined) throw new Refusal('invalid_cursor', 'This offset is none that was answered here.');
  const remaining = parseInteger('maxRecords', call.text('maxRecords'), Infinity) - Number(before);
  const size = parseInteger('pageSize', call.text('pageSize') ?? call.text('limit'), PAGE_SIZE);
  const limit = String(Math.max(0, Math.min(size, PAGE_SIZE, remaining)));
  const page: Pair[] = [...query, ['_limit', limit], ['_cursor', cursor]];
  const { data, meta } = await call.fetchJson<RowsAnswer>({ query: page });
  const next = meta.next === undefined ? null : new URL(meta.next).searchParams.get('_cursor');
  const hasNext = next !== null && data.length < remaining;
  return { records: data.map(recordOf), ...(hasNext && { offset: `${Number(before) + data.length}/${next}` }) };
};

const listRecords: Handler = async (call) => {
  const pairs = pairsIn(objectIn(call.request.body ?? {}, 'The body', '{"pageSize":10}'));
  refuseTooManyFields(pairs.length);
  call.pairs.push(...pairs);
  return list(call);
};

const find: Handler = async (call) => recordOf(await call.fetchRow());

const EXAMPLE = '{"fields":{"Name":"Kaffa"}}';

/**
 * Parses a body: `{"fields": …}`, or `{"records": [{"id": …, "fields": …}]}`.
 *
 * @returns the records, whether they are a list, and whether texts are parsed by column type (`typecast`)
 */
function recordsIn({ request: { body }, address }: PeerCall) {
  const { records, fields, typecast, ...others } = objectIn(body, 'The body', EXAMPLE);
  const [other] = Object.keys(others);
  if (other !== undefined && other !== 'id') throw notTranslated(other, ['records', 'fields', 'typecast']);
  const isList = records !== undefined;
  const list = isList ? [records].flat() : [{ id: address.id, fields }];
  refuseTooManyRows(list.length);
  const recordIn = (item: unknown) => {
    const { id, fields: given } = objectIn(item, 'Each record', EXAMPLE);
    return { id: typeof id === 'string' ? id : '', fields: objectIn(given, 'fields', '{"Name":"Kaffa"}') };
  };
  return { records: list.map(recordIn), isList, typecast: typecast === true };
}

const create: Handler = async (call) => {
  const { records, isList, typecast } = recordsIn(call);
  const rows = records.map(({ fields }) => fields);
  const { data } = await call.fetchJson<WrittenRows>({
    method: 'POST',
    ...(typecast ? { texts: rows } : { json: rows }),
  });
  const created = data.map(recordOf);
  return isList ? { records: created } : created[0];
};

/** @throws Refusal `invalid_rows` if two records have the same id */
function refuseRepeated(ids: readonly string[]): void {
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated === undefined) return;
  throw new Refusal('invalid_rows', `Two records have the id “${repeated}”. None was changed.`);
}

/**
 * Changes records one after another, after a dry run of all of them: if one is invalid, or two have the same id before or after,
 * none is written.
 */
const change: Handler = async (call) => {
  const { records, isList, typecast } = recordsIn(call);
  const changes = records.map(({ id, fields }): Call => ({
    id,
    method: call.method,
    ...(typecast ? { texts: [fields] } : { json: fields }),
  }));
  if (changes.length > 1) {
    refuseRepeated(records.map(({ id }) => id));
    const planned: Row[] = [];
    for (const [step, changeCall] of changes.entries()) {
      planned.push(await call.fetchRow({ ...changeCall, query: DRY_RUN, step }));
    }
    refuseRepeated(planned.map(({ _id }) => textOf(_id)));
  }
  const written: Row[] = [];
  for (const [step, changeCall] of changes.entries()) written.push(await call.fetchRow({ ...changeCall, step }));
  const changed = written.map(recordOf);
  return isList ? { records: changed } : changed[0];
};

const deletedRecord = (id: unknown) => ({ id, deleted: true });

const removeOne: Handler = async (call) => {
  await call.fetchJson({ method: 'DELETE' });
  return deletedRecord(call.address.id);
};

/** Deletes the records of `?records[]=…`: all of them or none. */
const removeMany: Handler = async (call) => {
  const ids = call.pairs.map(({ name, value }) => {
    if (/^records\[\d*\]$/.test(name)) return value;
    throw notTranslated(name, ['records[]']);
  });
  const query: Pair[] = [['_id__in', ids.map(quoted).join(',')], MAX_AFFECTED];
  const dry = await call.fetchJson<WrittenRows>({ method: 'DELETE', query: [...query, ...DRY_RUN] });
  const known = new Set(dry.data.map(({ _id }) => _id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal('not_found', `No record has the id “${unknown}”. None was deleted.`);
  await call.fetchJson({ method: 'DELETE', query });
  return { records: ids.map(deletedRecord) };
};

const types: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_REQUIRED',
  403: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
  404: 'NOT_FOUND',
  422: 'INVALID_REQUEST_UNKNOWN',
};

/** Statuses that are answered as others: 422 for any invalid request, as clients show the message only for that status. */
const statuses: Readonly<Record<number, number>> = { 400: 422, 409: 422, 410: 404 };

/** Returns an error as Airtable does. */
function errorOf(problem: Problem): PeerError {
  const status = statuses[problem.status] ?? problem.status;
  const message = sentenceOf(problem);
  return { status, body: { error: { type: types[status] ?? 'SERVICE_ERROR', message } } };
}

const tableRoutes = (url: string): Peer['routes'] => [
  ['GET', url, list],
  ['POST', url, create],
  [['PATCH', 'PUT'], url, change],
  ['DELETE', url, removeMany],
];

/** Airtable's Web API, as used by its official client: a project is a base, a sheet is a table. */
export const airtable: Peer = {
  name: 'airtable',
  sends: ['X-Airtable-User-Agent', 'X-API-Version', 'X-Airtable-Application-ID', 'User-Agent'],
  errorOf,
  routes: [
    ...tableRoutes('/v0/:project/:tab'),
    ...tableRoutes('/v0/:project/:tab/'),
    ['POST', '/v0/:project/:tab/listRecords', listRecords],
    ['GET', '/v0/:project/:tab/:id', find],
    [['PATCH', 'PUT'], '/v0/:project/:tab/:id', change],
    ['DELETE', '/v0/:project/:tab/:id', removeOne],
  ],
};
