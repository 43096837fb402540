import type { Kysely } from 'kysely';
import { limits } from '../../../../contract/limits';
import type { Database } from '../../../database/schema';
import type { ReadProject, ReadTab } from '../../../endpoints/endpointsRepository';
import type { TabView } from '../../../endpoints/engine/engine';
import type { Ask } from '../../../google/write/sheetCalls';
import {
  keepsChanging,
  neverKnown,
  notLet,
  notTaken,
  tooManyAtOnce,
  unconfirmed,
} from '../../../google/write/writeRefusals';
import { findKeptAnswer, keepAnswer } from '../../../records/keptAnswers';
import { keyReused } from '../../../records/refusals';
import type { OpenedTab, Written } from '../../../records/waiting';
import type { PlannedWrite } from '../../../records/work';
import type { WriteRequest } from '../../../records/writer';
import { findIntent, type Intent, putIntent, removeIntent } from './intents';
import { keptRows } from './keptRows';
import type { MeantRows } from './meantRows';
import { publishWritten, type PublishContext } from './publishWritten';
import { refuseChanged, type SeenRows } from './refuseChanged';
import type { Settling } from './settling';
import type { SheetTurn, SheetTurns } from './sheetTurns';
import { writableOf } from './writableOf';
import { writtenTab } from './writtenTab';
import { type Attempt, carryOut, headerRowOf, prepare, refusalOf } from './writeAttempt';

/** So often a write is worked out anew because the sheet was another one. */
const MOST_TRIES = 4;

/** Rows that are changed or removed at once: each of them is noted, and there is room for so many notes. */
const MOST_NOTED = limits.rowsPerWrite;

export interface GoogleWriterOptions extends PublishContext {
  readonly db: Kysely<Database>;
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
    const planned = request.work.plan(writable);
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
    const { project, tab, keep, answer } = this.request;
    const revision = served.revision + 1;
    const prepared = await prepare(attempt, revision);
    if (prepared === 'stale') return 'stale';
    const intent: Intent = {
      ...prepared.drafted,
      ...{ sheetId: project.sheet_id, ownerId: project.owner_id, tabId: tab.id, keep, state: 'open' },
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
