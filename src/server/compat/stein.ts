import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits';
import { Refusal } from '../refusal';
import { Asked, blanksEmpty, filterOn, objectIn, quoted, type Row } from './asked';
import type { Handle, Peer } from './compatRoute';
import type { DataApi, WrittenRows } from './dataApi';

const addressOf = ({ params }: FastifyRequest) => params as { readonly project: string; readonly tab: string };

const EXAMPLE = '{"City":"Oslo"}';

/** `search` and `condition`: every column has to equal its value. */
const filtersOf = (conditions: Row) => Object.entries(conditions).map(([column, value]) => filterOn(column, value));

function searchOf(text: string | undefined): Row {
  if (text === undefined) return {};
  try {
    return objectIn(JSON.parse(text), 'search', EXAMPLE);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('malformed_json', 'search is not valid JSON.', { hint: `Send an object such as ${EXAMPLE}.` });
  }
}

/** `store.read`: rows as the sheet displays them. */
const read: Handle = async (api, request) => {
  const asked = new Asked(request);
  asked.refuseOthers('limit', 'offset', 'search');
  const page = (['limit', 'offset'] as const).flatMap((name) => {
    const value = asked.text(name);
    return value === undefined ? [] : [[`_${name}`, value] as const];
  });
  const query = [...filtersOf(searchOf(asked.text('search'))), ...page];
  const look = [['_fields', '-_id'] as const, ['_values', 'text'] as const];
  return api.sendRows({ ...addressOf(request), query: [...query, ...look] }, blanksEmpty);
};

/** `store.append` */
const append: Handle = async (api, request) => {
  const address = addressOf(request);
  const texts = [request.body].flat().map((row) => objectIn(row, 'Each row of the body', EXAMPLE));
  await api.ask({ ...address, method: 'POST', texts });
  return { updatedRange: address.tab };
};

/** What `edit` and `delete` say which rows they are about: those that hold a condition, or the first few of them. */
async function meant(api: DataApi, request: FastifyRequest): Promise<readonly (readonly [string, string])[]> {
  const { condition, limit = null } = objectIn(request.body, 'The body', `{"condition":${EXAMPLE}}`);
  const filters = filtersOf(objectIn(condition, 'condition', EXAMPLE));
  const most = ['_max_affected', String(limits.rowsPerFilterWriteMost)] as const;
  if (limit === null) return [...filters, most];
  const look = [['_limit', JSON.stringify(limit)] as const, ['_fields', '_id'] as const];
  const { data } = await api.ask<WrittenRows>({ ...addressOf(request), query: [...filters, ...look] });
  return [...filters, ['_id__in', data.map(({ _id }) => quoted(String(_id))).join(',')], most];
}

/** `store.edit` */
const edit: Handle = async (api, request) => {
  const query = await meant(api, request);
  const { set } = request.body as { readonly set?: unknown };
  const texts = [objectIn(set, 'set', EXAMPLE)];
  const { meta } = await api.ask<WrittenRows>({ ...addressOf(request), method: 'PATCH', query, texts });
  return { totalUpdatedRows: meta.count };
};

/** `store.delete` */
const remove: Handle = async (api, request) => {
  const query = await meant(api, request);
  const { meta } = await api.ask<WrittenRows>({ ...addressOf(request), method: 'DELETE', query });
  return { clearedRowsCount: meta.count };
};

const URL = '/v1/storages/:project/:tab';

/** Stein (steinhq.com), as `stein-js-client` calls it. */
export const stein: Peer = {
  name: 'stein',
  errorOf: ({ detail, hint }) => ({ body: { error: [detail, hint].filter((text) => text !== undefined).join(' ') } }),
  addRoutes: (add) => {
    add('GET', URL, read);
    add('POST', URL, append);
    add('PUT', URL, edit);
    add('DELETE', URL, remove);
  },
};
