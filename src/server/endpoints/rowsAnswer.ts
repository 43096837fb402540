import type { RowsMeta } from '../../contract/rows';
import { entityTagOf } from './conditional';
import type { ReadTab } from './endpointsRepository';
import type { RowsPlan, ServedTab } from './engine/engine';
import type { QueryPair } from './query/rawQuery';
import { queryOf, rowsPlanOf } from './query/rowsQuery';
import { openTab, type Reading } from './reading';

/** A page of rows, ready to be sent. */
export interface RowsBody {
  readonly body: Buffer;
  readonly total: number;
  /** URL of the next page, where there is one. */
  readonly next: string | undefined;
}

/** An answer that is not made before it is asked for: the client may have it already. */
export interface RowsAnswering {
  readonly entityTag: string;
  readonly revision: number;
  readonly make: () => Promise<RowsBody>;
}

export interface RowsRequest {
  readonly tab: ReadTab;
  /** URL of the endpoint as it was called, without its query. */
  readonly url: string;
  readonly pairs: readonly QueryPair[];
  /** Whether the columns follow the rows. */
  readonly withColumns: boolean;
}

interface OpenRows extends RowsRequest {
  readonly served: ServedTab;
}

/** Bodies larger than this are made anew each time. */
const LARGEST_KEPT = 2 * 1024 * 1024;

const bodyOf = (data: Buffer, meta: RowsMeta, columns: ServedTab['columns'] | undefined) =>
  Buffer.concat([
    Buffer.from('{"data":['),
    data,
    Buffer.from(`],"meta":${JSON.stringify(meta)}${columns ? `,"columns":${JSON.stringify(columns)}` : ''}}`),
  ]);

/** Runs a plan and writes out what comes of it. */
async function runRows({ tab, served, url, withColumns }: OpenRows, plan: RowsPlan): Promise<RowsBody> {
  const { columns } = served;
  const { limit, offset } = plan;
  const { total, count, data } = await served.select(plan);
  const isLast = count === 0 || offset + count >= total;
  const next = isLast ? undefined : `${url}?${queryOf({ ...plan, offset: offset + count }, columns)}`;
  const meta = { total, count, limit, offset, next, revision: tab.revision };
  return { body: bodyOf(data, meta, withColumns ? columns : undefined), total, next };
}

/**
 * Plans the answer to a question for rows.
 *
 * @throws Refusal what `rowsPlanOf` and `openTab` refuse
 */
export async function planRows(reading: Reading, request: RowsRequest): Promise<RowsAnswering> {
  const { tab, served } = await openTab(reading, request.tab);
  const plan = rowsPlanOf(request.pairs, served.columns);
  const shape = request.withColumns ? 'rows and columns' : 'rows';
  const query = queryOf(plan, served.columns);
  const entityTag = entityTagOf(shape, tab.snapshot_blob, tab.revision, request.url, query);
  const make = async () => {
    const kept = reading.answers.get(entityTag);
    if (kept !== undefined) return kept;
    const made = await runRows({ ...request, tab, served }, plan);
    if (made.body.length <= LARGEST_KEPT) reading.answers.set(entityTag, made, made.body.length);
    return made;
  };
  return { entityTag, revision: tab.revision, make };
}
