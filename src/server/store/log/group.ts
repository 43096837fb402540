import type { Keep, OpenedTab, Waiting } from './waitingWrite';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { RowChange, TabView } from '../memory/engine';
import { createYielding, runInSteps, runInTurn } from '../../yieldToEventLoop';
import { createRowIds } from '../../rawTab/rowIds';
import { findKeptAnswer } from './keptAnswers';
import type { LoggedWrite, TabCommit } from './logStore';
import {
  addTouchedIds,
  goneIdsOf,
  loggedChangeOf,
  NotSettled,
  type PlannedWrite,
  prepareWork,
  rowChangeOf,
  rowsDeltaOf,
  type TabState,
  type WritableTab,
} from './work';
import { keyReused } from './writeRefusals';

/** The ids that the writes of a group touch: looked for when somebody asks for one, which most writes do not. */
export class TouchedIds {
  readonly #ids = new Set<string>();
  /** Writes, the first ones, whose ids were looked for. */
  #known = 0;

  /** @param writes the group's, as they come */
  constructor(private readonly writes: readonly { readonly planned: PlannedWrite }[]) {}

  has(id: string): boolean {
    for (; this.#known < this.writes.length; this.#known += 1) {
      addTouchedIds(this.#ids, this.writes[this.#known]!.planned.rows);
    }
    return this.#ids.has(id);
  }
}

/** A write that was worked out, and is to be committed. */
export interface Ready {
  readonly waiting: Waiting;
  readonly planned: PlannedWrite;
}

const newId = createRowIds();

/** A tab while the writes of a group are worked out: the rows stay as they are until the group is committed. */
class GroupTab implements WritableTab {
  readonly view: TabView;
  readonly state: TabState;
  readonly newId = newId;
  lastRow: number;

  constructor(
    { served, state }: OpenedTab,
    private readonly touched: TouchedIds,
  ) {
    this.view = served.view();
    this.state = state;
    this.lastRow = state.lastRow;
  }

  newRow(): number {
    this.lastRow += 1;
    return this.lastRow;
  }

  settle(id: string): void {
    if (this.touched.has(id)) throw new NotSettled();
  }
}

/** Writes to one tab that are committed together. */
export class TabGroup {
  readonly ready: Ready[] = [];
  readonly #keys = new Set<string>();
  readonly #lastRow: number;
  readonly #tab: GroupTab;
  #rows = 0;

  constructor(readonly opened: OpenedTab) {
    this.#lastRow = opened.state.lastRow;
    this.#tab = new GroupTab(opened, new TouchedIds(this.ready));
  }

  /** Whether a write can be worked out now, or has to see on disk what others of this group do. */
  takes({ work, keep }: Waiting): boolean {
    if (keep !== undefined && this.#keys.has(`${keep.caller} ${keep.key}`)) return false;
    return !work.needsAll || this.#rows === 0;
  }

  /** Has made what a write needs, where that is little work by now. @throws TakesLong */
  prepare({ work }: Waiting): Promise<void> {
    return prepareWork(work, this.#tab, runInTurn);
  }

  /**
   * Works a write out, in small steps; throws what it throws, and then nothing of it is done. Nothing else is added meanwhile.
   *
   * @returns false when it has to see on disk what others of this group do
   */
  async add(waiting: Waiting): Promise<boolean> {
    const [tab, { state }] = [this.#tab, this.opened];
    let planned: PlannedWrite;
    try {
      planned = await runInSteps(waiting.work.plan(tab));
    } catch (error) {
      tab.lastRow = state.lastRow;
      if (error instanceof NotSettled) return false;
      throw error;
    }
    state.lastRow = tab.lastRow;
    if (waiting.keep !== undefined) this.#keys.add(`${waiting.keep.caller} ${waiting.keep.key}`);
    this.ready.push({ waiting, planned });
    this.#rows += planned.rows.length;
    return true;
  }

  /** How many rows are written. */
  get rows(): number {
    return this.#rows;
  }

  /** What is to be committed, worked out in small steps. */
  async commit(): Promise<TabCommit> {
    const { tabId, state } = this.opened;
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
    return { tabId, snapshot: state.snapshot, sequence: state.sequence, writes };
  }

  /** What the served copy has to follow. */
  changes(): RowChange[] {
    const changes: RowChange[] = [];
    for (const { planned } of this.ready) for (const row of planned.rows) changes.push(rowChangeOf(row));
    return changes;
  }

  /** Forgets the numbers of rows that came to nothing. */
  undo(): void {
    this.opened.state.lastRow = this.#lastRow;
  }
}

/**
 * Works a write out as part of a group, when it is its turn: answered from what is kept where the same request was answered
 * before, and prepared where that takes long.
 *
 * @returns whether it is dealt with, by a refusal too; else it has to wait for the group
 */
export async function addInTurn(db: Kysely<Database>, group: TabGroup, waiting: Waiting): Promise<boolean> {
  if (group.opened.served !== waiting.opened.served || !group.takes(waiting)) return false;
  try {
    if (waiting.work.needsAll) await group.prepare(waiting);
    if (waiting.keep !== undefined && (await isRepeat(db, waiting, waiting.keep))) return true;
    return await group.add(waiting);
  } catch (error) {
    waiting.reject(error);
    return true;
  }
}

async function isRepeat(db: Kysely<Database>, waiting: Waiting, { caller, key, requestHash }: Keep): Promise<boolean> {
  const { tabId } = waiting.opened;
  const kept = await findKeptAnswer(db, { tabId, caller, key });
  if (kept === undefined) return false;
  if (kept.requestHash !== requestHash) throw keyReused(key);
  waiting.resolve({ kind: 'repeated', answer: kept.answer });
  return true;
}
