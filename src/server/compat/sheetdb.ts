import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits';
import type { ProjectAnswer } from '../../contract/rows';
import { Refusal } from '../refusal';
import { Asked, blanksEmpty, filterOn, notTranslated, objectIn, quoted, type Row } from './asked';
import type { Handle, Peer } from './compatRoute';
import type { DataApi, WrittenRows } from './dataApi';

type Pair = readonly [name: string, value: string];

const paramsOf = ({ params }: FastifyRequest) =>
  params as { readonly project: string; readonly column: string; readonly value: string };

/** The sheet that a call is about: the one it names, else the first one. */
async function addressOf(api: DataApi, request: FastifyRequest) {
  const { project } = paramsOf(request);
  const named = new Asked(request).text('sheet') ?? (request.body as { readonly sheet?: unknown } | undefined)?.sheet;
  if (typeof named === 'string') return { project, tab: named };
  const { data } = await api.ask<ProjectAnswer>({ project });
  const [first] = data.tabs;
  if (first === undefined) throw new Refusal('not_found', 'This project has no sheet.');
  return { project, tab: first.title };
}

/** Parameters of reads that are no columns. */
const READING = [
  ...['sheet', 'limit', 'offset', 'sort_by', 'sort_order', 'sort_method', 'sort_date_format', 'cast_numbers'],
  ...['single_object', 'mode', 'casesensitive'],
];

const modes: Readonly<Record<string, readonly Pair[]>> = {
  FORMATTED_VALUE: [['_values', 'text']],
  UNFORMATTED_VALUE: [],
  FORMULA: [['_values', 'formula']],
};

function orderOf(asked: Asked): readonly Pair[] {
  const column = asked.text('sort_by');
  const order = asked.text('sort_order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw notTranslated(`sort_order=${order}`, ['sort_order=asc', 'desc']);
  return column === undefined ? [] : [['_sort', (order === 'desc' ? '-' : '') + quoted(column)]];
}

function pageOf(asked: Asked): readonly Pair[] {
  return ['limit', 'offset'].flatMap((name) => {
    const value = asked.text(name);
    return value === undefined ? [] : [[`_${name}`, value] as const];
  });
}

/** Texts of the columns that are to be numbers, as numbers where they are some. */
function caster(names: readonly string[]) {
  const castOne = (name: string, value: unknown) =>
    names.includes(name) && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  return (row: Row): Row =>
    Object.fromEntries(Object.entries(blanksEmpty(row)).map(([name, value]) => [name, castOne(name, value)]));
}

async function sendFound(api: DataApi, request: FastifyRequest, filters: readonly Pair[]): Promise<unknown> {
  const asked = new Asked(request);
  const mode = asked.text('mode') ?? 'FORMATTED_VALUE';
  const values = modes[mode];
  if (values === undefined) throw notTranslated(`mode=${mode}`, Object.keys(modes));
  const query = [...filters, ...orderOf(asked), ...pageOf(asked), ...values, ['_fields', '-_id'] as const];
  const shape = caster(asked.text('cast_numbers')?.split(',') ?? []);
  const call = { ...(await addressOf(api, request)), query };
  if (asked.text('single_object') !== 'true') return api.sendRows(call, shape);
  return shape(await api.ask<Row>({ ...call, query: [...query, ['_single', '1'], ['_shape', 'array']] }));
}

const all: Handle = async (api, request) => {
  new Asked(request).refuseOthers(...READING);
  return sendFound(api, request, []);
};

/** What a value that is searched for asks: `!x`, `>=5`, `*part*`, or the value itself. */
function searched(value: string, isCased: boolean): { readonly op?: string; readonly value: string } {
  const [, sign = '', rest = value] = /^(!|>=|<=|>|<)?(.*)$/s.exec(value) ?? [];
  const op = { '!': 'ne', '>=': 'gte', '<=': 'lte', '>': 'gt', '<': 'lt' }[sign];
  if (op !== undefined) return { op, value: rest };
  if (!value.includes('*')) return { value };
  const pattern = value.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return { op: isCased ? 'like' : 'ilike', value: pattern };
}

const searchOf = (asked: Asked) => {
  const isCased = asked.text('casesensitive') === 'true';
  return asked.pairs
    .filter(({ name }) => !READING.includes(name))
    .map(({ name, value }) => ({ name, ...searched(value, isCased) }));
};

const search: Handle = async (api, request) =>
  sendFound(
    api,
    request,
    searchOf(new Asked(request)).map(({ name, op, value }) => filterOn(name, value, op)),
  );

const searchOr: Handle = async (api, request) => {
  const asked = searchOf(new Asked(request));
  const or = asked.map(({ name, op = 'eq', value }) => ({
    [name]: value === '' ? { isblank: true } : { [op]: value },
  }));
  return sendFound(api, request, [['_where', JSON.stringify({ or })]]);
};

const told =
  (what: (project: ProjectAnswer['data']) => unknown): Handle =>
  async (api, request) => {
    new Asked(request).refuseOthers();
    return what((await api.ask<ProjectAnswer>(paramsOf(request))).data);
  };

const keys: Handle = async (api, request) => {
  new Asked(request).refuseOthers('sheet');
  const query = [['_limit', '0'] as const, ['_fields', '-_id'] as const, ['_shape', 'columns'] as const];
  const { data } = await api.ask<{ data: object }>({ ...(await addressOf(api, request)), query });
  return Object.keys(data);
};

const count: Handle = async (api, request) => {
  new Asked(request).refuseOthers('sheet');
  const query = [['_limit', '0'] as const];
  const { meta } = await api.ask<{ meta: { total: number } }>({ ...(await addressOf(api, request)), query });
  return { rows: meta.total };
};

const EXAMPLE = '{"data":{"Name":"Kaffa"}}';

const rowsIn = ({ body }: FastifyRequest) =>
  [objectIn(body, 'The body', EXAMPLE).data].flat().map((row) => objectIn(row, 'data', EXAMPLE));

const create: Handle = async (api, request, reply) => {
  new Asked(request).refuseOthers('sheet');
  const texts = rowsIn(request);
  const { meta } = await api.ask<WrittenRows>({ ...(await addressOf(api, request)), method: 'POST', texts });
  reply.code(201);
  return { created: meta.count };
};

const filtersOf = (request: FastifyRequest): readonly Pair[] => {
  const { column, value } = paramsOf(request);
  return [filterOn(column, value), ['_max_affected', String(limits.rowsPerFilterWriteMost)]];
};

const change =
  (method: 'PATCH' | 'PUT'): Handle =>
  async (api, request) => {
    new Asked(request).refuseOthers('sheet');
    const call = { method, query: filtersOf(request), texts: rowsIn(request) };
    const { meta } = await api.ask<WrittenRows>({ ...(await addressOf(api, request)), ...call });
    return { updated: meta.count };
  };

const remove: Handle = async (api, request) => {
  new Asked(request).refuseOthers('sheet');
  const call = { method: 'DELETE' as const, query: filtersOf(request) };
  const { meta } = await api.ask<WrittenRows>({ ...(await addressOf(api, request)), ...call });
  return { deleted: meta.count };
};

const BASE = '/api/v1/:project';

/** SheetDB (sheetdb.io). */
export const sheetdb: Peer = {
  name: 'sheetdb',
  sends: ['X-User-Agent'],
  errorOf: ({ detail, hint }) => ({ body: { error: [detail, hint].filter((text) => text !== undefined).join(' ') } }),
  addRoutes: (add) => {
    add('GET', BASE, all);
    add('POST', BASE, create);
    add('GET', `${BASE}/search`, search);
    add('GET', `${BASE}/search_or`, searchOr);
    add('GET', `${BASE}/keys`, keys);
    add('GET', `${BASE}/count`, count);
    add(
      'GET',
      `${BASE}/name`,
      told(({ title: name }) => ({ name })),
    );
    add(
      'GET',
      `${BASE}/sheets`,
      told(({ tabs }) => ({ sheets: tabs.map(({ title }) => title) })),
    );
    add('PATCH', `${BASE}/:column/:value`, change('PATCH'));
    add('PUT', `${BASE}/:column/:value`, change('PUT'));
    add('DELETE', `${BASE}/:column/:value`, remove);
  },
};
