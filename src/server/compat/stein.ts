import { Refusal } from '../refusal';
import { type Handler, MAX_AFFECTED, type Peer, type PeerCall, sentenceOf, type WrittenRows } from './peerCall';
import { AS_DISPLAYED, blanksEmpty, filterOn, objectIn, type Pair, quoted, type Row, WITHOUT_IDS } from './peerRequest';

const EXAMPLE = '{"City":"Oslo"}';

/** Translates `search` and `condition`: every column has to equal its value. */
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

/** Handles `store.read`: sends rows as displayed. */
const read: Handler = async (call) => {
  const query = [...filtersOf(searchOf(call.text('search'))), ...call.page(), WITHOUT_IDS, AS_DISPLAYED];
  return call.sendRows({ query }, blanksEmpty);
};

/** Handles `store.append`. */
const append: Handler = async (call) => {
  const texts = [call.request.body].flat().map((row) => objectIn(row, 'Each row of the body', EXAMPLE));
  await call.fetchJson({ method: 'POST', texts });
  return { updatedRange: call.address.tab };
};

/** Returns the filters for the rows of an `edit` or `delete`: those that match its condition, or the first `limit` of them. */
async function targetFilters(call: PeerCall): Promise<readonly Pair[]> {
  const { condition, limit = null } = objectIn(call.request.body, 'The body', `{"condition":${EXAMPLE}}`);
  const filters = filtersOf(objectIn(condition, 'condition', EXAMPLE));
  if (limit === null) return [...filters, MAX_AFFECTED];
  const page: Pair[] = [
    ['_limit', JSON.stringify(limit)],
    ['_fields', '_id'],
  ];
  const { data } = await call.fetchJson<WrittenRows>({ query: [...filters, ...page] });
  return [...filters, ['_id__in', data.map(({ _id }) => quoted(String(_id))).join(',')], MAX_AFFECTED];
}

/** Handles `store.edit`. */
const edit: Handler = async (call) => {
  const query = await targetFilters(call);
  const { set } = call.request.body as { readonly set?: unknown };
  const texts = [objectIn(set, 'set', EXAMPLE)];
  const { meta } = await call.fetchJson<WrittenRows>({ method: 'PATCH', query, texts });
  return { totalUpdatedRows: meta.count };
};

/** Handles `store.delete`. */
const remove: Handler = async (call) => {
  const { meta } = await call.fetchJson<WrittenRows>({ method: 'DELETE', query: await targetFilters(call) });
  return { clearedRowsCount: meta.count };
};

const URL = '/v1/storages/:project/:tab';

/** Stein (steinhq.com), as used by `stein-js-client`. */
export const stein: Peer = {
  name: 'stein',
  errorOf: (problem) => ({ body: { error: sentenceOf(problem) } }),
  routes: [
    ['GET', URL, read, ['limit', 'offset', 'search']],
    ['POST', URL, append],
    ['PUT', URL, edit],
    ['DELETE', URL, remove],
  ],
};
