import { Refusal } from '../refusal';
import { type Handle, mostAffected, type Peer, type PeerCall, sentenceOf, type WrittenRows } from './peerCall';
import { AS_DISPLAYED, blanksEmpty, filterOn, objectIn, type Pair, quoted, type Row, WITHOUT_IDS } from './peerRequest';

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
const read: Handle = async (call) => {
  const query = [...filtersOf(searchOf(call.text('search'))), ...call.page(), WITHOUT_IDS, AS_DISPLAYED];
  return call.sendRows({ query }, blanksEmpty);
};

/** `store.append` */
const append: Handle = async (call) => {
  const texts = [call.request.body].flat().map((row) => objectIn(row, 'Each row of the body', EXAMPLE));
  await call.ask({ method: 'POST', texts });
  return { updatedRange: call.address.tab };
};

/** What `edit` and `delete` say which rows they are about: those that hold a condition, or the first few of them. */
async function meant(call: PeerCall): Promise<readonly Pair[]> {
  const { condition, limit = null } = objectIn(call.request.body, 'The body', `{"condition":${EXAMPLE}}`);
  const filters = filtersOf(objectIn(condition, 'condition', EXAMPLE));
  if (limit === null) return [...filters, mostAffected];
  const look: Pair[] = [
    ['_limit', JSON.stringify(limit)],
    ['_fields', '_id'],
  ];
  const { data } = await call.ask<WrittenRows>({ query: [...filters, ...look] });
  return [...filters, ['_id__in', data.map(({ _id }) => quoted(String(_id))).join(',')], mostAffected];
}

/** `store.edit` */
const edit: Handle = async (call) => {
  const query = await meant(call);
  const { set } = call.request.body as { readonly set?: unknown };
  const texts = [objectIn(set, 'set', EXAMPLE)];
  const { meta } = await call.ask<WrittenRows>({ method: 'PATCH', query, texts });
  return { totalUpdatedRows: meta.count };
};

/** `store.delete` */
const remove: Handle = async (call) => {
  const { meta } = await call.ask<WrittenRows>({ method: 'DELETE', query: await meant(call) });
  return { clearedRowsCount: meta.count };
};

const URL = '/v1/storages/:project/:tab';

/** Stein (steinhq.com), as `stein-js-client` calls it. */
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
