import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '../../../contract/limits';
import type { ProjectTabsTable } from '../../database/tables/projects';
import {
  keepsChanging,
  neverKnown,
  notLet,
  notTaken,
  tooManyAtOnce,
  unconfirmed,
} from '../../google/write/writeRefusals';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import { findKeptAnswer, keepAnswer } from '../../store/log/idempotency';
import type { OpenedTab, PlannedWrite, Written } from '../../store/log/plannedWrite';
import { goneMeanwhile, keyReused, readOnly, writesPaused } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import type { TabView } from '../../store/memory/engine';
import type { SyncContext } from '../../sync/syncProject';
import { runInSteps } from '../../yieldToEventLoop';
import { writableOf } from '../write/openForWriting';
import { type ExpectedRows, refuseChanged, type SeenRows } from './expectedRows';
import {
  findIntent,
  type Intent,
  keyColumnsOf,
  planOfWrite,
  putIntent,
  readKnownRows,
  removeIntent,
  type WritePlan,
} from './intents';
import { publishWritten } from './publishWritten';
import { settle, type SettlingContext } from './settle';
import { type Attempt, execute, headerRowOf, prepare, refusalOf, SheetHasChanged } from './sheetAttempt';
import { refreshInTurn, type SheetTurn } from './sheetQueue';

/** Maximum attempts of a write; each repeats it against a changed sheet. */
const MAX_ATTEMPTS = 4;

/** Maximum number of rows to change or remove at once: each needs a note, and the space for notes is limited. */
const MAX_NOTED_ROWS = limits.rowsPerWrite;

/** Dependencies of a write. */
export interface WriteContext extends SyncContext, Pick<SettlingContext, 'askAs'> {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Write to a tab of a Google spreadsheet. */
export interface GoogleWriteRequest<Planned extends PlannedWrite> extends WriteRequest<Planned> {
  readonly project: Pick<ReadProject, 'id' | 'owner_id' | 'sheet_id'>;
  readonly tab: Pick<ReadTab, 'id'>;
  /** Returns the keys of the columns that the caller may read. */
  readonly readableKeysOf: (view: TabView) => readonly string[];
}

/**
 * Returns a tab as currently stored.
 *
 * @throws Refusal `gone`, `writes_paused` or `read_only` if it cannot be written any more
 */
async function findWritableTab({ db }: WriteContext, id: string): Promise<ProjectTabsTable> {
  const found = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .selectAll('tab')
    .select(['project.paused', 'project.writable', 'project.read_only_reason'])
    .where('tab.id', '=', id)
    .where('tab.gone_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw goneMeanwhile();
  const { paused, writable, read_only_reason, ...tab } = found;
  if (paused === 1) throw writesPaused();
  if (writable === 0) throw readOnly(read_only_reason);
  return tab;
}

/** Returns whether Google found none of the rows, because they were removed. The response to an append does not say so. */
function foundNoRows(answer: Readonly<Record<string, unknown>>): boolean {
  const { totalUpdatedRows, clearedRanges, spreadsheetId } = answer;
  if (spreadsheetId !== undefined) return false;
  return (totalUpdatedRows ?? 0) === 0 && (Array.isArray(clearedRanges) ? clearedRanges.length : 0) === 0;
}

/**
 * One write within its turn: recognize a repeat, or plan, compare, store the intent, send, settle and publish. It starts over if
 * the sheet has changed since it was planned.
 */
export class OneWrite<Planned extends PlannedWrite> {
  #wasInvalid = false;
  /** Whether the sheet was read for this write. */
  #isRead = false;

  constructor(
    private readonly context: WriteContext,
    private readonly request: GoogleWriteRequest<Planned>,
    private readonly turn: SheetTurn,
    /** Values of its rows when the write first arrived. */
    private readonly expected: ExpectedRows,
  ) {}

  async run(): Promise<Written<Planned>> {
    const { request, context, expected } = this;
    const repeated = await this.#storedAnswer();
    if (repeated !== undefined) return { kind: 'repeated', answer: repeated };
    let opened = await request.open();
    const seen = { view: opened.served.view(), expected };
    // Work that depends on all rows is planned against rows that were just read.
    let isFresh = !request.work.needsAll && opened.state.keyAt < 0;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      if (!isFresh) {
        await refreshInTurn(context, request.project.owner_id, this.turn.sheetId);
        this.#isRead = true;
        opened = await request.open();
      }
      try {
        return await this.#attempt(opened, seen);
      } catch (error) {
        if (!(error instanceof SheetHasChanged)) throw error;
        isFresh = false;
      }
    }
    throw keepsChanging();
  }

  /** Returns the stored response of the same request. */
  async #storedAnswer(): Promise<string | undefined> {
    const { keep, tab } = this.request;
    if (keep === undefined) return undefined;
    const stored = await findKeptAnswer(this.context.db, { tabId: tab.id, ...keep });
    const intent = stored === undefined ? await findIntent(this.context.db, tab.id, keep) : undefined;
    if (stored === undefined && intent === undefined) return undefined;
    if ((stored?.requestHash ?? intent?.request_hash) !== keep.requestHash) throw keyReused(keep.key);
    if (stored === undefined) throw neverKnown();
    return stored.answer;
  }

  /** Plans and writes once. @throws SheetHasChanged */
  async #attempt(opened: OpenedTab, seen: SeenRows): Promise<Written<Planned>> {
    const { request, context } = this;
    const writable = writableOf(opened);
    const planned = await runInSteps(request.work.plan(writable));
    refuseChanged(seen, { view: writable.view, sheet: writable.state.sheet }, planned.rows, request.readableKeysOf);
    if (planned.rows.length === 0) {
      // The row may have other values in the sheet.
      if (!this.#isRead) throw new SheetHasChanged();
      return this.#finishUnchanged(planned, opened);
    }
    if (planned.rows.length > MAX_NOTED_ROWS) throw tooManyAtOnce(planned.rows.length, MAX_NOTED_ROWS);
    const tab = await findWritableTab(context, opened.tabId);
    if (tab.snapshot_blob !== opened.state.snapshot || tab.raw_blob === null) throw new SheetHasChanged();
    const numbers = new Set([headerRowOf(tab), ...planned.rows.map(({ row }) => row)]);
    const known = await readKnownRows(context.db, tab.raw_blob, numbers);
    const ask = context.askAs(request.project.owner_id, this.turn.sheetId);
    const revision = opened.served.revision + 1;
    const intent = this.#intentOf(planOfWrite(tab.sheet_id, planned.rows, known), request.answer(planned, revision));
    await this.#write({ turn: this.turn, ask, tab, planned, known, intent });
    return { kind: 'written', planned, served: opened.served, revision: await this.#publish(intent) };
  }

  async #finishUnchanged(planned: Planned, { served }: OpenedTab): Promise<Written<Planned>> {
    const { keep, tab, answer } = this.request;
    const { revision } = served;
    if (keep !== undefined) {
      await keepAnswer(this.context.db, { ...keep, tabId: tab.id, answer: answer(planned, revision) });
    }
    return { kind: 'written', planned, revision, served };
  }

  #intentOf(plan: WritePlan, answer: string): Intent {
    const { project, tab, author, keep } = this.request;
    return {
      // Short, because each row's note contains it, and Google limits the notes of a sheet to 30,000 characters.
      id: randomBytes(6).toString('base64url'),
      note_id: randomInt(1, 2 ** 31 - 1),
      sheet_id: project.sheet_id,
      owner_id: project.owner_id,
      tab_id: tab.id,
      plan,
      ...author,
      ...keyColumnsOf(keep),
      answer,
      state: 'open',
      created_at: new Date().toISOString(),
    };
  }

  /**
   * Resolves when Google has written. The intent is stored before the request, only while the turn is still held, and removed if it
   * is certain that nothing was written.
   */
  async #write(attempt: Attempt): Promise<void> {
    const { db } = this.context;
    const { intent } = attempt;
    const preparation = await prepare(attempt);
    await db.transaction().execute(async (trx) => {
      await this.turn.lockIn(trx);
      await putIntent(trx, intent);
    });
    const sent = await execute(attempt, preparation);
    if (sent.kind === 'unknown') return this.#settleNow(intent);
    if (sent.kind === 'done' && !foundNoRows(sent.answer)) return;
    await removeIntent(db, intent.id);
    if (sent.kind === 'done') throw new SheetHasChanged();
    if (sent.error.kind !== 'invalid') throw refusalOf(sent.error);
    // The sheet may have changed. If Google rejects the write twice, it is not permitted, as for protected cells.
    if (this.#wasInvalid) throw notLet(sent.error.message);
    this.#wasInvalid = true;
    throw new SheetHasChanged();
  }

  /** Tries to determine the outcome right after a lost response. */
  async #settleNow(intent: Intent): Promise<void> {
    const verdict = await settle(this.context, this.turn, intent).catch(() => undefined);
    if (verdict === 'notApplied') throw notTaken();
    if (verdict === 'lost') throw neverKnown();
    if (verdict === undefined) throw unconfirmed(intent.key !== null);
  }

  /** Publishes a write that Google has accepted. If the rows here cannot be updated now, they are updated later. */
  async #publish(intent: Intent): Promise<number> {
    try {
      return (await publishWritten(this.context, this.turn, intent)) ?? 0;
    } catch {
      throw unconfirmed(intent.key !== null);
    }
  }
}
