import type { RowChange, TabView } from '../endpoints/engine/engine';
import { runInSteps } from '../endpoints/engine/runInSteps';
import type { Steps } from '../endpoints/engine/steps';
import type { Utf8Text } from '../normalise/utf8Text';
import { createRowIds } from '../workbook/rowIds';
import type { LoggedWrite, TabCommit } from './logStore';
import type { TabState } from './tabState';
import { TouchedIds } from './touchedIds';
import type { OpenedTab, Waiting } from './waiting';
import {
  goneIdsOf,
  loggedTextOf,
  NotSettled,
  type PlannedWrite,
  rowChangeOf,
  rowsDeltaOf,
  type Work,
  type WritableTab,
} from './work';

/** A write that was worked out, and is to be committed. */
export interface Ready {
  readonly waiting: Waiting;
  readonly planned: PlannedWrite;
}

/** So often is waited for what a write needs; then it is worked out without. */
const MOST_WAITS = 20;

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

  /** Has made what a write needs, where it takes long. */
  async prepare({ work }: Waiting): Promise<void> {
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      const preparing = work.prepare?.(this.#tab);
      if (preparing === undefined) return;
      await preparing;
    }
  }

  /**
   * Works a write out; throws what it throws, and then nothing of it is done.
   *
   * @returns false when it has to see on disk what others of this group do
   */
  add(waiting: Waiting): boolean {
    return this.#take(waiting, this.#plan(waiting.work));
  }

  /** As {@link add}, in small steps. Nothing else is added meanwhile. */
  async addInSteps(waiting: Waiting, steps: NonNullable<Work['steps']>): Promise<boolean> {
    const tab = this.#tab;
    const planned = await runInSteps(steps(tab)).catch((error: unknown) => this.#unplanned(error));
    return this.#take(waiting, planned);
  }

  /** How many rows are written. */
  get rows(): number {
    return this.#rows;
  }

  /** What is to be committed. */
  commit(): TabCommit {
    return this.#commitOf(this.ready.map((ready) => loggedWriteOf(ready, ready.planned.rows.map(loggedTextOf))));
  }

  /** As {@link commit}, worked out in small steps. */
  *commitSteps(): Steps<TabCommit> {
    const writes: LoggedWrite[] = [];
    for (const ready of this.ready) writes.push(yield* loggedSteps(ready));
    return this.#commitOf(writes);
  }

  #commitOf(writes: readonly LoggedWrite[]): TabCommit {
    const { tabId, state } = this.opened;
    const { snapshot, sequence } = state;
    return { tabId, snapshot, sequence, writes };
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

  #plan(work: Work): PlannedWrite | undefined {
    try {
      return work.plan(this.#tab);
    } catch (error) {
      return this.#unplanned(error);
    }
  }

  #unplanned(error: unknown): undefined {
    this.#tab.lastRow = this.opened.state.lastRow;
    if (!(error instanceof NotSettled)) throw error;
  }

  #take(waiting: Waiting, planned: PlannedWrite | undefined): boolean {
    if (planned === undefined) return false;
    this.opened.state.lastRow = this.#tab.lastRow;
    if (waiting.keep !== undefined) this.#keys.add(`${waiting.keep.caller} ${waiting.keep.key}`);
    this.ready.push({ waiting, planned });
    this.#rows += planned.rows.length;
    return true;
  }
}

/** Rows between two chances to pause. */
const STEP = 256;

function* loggedSteps(ready: Ready): Steps<LoggedWrite> {
  const changes: Utf8Text[] = [];
  for (const row of ready.planned.rows) {
    changes.push(loggedTextOf(row));
    if (changes.length % STEP === 0) yield;
  }
  return loggedWriteOf(ready, changes);
}

const loggedWriteOf = ({ waiting, planned }: Ready, changes: readonly Utf8Text[]): LoggedWrite => ({
  changes,
  rowsDelta: rowsDeltaOf(planned.rows),
  gone: goneIdsOf(planned.rows),
  keep: waiting.keep && { ...waiting.keep, answer: (revision) => waiting.answer(planned, revision) },
});

/** @returns whether it is dealt with, by a refusal too; else it has to wait for the group */
export function addTo(group: TabGroup, waiting: Waiting): boolean | Promise<boolean> {
  if (group.opened.served !== waiting.opened.served) return false;
  const refused = (error: unknown) => {
    waiting.reject(error);
    return true;
  };
  const { steps } = waiting.work;
  if (steps !== undefined) return group.addInSteps(waiting, steps).catch(refused);
  try {
    return group.add(waiting);
  } catch (error) {
    return refused(error);
  }
}
