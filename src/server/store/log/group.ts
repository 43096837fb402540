import type { Keep, OpenedTab, Waiting } from './waitingWrite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { RowChange, TabView } from '../memory/engine';
import { runInSteps, runInTurn, type Steps } from '../../yieldToEventLoop';
import type { Utf8Text } from '../../normalise/rowJson';
import { createRowIds } from '../../rawTab/rowIds';
import { findKeptAnswer } from './keptAnswers';
import type { LoggedWrite, TabCommit } from './logStore';
import {
  addTouchedIds,
  goneIdsOf,
  loggedTextOf,
  NotSettled,
  type PlannedWrite,
  prepareWork,
  rowChangeOf,
  rowsDeltaOf,
  type TabState,
  type Work,
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

type Db = Kysely<Database>;

/**
 * Works a write out as part of a group, when it is its turn: answered from what is kept where the same request was answered
 * before, and prepared where that takes long.
 *
 * @returns whether it is dealt with, else it has to wait for the group
 */
export function addInTurn(db: Db, group: TabGroup, waiting: Waiting): boolean | Promise<boolean> {
  if (!group.takes(waiting)) return false;
  if (waiting.work.needsAll) return addPrepared(db, group, waiting);
  return addOnce(db, group, waiting);
}

async function addPrepared(db: Db, group: TabGroup, waiting: Waiting): Promise<boolean> {
  try {
    await group.prepare(waiting);
  } catch (error) {
    waiting.reject(error);
    return true;
  }
  return addOnce(db, group, waiting);
}

/** Nearly every write is dealt with at once. */
function addOnce(db: Db, group: TabGroup, waiting: Waiting): boolean | Promise<boolean> {
  const { keep } = waiting;
  return keep === undefined ? addTo(group, waiting) : addUnlessRepeated(db, group, waiting, keep);
}

async function addUnlessRepeated(db: Db, group: TabGroup, waiting: Waiting, keep: Keep): Promise<boolean> {
  try {
    if (await isRepeat(db, waiting, keep)) return true;
  } catch (error) {
    waiting.reject(error);
    return true;
  }
  return addTo(group, waiting);
}

async function isRepeat(db: Db, waiting: Waiting, { caller, key, requestHash }: Keep): Promise<boolean> {
  const { tabId } = waiting.opened;
  const kept = await findKeptAnswer(db, { tabId, caller, key });
  if (kept === undefined) return false;
  if (kept.requestHash !== requestHash) throw keyReused(key);
  waiting.resolve({ kind: 'repeated', answer: kept.answer });
  return true;
}

/** What many rows come to in the log, worked out while others have their turn. */
export async function commitsInSteps(groups: readonly TabGroup[]): Promise<TabCommit[]> {
  const commits: TabCommit[] = [];
  for (const group of groups) commits.push(await runInSteps(group.commitSteps()));
  await nextTurn();
  return commits;
}
