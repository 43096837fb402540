import type { FastifyRequest } from 'fastify';
import type { ProjectAnswer, RowsAnswer } from '../../contract/rows';
import {
  type Call,
  type Handler,
  MAX_AFFECTED,
  type Peer,
  type PeerCall,
  sentenceOf,
  type WrittenRows,
} from './peerCall';
import {
  AS_DISPLAYED,
  blanksEmpty,
  filterOn,
  notTranslated,
  objectIn,
  type Pair,
  quoted,
  type Row,
  WITHOUT_IDS,
} from './peerRequest';

/** Returns the sheet that a request names in its query or body, else the first one. */
async function tabOf(call: PeerCall): Promise<string> {
  const named = call.text('sheet') ?? (call.request.body as { readonly sheet?: unknown } | undefined)?.sheet;
  return call.tabNamed(typeof named === 'string' ? named : undefined);
}

/** Parameters of reads; all others are columns. */
const READ_PARAMETERS = [
  'sheet',
  'limit',
  'offset',
  'sort_by',
  'sort_order',
  'sort_method',
  'sort_date_format',
  'cast_numbers',
  'single_object',
  'mode',
  'casesensitive',
];

const modes: Readonly<Record<string, readonly Pair[]>> = {
  FORMATTED_VALUE: [AS_DISPLAYED],
  UNFORMATTED_VALUE: [],
  FORMULA: [['_values', 'formula']],
};

function orderOf(call: PeerCall): readonly Pair[] {
  const column = call.text('sort_by');
  const order = call.text('sort_order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw notTranslated(`sort_order=${order}`, ['sort_order=asc', 'desc']);
  return column === undefined ? [] : [['_sort', (order === 'desc' ? '-' : '') + quoted(column)]];
}

/** Returns a row with the empty text for blank cells, and with numbers for the texts of these columns where possible. */
function withNumbers(row: Row, names: ReadonlySet<string>): Row {
  const entries = Object.entries(blanksEmpty(row)).map(([name, value]): [string, unknown] => {
    const isNumber = names.has(name) && value !== '' && Number.isFinite(Number(value));
    return [name, isNumber ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

async function sendMatching(call: PeerCall, filters: readonly Pair[]): Promise<unknown> {
  const mode = call.text('mode') ?? 'FORMATTED_VALUE';
  const values = modes[mode];
  if (values === undefined) throw notTranslated(`mode=${mode}`, Object.keys(modes));
  const query = [...filters, ...orderOf(call), ...call.page(), ...values, WITHOUT_IDS];
  const numberNames = new Set(call.text('cast_numbers')?.split(','));
  const shape = (row: Row) => withNumbers(row, numberNames);
  const tab = await tabOf(call);
  if (call.text('single_object') !== 'true') return call.sendRows({ tab, query }, shape);
  return shape(await call.fetchJson<Row>({ tab, query: [...query, ['_single', '1'], ['_shape', 'array']] }));
}

/** Parses a search value: `!x`, `>=5`, `*part*`, or a value for equality. */
function parseSearch(value: string, isCased: boolean): { readonly op?: string; readonly value: string } {
  const [, sign = '', rest = value] = /^(!|>=|<=|>|<)?(.*)$/s.exec(value) ?? [];
  const op = { '!': 'ne', '>=': 'gte', '<=': 'lte', '>': 'gt', '<': 'lt' }[sign];
  if (op !== undefined) return { op, value: rest };
  if (!value.includes('*')) return { value };
  const pattern = value.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return { op: isCased ? 'like' : 'ilike', value: pattern };
}

function searchOf(call: PeerCall) {
  const isCased = call.text('casesensitive') === 'true';
  return call.pairs
    .filter(({ name }) => !READ_PARAMETERS.includes(name))
    .map(({ name, value }) => ({ name, ...parseSearch(value, isCased) }));
}

const search: Handler = async (call) =>
  sendMatching(
    call,
    searchOf(call).map(({ name, op, value }) => filterOn(name, value, op)),
  );

const searchOr: Handler = async (call) => {
  const or = searchOf(call).map(({ name, op = 'eq', value }) => ({
    [name]: value === '' ? { isblank: true } : { [op]: value },
  }));
  return sendMatching(call, [['_where', JSON.stringify({ or })]]);
};

const ofProject =
  (what: (project: ProjectAnswer['data']) => unknown): Handler =>
  async (call) =>
    what(await call.project());

const count: Handler = async (call) => {
  const { meta } = await call.fetchJson<RowsAnswer>({ tab: await tabOf(call), query: [['_limit', '0']] });
  return { rows: meta.total };
};

const EXAMPLE = '{"data":{"Name":"Kaffa"}}';

const rowsIn = ({ body }: FastifyRequest) =>
  [objectIn(body, 'The body', EXAMPLE).data].flat().map((row) => objectIn(row, 'data', EXAMPLE));

/** Sends a change to the data API. @returns the number of written rows */
async function write(call: PeerCall, change: Call): Promise<number> {
  return (await call.fetchJson<WrittenRows>({ ...change, tab: await tabOf(call) })).meta.count;
}

const create: Handler = async (call) => {
  const created = await write(call, { method: 'POST', texts: rowsIn(call.request) });
  call.reply.code(201);
  return { created };
};

function filtersOf({ request }: PeerCall): readonly Pair[] {
  const { column, value } = request.params as { readonly column: string; readonly value: string };
  return [filterOn(column, value), MAX_AFFECTED];
}

const change: Handler = async (call) => {
  const { method, request } = call;
  return { updated: await write(call, { method, query: filtersOf(call), texts: rowsIn(request) }) };
};

const remove: Handler = async (call) => ({
  deleted: await write(call, { method: 'DELETE', query: filtersOf(call) }),
});

const BASE = '/api/v1/:project';

/** SheetDB (sheetdb.io). */
export const sheetdb: Peer = {
  name: 'sheetdb',
  sends: ['X-User-Agent'],
  errorOf: (problem) => ({ body: { error: sentenceOf(problem) } }),
  routes: [
    ['GET', BASE, async (call) => sendMatching(call, []), READ_PARAMETERS],
    ['POST', BASE, create, ['sheet']],
    ['GET', `${BASE}/search`, search],
    ['GET', `${BASE}/search_or`, searchOr],
    ['GET', `${BASE}/keys`, async (call) => call.columns(await tabOf(call)), ['sheet']],
    ['GET', `${BASE}/count`, count, ['sheet']],
    ['GET', `${BASE}/name`, ofProject(({ title: name }) => ({ name })), []],
    ['GET', `${BASE}/sheets`, ofProject(({ tabs }) => ({ sheets: tabs.map(({ title }) => title) })), []],
    [['PATCH', 'PUT'], `${BASE}/:column/:value`, change, ['sheet']],
    ['DELETE', `${BASE}/:column/:value`, remove, ['sheet']],
  ],
};
