import type { FastifyReply } from 'fastify';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import type { Caller } from '../../access/caller';
import type { PlanLimits } from '../../plans/planLimits';
import { Refusal } from '../../refusal';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import { findKeptAnswer, type KeptAnswer } from '../../store/log/idempotency';
import type { OpenedTab, Work, WritableTab, Written } from '../../store/log/plannedWrite';
import type { Records } from '../../store/log/records';
import { tooContended } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import type { TabView } from '../../store/memory/engine';
import { runInSteps, TakesLong } from '../../yieldToEventLoop';
import { refuseChanged } from '../googleWrites/expectedRows';
import type { GoogleWriter } from '../googleWrites/googleWriter';
import { findIntent } from '../googleWrites/intents';
import { refuseMissing } from '../readRow';
import type { ReadServices } from '../readServices';
import { NoSuchRow } from './changeRows';
import { createOpener, writableOf } from './openForWriting';
import type { PlannedRows } from './rowPlanner';
import { answerFor, type AnswerOptions, type ShownWrite, shownRows } from './writeAnswer';

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
export interface WriteCall extends AnswerOptions, Pick<WriteRequest<ShownWrite>, 'author' | 'keep'> {
  readonly target: WriteTarget;
  readonly work: Work<PlannedRows>;
}

/** @throws Refusal `row_changed` if a row was changed since the caller has read it; `precondition_failed` if that is not known */
function refuseChangedSince(
  { tabs }: ReadServices,
  { target: { readAt, tab }, namesOf }: WriteCall,
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
function shownWork(reading: ReadServices, call: WriteCall): Work<ShownWrite> {
  return {
    ...call.work,
    *plan(tab) {
      const planned = yield* call.work.plan(tab);
      refuseChangedSince(reading, call, tab, planned);
      return { ...planned, shown: yield* shownRows(call, planned) };
    },
  };
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
async function searchFirst<T>(
  needsSearch: boolean,
  search: () => Promise<unknown>,
  write: () => Promise<T>,
): Promise<T> {
  for (let searches = 1; ; searches += 1) {
    if (needsSearch) await search();
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

/** Plans a write, and runs it. A dry run is planned alone. */
async function answerOf(services: WriteServices, call: WriteCall): Promise<KeptAnswer> {
  const { reading } = services;
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
  const needsSearch = work.needsAll && !(await wasSent(services, call));
  const written = await searchFirst(needsSearch, prepare, () => enqueue(services, call, work, open));
  if (written.kind === 'repeated') return replayed(written.answer);
  return answerFor(call, written.planned, written.revision);
}

/** Queues a write to the drive's log, or to the writer for Google. @returns its result, once it is written */
function enqueue(
  { reading, records, google }: WriteServices,
  call: WriteCall,
  work: Work<ShownWrite>,
  open: () => Promise<OpenedTab>,
): Promise<Written<ShownWrite>> {
  const { author, keep, namesOf } = call;
  const { tab, project } = call.target;
  const answer = (planned: ShownWrite, revision: number) => JSON.stringify(answerFor(call, planned, revision));
  if (isDriveSheetId(project.sheet_id)) return records.writer.write({ open, work, author, keep, answer });
  const readableKeysOf = ({ columns }: TabView) => {
    const names = namesOf(columns);
    return names.isBlind ? [] : names.keys;
  };
  // Opened in the write's turn, with the writes before it.
  const openInTurn = createOpener(reading, tab.id);
  return google.write({ open: openInTurn, work, author, keep, answer, project, tab, readableKeysOf });
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
    const { target } = call;
    if (error instanceof NoSuchRow) return refuseMissing(writeServices.reading, { ...target, part: target.part ?? '' });
    throw error;
  }
}
