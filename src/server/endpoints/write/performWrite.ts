import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idsQuery } from '../../../contract/idsQuery';
import type { CellValue, Column } from '../../../contract/rows';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import { may } from '../../access/caller';
import type { Author } from '../../database/tables/records';
import { rowJsonWriter } from '../../normalise/rowJson';
import { Refusal } from '../../refusal';
import { hasTombstone } from '../../store/log/tombstones';
import type { KeptAnswer } from '../../store/log/keptAnswers';
import type { Keep, RowWrite, Work } from '../../store/log/work';
import { tooContended } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import type { TabView } from '../../store/memory/engine';
import { runInSteps, type Steps, TakesLong } from '../../yieldToEventLoop';
import { entityTagOf, rowTagOf, rowVersion, versionOfValues } from '../headers';
import { namesFor } from '../query/plans';
import { noSuchRow } from '../readRow';
import type { Reading } from '../reading';
import { FormRow } from './bodies';
import type { PlannedRows } from './rowPlanner';
import { NoSuchRow } from './targets';
import type { Performing, WriteCall, WriteTarget } from './writeCall';
import { opener, writableOf } from './openForWriting';

/** Longest `Location`, in characters, that names every new row. */
const LONGEST_LOCATION = 2_000;

/** What the rows of an answer show. */
interface Showing {
  readonly columns: readonly Column[];
  /** Their indexes among all columns of the tab. */
  readonly indexes: readonly number[];
}

const rowOf = ({ columns, indexes }: Showing, id: string | null, valueAt: (column: number) => CellValue): string =>
  rowJsonWriter(columns)(id, (at) => JSON.stringify(valueAt(indexes[at]!)));

function writtenRow(showing: Showing, row: Exclude<RowWrite, { kind: 'remove' }>, isDryRun: boolean): string {
  const hasNoIdYet = isDryRun && row.kind === 'append' && row.id === row.ownId;
  return rowOf(showing, hasNoIdYet ? null : row.id, (column) => row.values[column] ?? null);
}

/** The rows after the write, in the order in which they were meant; of removed ones their ids. */
function* shownRows(showing: Showing, { view, meant }: PlannedRows, isDryRun: boolean): Steps<readonly string[]> {
  const shown: string[] = [];
  for (const one of meant) {
    if (typeof one === 'number') shown.push(rowOf(showing, view.id(one), (column) => view.value(one, column)));
    else if (one.kind === 'remove') shown.push(`{"_id":${JSON.stringify(one.id)}}`);
    else shown.push(writtenRow(showing, one, isDryRun));
    yield;
  }
  return shown;
}

/** A write that was worked out, with the JSON of the rows that it is answered with. */
interface ShownWrite extends PlannedRows {
  readonly shown: readonly string[];
}

const countOf = (rows: readonly RowWrite[], kind: RowWrite['kind']) => rows.filter((row) => row.kind === kind).length;

function bodyOf({ isDryRun, isList, tellsIgnored }: WriteCall, planned: ShownWrite, revision: number): string {
  const { rows, ignored, unchanged, shown: data } = planned;
  const meta = {
    ...(isList && { count: data.length }),
    ...((isList || isDryRun) && {
      created: countOf(rows, 'append'),
      updated: countOf(rows, 'update'),
      removed: countOf(rows, 'remove'),
      unchanged: unchanged.length,
    }),
    ...(isDryRun && { dryRun: true }),
    ...(tellsIgnored && { ignored }),
    revision,
  };
  return `{"data":${isList ? `[${data.join(',')}]` : (data[0] ?? 'null')},"meta":${JSON.stringify(meta)}}`;
}

/** The id as a part of an address: one that begins with `_` has one more. */
const partOf = (id: string) => encodeURIComponent(id.startsWith('_') ? `_${id}` : id);

/** Where the new rows are. */
function locationOf(url: string, { rows }: PlannedRows): string {
  const ids = rows.flatMap((row) => (row.kind === 'append' ? [row.id] : []));
  if (ids.length === 1) return `${url}/${partOf(ids[0] ?? '')}`;
  const query = `?${idsQuery(ids)}`;
  return query.length <= LONGEST_LOCATION ? url + query : url;
}

/** Callers who may not read are shown what they have sent. */
function showingOf(
  { target: { caller, tab }, givenNames }: Omit<WriteCall, 'work'>,
  { columns: all }: TabView,
): Showing {
  const names = namesFor(caller, tab, all);
  if (may(caller, 'read')) return { columns: names.visibleColumns, indexes: names.visible };
  const given = new Set(givenNames.map((name) => names.find(name)));
  const indexes = names.visible.filter((at) => given.has(at));
  return { columns: indexes.map((at) => names.column(at)), indexes };
}

/** Keys of the columns that the caller sees in the answer. */
const shownKeys = (call: WriteCall, view: TabView): string[] => showingOf(call, view).columns.map(({ key }) => key);

/** The work of a write, with what it is answered with. */
function shownWork({ work, ...call }: WriteCall): Work<ShownWrite> {
  return {
    ...work,
    *plan(tab) {
      const planned = yield* work.plan(tab);
      return { ...planned, shown: yield* shownRows(showingOf(call, planned.view), planned, call.isDryRun) };
    },
  };
}

/** Entity tag of the one row that is written, or that was as it should be, as a read of it has it. */
function tagOf({ target: { caller, tab }, isList }: WriteCall, planned: PlannedRows): Record<string, string> {
  const { rows, unchanged, view } = planned;
  const [row, same] = [rows[0], unchanged[0]];
  if (isList || !may(caller, 'read') || row?.kind === 'remove') return {};
  const names = namesFor(caller, tab, view.columns);
  const kept = same === undefined ? undefined : rowVersion(view, same, names);
  const version = row === undefined ? kept : versionOfValues(row.id, row.values, names);
  return version === undefined ? {} : { etag: entityTagOf(rowTagOf(version, names.visibilityKey), 'identity') };
}

/** The answer to a write: 201 when rows were made, with where they are, 204 when one was removed, else 200. */
function answerFor(call: WriteCall, planned: ShownWrite, revision: number): KeptAnswer {
  const { target, isDryRun, isRemoval } = call;
  const headers = {
    'x-tabpoint-revision': String(revision),
    ...(!isDryRun && tagOf(call, planned)),
  };
  if (isRemoval && !isDryRun) return { status: 204, headers, body: '' };
  const body = bodyOf(call, planned, revision);
  const isMade = !isDryRun && planned.rows.some(({ kind }) => kind === 'append');
  if (!isMade) return { status: 200, headers, body };
  return { status: 201, headers: { ...headers, location: locationOf(target.url, planned) }, body };
}

/** Two requests are the same when method, address and body are. */
function keepOf({ method, url, body }: FastifyRequest, { target, idempotencyKey: key }: WriteCall): Keep | undefined {
  if (key === undefined) return undefined;
  const text = `${method} ${url}\n${JSON.stringify(body) ?? ''}`;
  const requestHash = createHash('sha256').update(text).digest('base64url');
  const { kind, keyId } = target.caller;
  return { caller: keyId ?? kind, key, requestHash };
}

const authorOf = ({ body }: FastifyRequest, { target: { caller, project } }: WriteCall): Author => ({
  actor: caller.keyId === undefined ? `person:${project.owner_id}` : `key:${caller.keyId}`,
  reason: body instanceof FormRow ? 'form' : 'write',
});

/** So often the rows of a filter are looked for anew because the sheet has been written to meanwhile. */
const SEARCHES_MOST = 5;

function repeated(answer: string): KeptAnswer {
  const first = JSON.parse(answer) as KeptAnswer;
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/** To the drive's log, or through to Google. */
function writeTo({ records, google }: Performing, call: WriteCall, request: WriteRequest<ShownWrite>) {
  const { project, tab } = call.target;
  if (isDriveSheetId(project.sheet_id)) return records.writer.write(request);
  return google.write({ ...request, project, tab, shown: (view) => shownKeys(call, view) });
}

/**
 * Looks for the rows of a filter before the write waits for its turn, where all other writes would wait for the search.
 *
 * @throws Refusal `busy` where the sheet is written to again and again meanwhile
 */
async function searchedBefore<T>(
  { needsAll }: Work,
  prepared: () => Promise<unknown>,
  write: () => Promise<T>,
): Promise<T> {
  for (let searches = 1; ; searches += 1) {
    if (needsAll) await prepared();
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error;
      if (searches === SEARCHES_MOST) throw tooContended();
    }
  }
}

async function perform(request: FastifyRequest, performing: Performing, call: WriteCall) {
  const { reading } = performing;
  const { tab, project } = call.target;
  const open = opener(reading, tab.id, tab);
  const work = shownWork(call);
  const prepared = async () => {
    const writable = writableOf(await open());
    await work.prepare?.(writable, reading.longQueries.of(project.id));
    return writable;
  };
  if (call.isDryRun) {
    const planned = await runInSteps(work.plan(await prepared()));
    return answerFor(call, planned, planned.view.revision);
  }
  const written = await searchedBefore(work, prepared, () =>
    writeTo(performing, call, {
      open,
      work,
      author: authorOf(request, call),
      keep: keepOf(request, call),
      answer: (planned, revision) => JSON.stringify(answerFor(call, planned, revision)),
    }),
  );
  if (written.kind === 'repeated') return repeated(written.answer);
  return answerFor(call, written.planned, written.revision);
}

async function refuseNoSuchRow({ db }: Reading, { tab }: WriteTarget, id: string): Promise<never> {
  if (await hasTombstone(db, tab.id, id))
    throw new Refusal('gone', `The row “${id}” of ${tab.title} has been removed.`);
  throw noSuchRow(tab, id);
}

/** Does what a request asks for and answers it. Throws a Refusal with a code of its own for each thing that is wrong. */
export async function performWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  performing: Performing,
  call: WriteCall,
): Promise<FastifyReply> {
  try {
    const { status, headers, body } = await perform(request, performing, call);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    return await (body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(Buffer.from(body)));
  } catch (error) {
    if (error instanceof NoSuchRow) return refuseNoSuchRow(performing.reading, call.target, error.id);
    throw error;
  }
}
