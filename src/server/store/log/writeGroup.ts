import type { Author } from '../../database/tables/records';
import type { Db } from '../../database/schema';
import { newRowId } from '../../rawTab/rowIds';
import { createYielding, runBriefly, runInSteps, runInTurn, type Steps } from '../../yieldToEventLoop';
import type { LogSize, RowChange, TabState, TabView } from '../memory/engine';
import type { LoggedWrite, TabCommit } from './databaseLog';
import { findKeptAnswer } from './idempotency';
import {
  goneIdsOf,
  type Keep,
  loggedChangeOf,
  NotSettled,
  type OpenedTab,
  type PlannedWrite,
  type RowWrite,
  rowsDeltaOf,
  type Work,
  type WritableTab,
  type Written,
} from './plannedWrite';
import { Room } from './room';
import { keyReused } from './writeRefusals';

/** A write that waits to be committed. */
export interface PendingWrite {
  opened: OpenedTab;
  /** Opens the tab again. */
  open(): Promise<OpenedTab>;
  readonly work: Work;
  readonly author: Author;
  readonly keep?: Keep | undefined;
  /** Builds the response to store, as JSON. Called only when there is a key to store it under. */
  answer(planned: PlannedWrite, revision: number): string;
  /** Number of times the write has been planned again. */
  retries: number;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

/** A planned write that is ready to be committed. */
interface ReadyWrite {
  readonly pending: PendingWrite;
  readonly planned: PlannedWrite;
}

const keyOf = ({ caller, key }: Keep) => `${caller} ${key}`;

/** Writes to one tab that are committed together. They are planned against the rows before the commit. */
export class WriteGroup implements WritableTab {
  readonly ready: ReadyWrite[] = [];
  readonly view: TabView;
  readonly state: TabState;
  readonly newId = newRowId;
  /** Number of rows written. */
  rows = 0;
  /** Length of the commit's texts. */
  #characters = 0;
  plannedRows: number;
  readonly #room: Room;
  readonly #keys = new Set<string>();
  readonly #lastRowBefore: number;
  #lastRow: number;
  /** Ids of the rows touched by the first `#touchedWrites` writes. Filled only when a write asks for an id, which most do not. */
  readonly #touched = new Set<string>();
  #touchedWrites = 0;

  constructor(readonly opened: OpenedTab) {
    this.view = opened.served.view();
    this.state = opened.state;
    this.plannedRows = this.view.rows;
    this.#room = new Room(opened.served);
    this.#lastRowBefore = this.state.lastRow;
    this.#lastRow = this.state.lastRow;
  }

  claim(rows: readonly RowWrite[]): Steps<void> {
    return this.#room.claim(rows, this.plannedRows);
  }

  newRow(): number {
    this.#lastRow += 1;
    return this.#lastRow;
  }

  settle(id: string): void {
    for (; this.#touchedWrites < this.ready.length; this.#touchedWrites += 1) {
      for (const row of this.ready[this.#touchedWrites]!.planned.rows) {
        this.#touched.add(row.id);
        if (row.kind === 'update' && row.formerId !== undefined) this.#touched.add(row.formerId);
      }
    }
    if (this.#touched.has(id)) throw new NotSettled();
  }

  /**
   * Plans a write in its turn. A repeated request gets its stored response; a write that depends on all rows is prepared first, as
   * that takes long.
   *
   * @returns whether the write is done (planned, answered or rejected); otherwise it waits until this group is committed
   */
  async tryAdd(db: Db, pending: PendingWrite): Promise<boolean> {
    const { work, keep, opened } = pending;
    if (opened.served !== this.opened.served || (work.needsAll && this.rows > 0)) return false;
    if (keep !== undefined && this.#keys.has(keyOf(keep))) return false;
    try {
      if (work.needsAll) await work.prepare?.(this, runInTurn);
      if (keep !== undefined && (await resolveRepeat(db, pending, keep))) return true;
      await this.#add(pending);
      return true;
    } catch (error) {
      this.#lastRow = this.state.lastRow;
      if (error instanceof NotSettled) return false;
      pending.reject(error);
      return true;
    }
  }

  /** Builds the commit, in small steps. */
  async toCommit(): Promise<TabCommit> {
    const yielding = createYielding();
    const writes: LoggedWrite[] = [];
    for (const { pending, planned } of this.ready) {
      const changes: string[] = [];
      for (const row of planned.rows) {
        const text = JSON.stringify(loggedChangeOf(row));
        changes.push(text);
        this.#characters += text.length;
        const pause = yielding();
        if (pause) await pause;
      }
      const { author, keep } = pending;
      writes.push({
        changes,
        rowsDelta: rowsDeltaOf(planned.rows),
        gone: goneIdsOf(planned.rows),
        author,
        keep: keep && { ...keep, answer: (revision) => pending.answer(planned, revision) },
      });
    }
    const { snapshot, sequence } = this.state;
    return { tabId: this.opened.tabId, snapshot, sequence, writes };
  }

  /** Size of the commit in the log. */
  get logged(): LogSize {
    return { changes: this.rows, characters: this.#characters };
  }

  /** Returns the changes to apply to the rows in memory. */
  changes(): RowChange[] {
    return this.ready.flatMap(({ planned }) => planned.rows);
  }

  /** Releases the row numbers reserved by writes that were not committed. */
  releaseRowNumbers(): void {
    this.state.lastRow = this.#lastRowBefore;
  }

  async #add(pending: PendingWrite): Promise<void> {
    const planning = pending.work.plan(this);
    const planned = runBriefly(planning)?.value ?? (await runInSteps(planning));
    this.state.lastRow = this.#lastRow;
    if (pending.keep !== undefined) this.#keys.add(keyOf(pending.keep));
    this.ready.push({ pending, planned });
    this.rows += planned.rows.length;
    this.plannedRows += rowsDeltaOf(planned.rows);
  }
}

/** Resolves a write with the stored response of the same request, if there is one. @returns whether there is */
async function resolveRepeat(db: Db, pending: PendingWrite, { caller, key, requestHash }: Keep): Promise<boolean> {
  const { tabId } = pending.opened;
  const kept = await findKeptAnswer(db, { tabId, caller, key });
  if (kept === undefined) return false;
  if (kept.requestHash !== requestHash) throw keyReused(key);
  pending.resolve({ kind: 'repeated', answer: kept.answer });
  return true;
}
