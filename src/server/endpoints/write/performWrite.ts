import type { FastifyReply } from 'fastify';
import { idPart, idsQuery } from '../../../contract/idsQuery';
import { limits } from '../../../contract/limits';
import type { CellValue, Column } from '../../../contract/rows';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import type { Caller } from '../../access/caller';
import { rowJsonWriter } from '../../normalise/rowJson';
import type { PlanLimits } from '../../plans/planLimits';
import { Refusal } from '../../refusal';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import { findKeptAnswer, type KeptAnswer } from '../../store/log/idempotency';
import type { RowWrite, Work, WritableTab } from '../../store/log/plannedWrite';
import type { Records } from '../../store/log/records';
import { tooContended } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import type { TabView } from '../../store/memory/engine';
import { runInSteps, type Steps, TakesLong } from '../../yieldToEventLoop';
import { entityTagOf, rowTagOf, rowVersion, versionOfValues } from '../headers';
import type { GoogleWriter } from '../googleWrites/googleWriter';
import { refuseChanged } from '../googleWrites/expectedRows';
import { findIntent } from '../googleWrites/intents';
import { refuseMissing } from '../readRow';
import type { ReadServices } from '../readServices';
import type { NamesOf, PlannedRows } from './rowPlanner';
import { NoSuchRow } from './changeRows';
import { createOpener, writableOf } from './openForWriting';
import type { WriteParameters } from './writeParameters';

/** Dependencies of writes. */
export interface WriteServices {
  readonly reading: ReadServices;
  readonly records: Records;
  readonly planLimits: PlanLimits;
  /** Writer for Google spreadsheets. */
  readonly google: Pick<GoogleWriter, 'write'>;
}

/** Target of a write, and its caller. */
export interface WriteTarget {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint. */
  readonly url: string;
  /** Path part after the endpoint: a row's id, decoded. */
  readonly part: string | undefined;
  /** Revision at which the caller has read the rows: those that were changed since are not written. */
  readonly readAt?: number | undefined;
}

/** Write, and options of its response. */
export interface WriteCall
  extends Pick<WriteParameters, 'isDryRun' | 'ignoreUnknown'>, Pick<WriteRequest<ShownWrite>, 'author' | 'keep'> {
  readonly target: WriteTarget;
  /** Returns the columns that the caller may use. */
  readonly namesOf: NamesOf;
  readonly work: Work<PlannedRows>;
  /** Whether several rows may be written; the response is then a list. */
  readonly isList: boolean;
  /** Names in each row of the request: the only columns of that row shown to callers who may not read. */
  readonly givenNames: readonly (readonly string[])[];
}

/** Maximum length of a `Location` that lists every new row, in characters. */
const MAX_LOCATION_LENGTH = 2_000;

/** Columns shown in the rows of a response. */
interface ShownColumns {
  readonly columns: readonly Column[];
  /** Their indexes among all columns of the tab. */
  readonly indexes: readonly number[];
}

const rowOf = ({ columns, indexes }: ShownColumns, id: string | null, valueAt: (column: number) => CellValue): string =>
  rowJsonWriter(columns)(id, (at) => JSON.stringify(valueAt(indexes[at]!)));

/**
 * Returns the function that returns the columns which the response shows of a row, by its position in the request. Callers who may
 * not read see only the columns that they have sent for that row.
 */
function createShownColumns(
  { namesOf, givenNames }: Pick<WriteCall, 'namesOf' | 'givenNames'>,
  { columns: all }: TabView,
): (at: number) => ShownColumns {
  const names = namesOf(all);
  const visible = { columns: names.visibleColumns, indexes: names.visible };
  if (!names.isBlind) return () => visible;
  return (at) => {
    const given = new Set(givenNames[at]?.map((name) => names.find(name)));
    const indexes = names.visible.filter((index) => given.has(index));
    return { columns: indexes.map((index) => names.column(index)), indexes };
  };
}

/**
 * Returns the JSON of the rows after the write, in the order of the request; of removed rows only their ids.
 *
 * @throws Refusal `too_large` for rows that are too long for a response
 */
function* shownRows(call: Omit<WriteCall, 'work'>, { view, targets }: PlannedRows): Steps<readonly string[]> {
  const shown: string[] = [];
  let bytes = 0;
  const columnsOf = createShownColumns(call, view);
  for (const [at, row] of targets.entries()) {
    const shownColumns = columnsOf(at);
    if (typeof row === 'number') shown.push(rowOf(shownColumns, view.id(row), (column) => view.value(row, column)));
    else if (row.kind === 'remove') shown.push(`{"_id":${JSON.stringify(row.id)}}`);
    else {
      const isUnassigned = call.isDryRun && row.kind === 'append' && row.id === row.ownId;
      shown.push(rowOf(shownColumns, isUnassigned ? null : row.id, (column) => row.values[column] ?? null));
    }
    bytes += Buffer.byteLength(shown.at(-1)!);
    if (bytes > limits.bytesPerResponse) {
      const detail = `The written rows are larger than ${limits.bytesPerResponse / 1024 ** 2} MB.`;
      throw new Refusal('too_large', detail, { hint: 'Write fewer rows at once.' });
    }
    yield;
  }
  return shown;
}

/** Planned write, with the JSON of the rows for its response. */
interface ShownWrite extends PlannedRows {
  readonly shown: readonly string[];
}

const countOf = (rows: readonly RowWrite[], kind: RowWrite['kind']) => rows.filter((row) => row.kind === kind).length;

function bodyOf({ isDryRun, isList, ignoreUnknown }: WriteCall, planned: ShownWrite, revision: number): string {
  const { rows, targets, ignored, shown: data } = planned;
  const meta = {
    ...(isList && { count: data.length }),
    ...((isList || isDryRun) && {
      created: countOf(rows, 'append'),
      updated: countOf(rows, 'update'),
      removed: countOf(rows, 'remove'),
      unchanged: targets.length - rows.length,
    }),
    ...(isDryRun && { dryRun: true }),
    ...(ignoreUnknown && { ignored }),
    revision,
  };
  return `{"data":${isList ? `[${data.join(',')}]` : (data[0] ?? 'null')},"meta":${JSON.stringify(meta)}}`;
}

/** Matches ids that no path can end with: URLs resolve them as the folder itself and the one above, even percent-encoded. */
const DOT_SEGMENT = /^\.\.?$/;

/** Returns the address of the new rows. */
function locationOf(url: string, { rows }: PlannedRows): string {
  const ids = rows.flatMap((row) => (row.kind === 'append' ? [row.id] : []));
  const [id = ''] = ids;
  if (ids.length === 1 && !DOT_SEGMENT.test(id)) return `${url}/${idPart(id)}`;
  const query = `?${idsQuery(ids)}`;
  return query.length <= MAX_LOCATION_LENGTH ? url + query : url;
}

/** @throws Refusal `row_changed` if a row was changed since the caller has read it; `precondition_failed` if that is not known */
function refuseChangedSince(
  { tabs }: ReadServices,
  { target: { readAt, tab }, namesOf }: Omit<WriteCall, 'work'>,
  { view, state: { sheet } }: WritableTab,
  { rows }: PlannedRows,
): void {
  if (readAt === undefined || readAt === view.revision) return;
  const seen = tabs.at(tab.id, readAt);
  if (seen === undefined) {
    throw new Refusal('precondition_failed', 'The sheet has changed since you read it. Nothing was written.', {
      hint: 'Read the rows again.',
    });
  }
  const expected = new Map<string, never>();
  refuseChanged({ view: seen.view, expected }, { view, sheet }, rows, ({ columns }) => namesOf(columns).keys);
}

/** Returns the work of a write that also checks the rows it changes, and builds the rows of the response. */
function shownWork(reading: ReadServices, { work, ...call }: WriteCall): Work<ShownWrite> {
  return {
    ...work,
    *plan(tab) {
      const planned = yield* work.plan(tab);
      refuseChangedSince(reading, call, tab, planned);
      return { ...planned, shown: yield* shownRows(call, planned) };
    },
  };
}

/** Returns the entity tag of the one written or unchanged row, equal to that of a read. */
function tagOf({ namesOf, isList }: WriteCall, { targets, view }: PlannedRows): Record<string, string> {
  const [row] = targets;
  const names = namesOf(view.columns);
  if (isList || row === undefined || names.isBlind) return {};
  if (typeof row !== 'number' && row.kind === 'remove') return {};
  const version = typeof row === 'number' ? rowVersion(view, row, names) : versionOfValues(row.id, row.values, names);
  return { etag: entityTagOf(rowTagOf(version, names.visibilityKey), 'identity') };
}

/** Builds the response of a write: 201 with the rows' address if rows were added, 204 if one was removed, else 200. */
function answerFor(call: WriteCall, planned: ShownWrite, revision: number): KeptAnswer {
  const { target, isDryRun, isList } = call;
  const headers = {
    'x-tabpoint-revision': String(revision),
    ...(!isDryRun && tagOf(call, planned)),
  };
  const isRemoved = planned.rows.some(({ kind }) => kind === 'remove');
  if (isRemoved && !isList && !isDryRun) return { status: 204, headers, body: '' };
  const body = bodyOf(call, planned, revision);
  const hasNewRows = !isDryRun && planned.rows.some(({ kind }) => kind === 'append');
  if (!hasNewRows) return { status: 200, headers, body };
  return { status: 201, headers: { ...headers, location: locationOf(target.url, planned) }, body };
}

/** Maximum number of searches for the rows of a filter; each repeats it after a concurrent write. */
const MAX_SEARCHES = 5;

function replayed(answer: string): KeptAnswer {
  const first = JSON.parse(answer) as KeptAnswer;
  return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
}

/**
 * Searches the rows of a filter before the write's turn, because all other writes would wait for the search.
 *
 * @throws Refusal `busy` if concurrent writes keep changing the sheet
 */
async function searchFirst<T>(needsAll: boolean, prepare: () => Promise<unknown>, write: () => Promise<T>): Promise<T> {
  for (let searches = 1; ; searches += 1) {
    if (needsAll) await prepare();
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error;
      if (searches === MAX_SEARCHES) throw tooContended();
    }
  }
}

/**
 * Returns the stored response of a repeated request that would search rows first: its filter may not fit the columns any more. A dry
 * run of a request that was made gets its response too. Other writes are recognized in their turn.
 */
async function repeatedAnswer(
  { reading }: WriteServices,
  { keep, work, target, isDryRun }: WriteCall,
): Promise<KeptAnswer | undefined> {
  if (keep === undefined || !(work.needsAll || isDryRun)) return undefined;
  const kept = await findKeptAnswer(reading.db, { tabId: target.tab.id, ...keep });
  return kept?.requestHash === keep.requestHash ? replayed(kept.answer) : undefined;
}

/** Returns whether a repeated request has reached Google, with an unknown outcome. It is recognized in its turn, without a search. */
const wasSent = async ({ reading }: WriteServices, { keep, target }: WriteCall): Promise<boolean> =>
  keep !== undefined && (await findIntent(reading.db, target.tab.id, keep)) !== undefined;

/** Plans a write, and queues it in the drive's log, or in the writer for Google. A dry run is planned alone. */
async function answerOf(services: WriteServices, call: WriteCall): Promise<KeptAnswer> {
  const { reading, records, google } = services;
  const { tab, project } = call.target;
  const open = createOpener(reading, tab.id, tab);
  const work = shownWork(reading, call);
  const prepare = async () => {
    const writable = writableOf(await open());
    await work.prepare?.(writable, reading.longQueries.of(project.id));
    return writable;
  };
  const repeated = await repeatedAnswer(services, call);
  if (repeated !== undefined) return repeated;
  if (call.isDryRun) {
    const planned = await runInSteps(work.plan(await prepare()));
    return answerFor(call, planned, planned.view.revision);
  }
  const { author, keep } = call;
  const answer = (planned: ShownWrite, revision: number) => JSON.stringify(answerFor(call, planned, revision));
  const request = { work, author, keep, answer };
  const readableKeysOf = ({ columns }: TabView) => {
    const names = call.namesOf(columns);
    return names.isBlind ? [] : names.keys;
  };
  const needsAll = work.needsAll && !(await wasSent(services, call));
  const written = await searchFirst(needsAll, prepare, () =>
    isDriveSheetId(project.sheet_id)
      ? records.writer.write({ ...request, open })
      : // Opened in the write's turn, with the writes before it.
        google.write({ ...request, open: createOpener(reading, tab.id), project, tab, readableKeysOf }),
  );
  if (written.kind === 'repeated') return replayed(written.answer);
  return answerFor(call, written.planned, written.revision);
}

/** Runs a write and sends its response. Throws a Refusal with a code of its own for each error. */
export async function performWrite(
  reply: FastifyReply,
  writeServices: WriteServices,
  call: WriteCall,
): Promise<FastifyReply> {
  try {
    const { status, headers, body } = await answerOf(writeServices, call);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    return await (body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(Buffer.from(body)));
  } catch (error) {
    if (error instanceof NoSuchRow)
      return refuseMissing(writeServices.reading, call.target.tab, call.target.part ?? '');
    throw error;
  }
}
