import type { Author } from '../../database/tables/records';
import type { Db } from '../../database/schema';
import { newRowId } from '../../rawTab/rowIds';
import { createYielding, runBriefly, runInSteps, runInTurn } from '../../yieldToEventLoop';
import type { RowChange, TabState, TabView } from '../memory/engine';
import type { LoggedWrite, TabCommit } from './databaseLog';
import { findKeptAnswer } from './keptAnswers';
import {
  goneIdsOf,
  type Keep,
  loggedChangeOf,
  NotSettled,
  type OpenedTab,
  type PlannedWrite,
  rowsDeltaOf,
  type Work,
  type WritableTab,
  type Written,
} from './work';
import { keyReused } from './writeRefusals';

/** A write that waits to be committed. */
export interface Waiting {
  opened: OpenedTab;
  /** Opens the tab anew. */
  open(): Promise<OpenedTab>;
  readonly work: Work;
  readonly author: Author;
  readonly keep?: Keep | undefined;
  /** The answer to be kept, as JSON; asked for where there is something to keep. */
  answer(planned: PlannedWrite, revision: number): string;
  /** So often it has been worked out anew. */
  tries: number;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

/** A write that was worked out, and is to be committed. */
interface Ready {
  readonly waiting: Waiting;
  readonly planned: PlannedWrite;
}

const keyOf = ({ caller, key }: Keep) => `${caller} ${key}`;

/** Writes to one tab that are committed together. They are worked out against the rows as they are before the commit. */
export class TabGroup implements WritableTab {
  readonly ready: Ready[] = [];
  readonly view: TabView;
  readonly state: TabState;
  readonly newId = newRowId;
  /** How many rows are written. */
  rows = 0;
  readonly #keys = new Set<string>();
  readonly #lastRowBefore: number;
  #lastRow: number;
  /** Ids of the rows that the first so many writes touch: looked for when a write asks for one, which most do not. */
  readonly #touched = new Set<string>();
  #touchedBy = 0;

  constructor(readonly opened: OpenedTab) {
    this.view = opened.served.view();
    this.state = opened.state;
    this.#lastRowBefore = this.state.lastRow;
    this.#lastRow = this.state.lastRow;
  }

  newRow(): number {
    this.#lastRow += 1;
    return this.#lastRow;
  }

  settle(id: string): void {
    for (; this.#touchedBy < this.ready.length; this.#touchedBy += 1) {
      for (const row of this.ready[this.#touchedBy]!.planned.rows) {
        this.#touched.add(row.id);
        if (row.kind === 'update' && row.formerId !== undefined) this.#touched.add(row.formerId);
      }
    }
    if (this.#touched.has(id)) throw new NotSettled();
  }

  /**
   * Works a write out when it is its turn: answered from what is kept where the same request was answered before, and prepared
   * where that takes long.
   *
   * @returns whether it is dealt with, by a refusal too; else it has to wait until this group is on disk
   */
  async takes(db: Db, waiting: Waiting): Promise<boolean> {
    const { work, keep, opened } = waiting;
    if (opened.served !== this.opened.served || (work.needsAll && this.rows > 0)) return false;
    if (keep !== undefined && this.#keys.has(keyOf(keep))) return false;
    try {
      if (work.needsAll) await work.prepare?.(this, runInTurn);
      if (keep !== undefined && (await isRepeat(db, waiting, keep))) return true;
      await this.#add(waiting);
      return true;
    } catch (error) {
      this.#lastRow = this.state.lastRow;
      if (error instanceof NotSettled) return false;
      waiting.reject(error);
      return true;
    }
  }

  /** What is to be committed, worked out in small steps. */
  async commit(): Promise<TabCommit> {
    const yielding = createYielding();
    const writes: LoggedWrite[] = [];
    for (const { waiting, planned } of this.ready) {
      const changes: string[] = [];
      for (const row of planned.rows) {
        changes.push(JSON.stringify(loggedChangeOf(row)));
        const pause = yielding();
        if (pause) await pause;
      }
      const keep = waiting.keep && { ...waiting.keep, answer: (revision: number) => waiting.answer(planned, revision) };
      const [rowsDelta, gone] = [rowsDeltaOf(planned.rows), goneIdsOf(planned.rows)];
      writes.push({ changes, rowsDelta, gone, author: waiting.author, keep });
    }
    const { snapshot, sequence } = this.state;
    return { tabId: this.opened.tabId, snapshot, sequence, writes };
  }

  /** What the served copy has to follow. */
  changes(): RowChange[] {
    return this.ready.flatMap(({ planned }) => planned.rows);
  }

  /** Forgets the numbers of rows that came to nothing. */
  undo(): void {
    this.state.lastRow = this.#lastRowBefore;
  }

  async #add(waiting: Waiting): Promise<void> {
    const work = waiting.work.plan(this);
    const planned = runBriefly(work)?.value ?? (await runInSteps(work));
    this.state.lastRow = this.#lastRow;
    if (waiting.keep !== undefined) this.#keys.add(keyOf(waiting.keep));
    this.ready.push({ waiting, planned });
    this.rows += planned.rows.length;
  }
}

async function isRepeat(db: Db, waiting: Waiting, { caller, key, requestHash }: Keep): Promise<boolean> {
  const { tabId } = waiting.opened;
  const kept = await findKeptAnswer(db, { tabId, caller, key });
  if (kept === undefined) return false;
  if (kept.requestHash !== requestHash) throw keyReused(key);
  waiting.resolve({ kind: 'repeated', answer: kept.answer });
  return true;
}
