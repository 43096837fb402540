import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits';
import type { SchemaAnswer } from '../../contract/describe';
import type { Problem } from '../../contract/problems';
import type { ColumnType, RowsAnswer } from '../../contract/rows';
import { queryTextOf } from '../endpoints/query/rawQuery';
import { lettersOf } from '../../contract/gridCells';
import { Refusal } from '../refusal';
import type { Call, Handler, Peer, PeerCall, PeerError } from './peerCall';
import { AS_DISPLAYED, notTranslated, type Pair, type Row, WITHOUT_IDS } from './peerRequest';

const HANDLER = /^[A-Za-z_$][\w$.]{0,200}$/;
const DEFAULT_HANDLER = 'google.visualization.Query.setResponse';

/** Returns the options of a response, from `tqx=out:json;reqId:1;responseHandler:draw`. */
function optionsIn({ url }: FastifyRequest) {
  const text = new URLSearchParams(queryTextOf(url)).getAll('tqx').at(-1) ?? '';
  const options = new Map(text.split(';').map((item) => [item.split(':', 1)[0], item.slice(item.indexOf(':') + 1)]));
  const handler = options.get('responseHandler') ?? DEFAULT_HANDLER;
  return {
    out: options.get('out') ?? 'json',
    reqId: options.get('reqId') ?? '0',
    handler: HANDLER.test(handler) ? handler : DEFAULT_HANDLER,
  };
}

/** Serializes a response as a script that calls the handler, or as JSON for a client that sends `X-DataSource-Auth`. */
function serialize({ headers }: FastifyRequest, { handler, reqId }: ReturnType<typeof optionsIn>, answer: object) {
  const json = JSON.stringify({ version: '0.6', reqId, ...answer });
  if (headers['x-datasource-auth'] !== undefined)
    return { type: 'application/json; charset=utf-8', body: `)]}'\n${json}` };
  const safe = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return { type: 'text/javascript; charset=utf-8', body: `/*O_o*/\n${handler}(${safe});` };
}

/** Query with single spaces: a pattern with several optional spaces in a row would take minutes for a text of spaces. */
const QUERY = /^(?:select \*)? ?(?:limit (\d+))? ?(?:offset (\d+))?$/i;

/** Parses a query. Only `select *`, `limit` and `offset` of the query language are supported. */
function pageOf(tq = ''): readonly Pair[] {
  const [whole, limit, offset] = QUERY.exec(tq.trim().replace(/\s+/g, ' ')) ?? [];
  if (whole === undefined) throw notTranslated(`tq=${tq}`, ['tq=select * limit 10 offset 20']);
  return [
    ['_limit', limit],
    ['_offset', offset],
  ];
}

async function callOf(peer: PeerCall): Promise<Call> {
  const headers = peer.text('headers') ?? '1';
  if (headers !== '1') throw notTranslated(`headers=${headers}`, ['headers=1']);
  const query = pageOf(peer.text('tq'));
  return { tab: await peer.tabNamed(peer.text('sheet')), query };
}

const types: Readonly<Record<ColumnType, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  text: 'string',
  date: 'date',
  datetime: 'datetime',
  time: 'timeofday',
};

/** Returns a value as charts expect it: months count from 0. */
function valueOf(value: unknown, type: ColumnType): unknown {
  if (typeof value !== 'string' || !/^(?:date|datetime|time)$/.test(type)) return value;
  const numbers = (value.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '').match(/\d+/g) ?? []).map(Number);
  if (type === 'time') return [...numbers.slice(0, 3), 0];
  const [year = 0, month = 1, ...rest] = numbers;
  return `Date(${[year, month - 1, ...rest.slice(0, 4)].join(',')})`;
}

const cellOf = ({ key, type }: SchemaAnswer['columns'][number], values: Row, shown: Row) => {
  const value = values[key] ?? null;
  if (value === null) return null;
  return type === 'text' ? { v: value } : { v: valueOf(value, type), f: shown[key] };
};

/** Maximum number of rows of a response, which is built in memory before it is sent. */
const MAX_ROWS = limits.rowsPerPageMost;

async function requestPage(peer: PeerCall, { query = [], ...call }: Call): Promise<RowsAnswer> {
  const isLimited = query.some(([name, value]) => name === '_limit' && value !== undefined);
  const limited: readonly Pair[] = isLimited ? query : [...query, ['_limit', String(MAX_ROWS)]];
  const page = await peer.fetchJson<RowsAnswer>({ ...call, query: limited });
  const { total, offset, count } = page.meta;
  if (isLimited || offset + count >= total) return page;
  const detail = `These are ${total} rows, and an answer holds ${MAX_ROWS} at most.`;
  throw new Refusal('too_large', detail, { hint: 'Ask for a part with tq=limit 1000 offset 0, or for tqx=out:csv.' });
}

/** Maximum attempts to read the values and the displayed texts at the same revision. */
const MAX_ATTEMPTS = 3;

async function tableOf(peer: PeerCall, { query = [], ...call }: Call) {
  const { columns } = await peer.fetchJson<SchemaAnswer>({ ...call, below: '_schema' });
  for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
    const values = await requestPage(peer, { ...call, query });
    const shown = await requestPage(peer, { ...call, query: [...query, AS_DISPLAYED] });
    if (values.meta.revision !== shown.meta.revision) continue;
    const rows = values.data.map((row, at) => ({
      c: columns.map((column) => cellOf(column, row, shown.data[at] ?? {})),
    }));
    const cols = columns.map(({ key, type }, at) => ({ id: lettersOf(at + 1), label: key, type: types[type] }));
    return { sig: String(values.meta.revision), table: { cols, rows, parsedNumHeaders: 1 } };
  }
  throw new Refusal('busy', 'The rows change faster than they are read. Try again in a moment.');
}

const answer: Handler = async (peer) => {
  const options = optionsIn(peer.request);
  const call = await callOf(peer);
  if (options.out === 'csv') {
    peer.reply.type('text/csv; charset=utf-8');
    return peer.stream({ ...call, query: [...(call.query ?? []), AS_DISPLAYED, WITHOUT_IDS], accept: 'text/csv' });
  }
  if (options.out !== 'json') throw notTranslated(`out:${options.out}`, ['out:json', 'out:csv']);
  const { type, body } = serialize(peer.request, options, { status: 'ok', ...(await tableOf(peer, call)) });
  return peer.reply.type(type).send(body);
};

const reasons: Readonly<Record<number, string>> = {
  401: 'user_not_authenticated',
  403: 'access_denied',
  404: 'invalid_request',
};

/** Returns an error with status 200, as browsers do not run a script with an error status. */
function errorOf({ status, detail, hint = '' }: Problem, request: FastifyRequest): PeerError {
  const options = optionsIn(request);
  if (options.out === 'csv') return { type: 'text/plain; charset=utf-8', body: `${detail} ${hint}`.trim() };
  const reason = reasons[status] ?? (status < 500 ? 'invalid_query' : 'internal_error');
  const errors = [{ reason, message: detail, detailed_message: hint }];
  return { status: 200, ...serialize(request, options, { status: 'error', errors }) };
}

/** Google Visualization API of Google Sheets (wire protocol 0.6). */
export const gviz: Peer = {
  name: 'gviz',
  sends: ['X-DataSource-Auth'],
  errorOf,
  routes: [['GET', '/spreadsheets/d/:project/gviz/tq', answer, ['tqx', 'sheet', 'tq', 'headers']]],
};
