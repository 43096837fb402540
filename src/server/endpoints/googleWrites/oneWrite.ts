import type { Kysely } from 'kysely';
import { limits } from '../../../contract/limits';
import type { Locks } from '../../database/locks';
import type { Database } from '../../database/schema';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import type { TabView } from '../../store/memory/engine';
import type { WriteAnswer } from '../write/writeAnswer';
import { asRead } from '../../google/write/literals';
import type { Ask } from '../../google/write/sheetCalls';
import {
  keepsChanging,
  neverKnown,
  notLet,
  notTaken,
  tooManyAtOnce,
  unconfirmed,
} from '../../google/write/writeRefusals';
import { cellsOf, goneIdsOf, loggedChangeOf, type OpenedTab, type PlannedWrite, type RowWrite, type WritableTab, type Written } from '../../store/log/work';
import { findKeptAnswer, keepAnswer } from '../../store/log/keptAnswers';
import type { LoggedChange } from '../../store/log/logEntries';
import { keyReused } from '../../store/log/writeRefusals';
import type { WriteRequest } from '../../store/log/writer';
import type { RawCell } from '../../rawTab/rawTab';
import { createRowIds } from '../../rawTab/rowIds';
import { runInSteps } from '../../yieldToEventLoop';
import { writtenTab } from './foldWritten';
import { findIntent, type Intent, keptRows, type NotedRow, putIntent, removeIntent, type WritePlan } from './intents';
import type { MeantRows } from './meantRows';
import { type PublishContext, publishWritten } from './publishWritten';
import { refuseChanged, type SeenRows } from './refuseChanged';
import type { Settling } from './settle';
import type { SheetTurn, SheetTurns } from './sheetTurns';
import { type Attempt, carryOut, headerRowOf, prepare, refusalOf } from './writeAttempt';

interface Body {
  readonly meta?: { readonly revision?: number };
}

/** An answer that was made beforehand, with the revision that the write has come to. */
export function answerAt(answer: string, revision: number): string {
  const made = JSON.parse(answer) as WriteAnswer;
  const headers = { ...made.headers, 'x-tabpoint-revision': String(revision) };
  if (made.body === '') return JSON.stringify({ ...made, headers });
  const body = JSON.parse(made.body) as Body;
  return JSON.stringify({ ...made, headers, body: JSON.stringify({ ...body, meta: { ...body.meta, revision } }) });
}

/** Rows of the sheet as they were when they were last read, by their numbers. */
export type KnownRows = ReadonlyMap<number, readonly RawCell[]>;

export interface Planning {
  readonly gid: number;
  readonly rows: readonly RowWrite[];
  readonly known: KnownRows;
  readonly revision: number;
}

/** The change as the sheet will hold it. */
function asItWillBe(change: LoggedChange): LoggedChange {
  if (change.kind === 'remove') return change;
  return { ...change, cells: change.cells.map(([column, cell]) => [column, asRead(cell)] as const) };
}

function notedRow(write: RowWrite, known: KnownRows): NotedRow {
  const before = known.get(write.row) ?? [];
  if (write.kind === 'remove') return { cells: before.map((cell, column) => [column, cell, null] as const) };
  return { cells: cellsOf(write).map(([column, cell]) => [column, before[column] ?? null, asRead(cell)] as const) };
}

/** Whether there are new rows only: these need no notes of their own. */
export const isAppend = (rows: readonly RowWrite[]) => rows.every(({ kind }) => kind === 'append');

/** What is noted down of a write before Google is asked. */
export function planOfWrite({ gid, rows, known, revision }: Planning): WritePlan {
  const kind = isAppend(rows) ? 'append' : 'noted';
  return {
    ...{ gid, kind, revision },
    isRemoval: rows.every((row) => row.kind === 'remove'),
    noted: kind === 'append' ? [] : rows.map((row) => notedRow(row, known)),
    changes: rows.map((row) => asItWillBe(loggedChangeOf(row))),
    gone: goneIdsOf(rows),
  };
}

const newId = createRowIds();

/** A tab as a write to it is worked out: new rows come after its last one. */
export function writableOf({ served, state }: OpenedTab): WritableTab {
  let { lastRow } = state;
  return { view: served.view(), state, newRow: () => (lastRow += 1), newId, settle: () => undefined };
}

/** So often a write is worked out anew because the sheet was another one. */
const MOST_TRIES = 4;

/** Rows that are changed or removed at once: each of them is noted, and there is room for so many notes. */
const MOST_NOTED = limits.rowsPerWrite;

export interface GoogleWriterOptions extends PublishContext {
  readonly db: Kysely<Database>;
  readonly locks: Locks;
  readonly turns: SheetTurns;
  readonly settling: Settling;
  /** Asks about a spreadsheet as a person. */
  readonly askAs: (personId: string, sheetId: string) => Ask;
  /** Reads a spreadsheet anew, within its turn. Throws a Refusal where it cannot be read. */
  readonly refresh: (ownerId: string, turn: SheetTurn) => Promise<unknown>;
}

/** A write to a tab of a spreadsheet of Google. */
export interface GoogleWriteRequest<Planned extends PlannedWrite> extends WriteRequest<Planned> {
  readonly project: Pick<ReadProject, 'id' | 'owner_id' | 'sheet_id'>;
  readonly tab: Pick<ReadTab, 'id'>;
  /** Keys of the columns that whoever writes is shown. */
  readonly shown: (view: TabView) => readonly string[];
}

/** What becomes of a write within its turn. */
export class OneWrite<Planned extends PlannedWrite> {
  #wasInvalid = false;

  constructor(
    private readonly options: GoogleWriterOptions,
    private readonly request: GoogleWriteRequest<Planned>,
    private readonly turn: SheetTurn,
    /** What the rows were when it first came. */
    private readonly meant: MeantRows,
  ) {}

  async run(): Promise<Written<Planned>> {
    const { request, options } = this;
    const repeated = await this.#repeated();
    if (repeated !== undefined) return { kind: 'repeated', answer: repeated };
    const first = await request.open();
    const seen = { view: first.served.view(), meant: this.meant };
    // What depends on all rows is worked out against all rows as they are.
    let isFresh = !request.work.needsAll && first.state.keyAt < 0;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (!isFresh) await options.refresh(request.project.owner_id, this.turn);
      const opened = isFresh && tries === 0 ? first : await request.open();
      const written = await this.#attempt(opened, seen);
      if (written !== 'stale') return written;
      isFresh = false;
    }
    throw keepsChanging();
  }

  /** The answer to the same request before. */
  async #repeated(): Promise<string | undefined> {
    const { keep, tab } = this.request;
    if (keep === undefined) return undefined;
    const kept = await findKeptAnswer(this.options.db, { tabId: tab.id, ...keep });
    const known = kept ?? (await findIntent(this.options.db, tab.id, keep));
    if (known === undefined) return undefined;
    const hash = 'keep' in known ? known.keep?.requestHash : kept?.requestHash;
    if (hash !== keep.requestHash) throw keyReused(keep.key);
    if (kept === undefined) throw neverKnown();
    return kept.answer;
  }

  async #attempt(opened: OpenedTab, seen: SeenRows): Promise<Written<Planned> | 'stale'> {
    const { request, options, turn } = this;
    const writable = writableOf(opened);
    const planned = await runInSteps(request.work.plan(writable));
    refuseChanged(seen, { view: writable.view, sheet: writable.state.sheet }, planned.rows, request.shown);
    if (planned.rows.length === 0) return this.#nothingToDo(planned, opened);
    if (planned.rows.length > MOST_NOTED) throw tooManyAtOnce(planned.rows.length, MOST_NOTED);
    const tab = await writtenTab(options.db, opened.tabId);
    if (tab.snapshot_blob !== opened.state.snapshot || tab.raw_blob === null) return 'stale';
    const numbers = new Set([headerRowOf(tab), ...planned.rows.map(({ row }) => row)]);
    const known = await keptRows(options.db, tab.raw_blob, numbers);
    const ask = options.askAs(request.project.owner_id, turn.sheetId);
    return this.#write({ turn, ask, tab, planned, known }, planned, opened);
  }

  async #nothingToDo(planned: Planned, { served }: OpenedTab): Promise<Written<Planned>> {
    const { keep, tab, answer } = this.request;
    const { revision } = served;
    if (keep !== undefined) {
      await keepAnswer(this.options.db, tab.id, { ...keep, answer: answer(planned, revision) });
    }
    return { kind: 'written', planned, revision, served };
  }

  async #write(attempt: Attempt, planned: Planned, { served }: OpenedTab): Promise<Written<Planned> | 'stale'> {
    const { project, tab, author, keep, answer } = this.request;
    const revision = served.revision + 1;
    const prepared = await prepare(attempt, revision);
    if (prepared === 'stale') return 'stale';
    const intent: Intent = {
      ...prepared.drafted,
      ...{ sheetId: project.sheet_id, ownerId: project.owner_id, tabId: tab.id, author, keep, state: 'open' },
      answer: answer(planned, revision),
    };
    await this.#noteDown(intent);
    const sent = await carryOut(attempt, intent, prepared.before);
    if (sent.kind === 'notDone') {
      await removeIntent(this.options.db, intent.id);
      if (sent.error.kind !== 'invalid') throw refusalOf(sent.error);
      return this.#orNotLet(sent.error.message);
    }
    const isDone = sent.kind === 'done' ? !wroteNothing(sent.answer) : await this.#findOut(intent);
    if (!isDone) {
      await removeIntent(this.options.db, intent.id);
      return 'stale';
    }
    return { kind: 'written', planned, served, revision: await this.#publish(intent) };
  }

  /** The sheet may be another one by now; what is not taken twice is not allowed, as protected cells are. */
  #orNotLet(message: string): 'stale' {
    if (this.#wasInvalid) throw notLet(message);
    this.#wasInvalid = true;
    return 'stale';
  }

  /** Before Google is asked, and only while it is our turn. */
  #noteDown(intent: Intent) {
    return this.options.db.transaction().execute(async (trx) => {
      await this.turn.keep(trx);
      await putIntent(trx, intent);
    });
  }

  /** No answer came: it may be found out at once. */
  async #findOut(intent: Intent): Promise<true> {
    const verdict = await this.options.settling.settle(this.turn, intent).catch(() => undefined);
    if (verdict === 'notApplied') throw notTaken();
    if (verdict === 'lost') throw neverKnown();
    if (verdict === undefined) throw unconfirmed(intent.keep !== undefined);
    return true;
  }

  /** Google has it. Where the rows here cannot follow now, they do later. */
  async #publish(intent: Intent): Promise<number> {
    try {
      return (await publishWritten(this.options, this.turn, intent)) ?? 0;
    } catch {
      throw unconfirmed(intent.keep !== undefined);
    }
  }
}

/** Whether Google has found none of the rows: they are gone. Of new rows it says nothing. */
function wroteNothing(answer: Readonly<Record<string, unknown>>): boolean {
  const { totalUpdatedRows, clearedRanges, spreadsheetId } = answer;
  if (spreadsheetId !== undefined) return false;
  return (totalUpdatedRows ?? 0) === 0 && (Array.isArray(clearedRanges) ? clearedRanges.length : 0) === 0;
}
