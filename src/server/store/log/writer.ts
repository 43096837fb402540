import type { Base } from '../../parts';
import { refusalOf, tooContended, tooManyWrites } from './writeRefusals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Author } from '../../database/tables/records';
import { isOutOfReach } from '../../database/databaseErrors';
import { createYielding } from '../../yieldToEventLoop';
import type { LogSize, ServedTab } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { Refusal } from '../../refusal';
import { commitWrites, type Outcome, type TabCommit } from './databaseLog';
import { longerBy } from './driveLog';
import { TabGroup, type PendingWrite } from './writeGroup';
import type { Keep, OpenedTab, PlannedWrite, Work, Written } from './plannedWrite';

/** Maximum retries of a write after concurrent writes by other servers. */
const MAX_RETRIES = 50;

/** Number of pending writes that fill a commit well enough: the cost per write is low by then, and waiting for more gains little. */
const FULL_BATCH = 128;

/** Maximum number of pending writes; further ones are rejected at once. */
const MAX_PENDING = 4_096;

/** From this number of pending writes on, no tab may have more than {@link MAX_PENDING_PER_TAB} of them. */
const FAIR_SHARE_FROM = MAX_PENDING / 2;
const MAX_PENDING_PER_TAB = MAX_PENDING / 4;

/**
 * Maximum number of writes in one commit, and the number of rows from which no further write is added. The remaining writes stay at
 * the head of the queue.
 */
const MAX_WRITES_PER_COMMIT = 512;
const MAX_ROWS_PER_COMMIT = 10_000;

export interface WriterOptions extends Pick<Base, 'db' | 'report'> {
  readonly tabs: ServedTabs;
  /** Called when the change log of a tab grows, with its size. */
  readonly onLogGrowth: (tabId: string, pending: LogSize, served: ServedTab) => void;
  /** Applies the writes of other servers to a tab in memory, where there are other servers. */
  readonly catchUp?: ((tabId: string) => Promise<void>) | undefined;
}

export interface WriteRequest<Planned extends PlannedWrite> {
  /** Opens the tab in its current state. */
  readonly open: () => Promise<OpenedTab>;
  readonly work: Work<Planned>;
  readonly author: Author;
  readonly keep?: Keep | undefined;
  /** Builds the response as JSON, to be stored with the write. Called only with `keep`. */
  readonly answer: (planned: Planned, revision: number) => string;
}

/**
 * The single queue of writes. Pending writes are planned one after the other and committed in one transaction. An acknowledged
 * write is on disk and visible in memory.
 */
export class Writer {
  #waiting: PendingWrite[] = [];
  #betweenCommits: (() => Promise<void>)[] = [];
  #running = false;

  constructor(private readonly options: WriterOptions) {}

  /**
   * Queues a write; resolves once it is on disk.
   *
   * @throws Refusal from the work itself; `writes_paused`, `read_only` or `gone` when the project does not accept writes;
   * `idempotency_key_reused` when the key was used for another request
   */
  async write<Planned extends PlannedWrite>(request: WriteRequest<Planned>) {
    const opened = await request.open();
    return new Promise<Written<Planned>>((resolve, reject) => {
      const { open, work, author, keep, answer } = request;
      this.#enqueue({
        ...{ open, opened, work, author, keep, retries: 0, reject },
        // The response is built from the plan of this very request, so the type matches.
        answer: (planned, revision) => answer(planned as Planned, revision),
        resolve: (written) => resolve(written as Written<Planned>),
      });
    });
  }

  /** Number of writes waiting to be planned. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #enqueue(waiting: PendingWrite): void {
    if (!this.#hasRoomFor(waiting)) return waiting.reject(tooManyWrites());
    this.#waiting.push(waiting);
    this.#start();
  }

  /** Runs other work while no write is committed; writes wait for it. */
  betweenCommits(work: () => Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#betweenCommits.push(() => work().then(resolve, reject));
      this.#start();
    });
  }

  #hasRoomFor({ opened: { tabId } }: PendingWrite): boolean {
    const { length } = this.#waiting;
    if (length < FAIR_SHARE_FROM || length >= MAX_PENDING) return length < FAIR_SHARE_FROM;
    return this.#waiting.filter(({ opened }) => opened.tabId === tabId).length < MAX_PENDING_PER_TAB;
  }

  #start() {
    if (!this.#running) void this.#run();
  }

  /** Commits pending writes until the queue is empty. */
  async #run() {
    this.#running = true;
    while (this.#waiting.length + this.#betweenCommits.length > 0) {
      await this.#awaitArrivals();
      for (const work of this.#betweenCommits.splice(0)) await work();
      const groups = new Map<string, TabGroup>();
      try {
        await this.#gather(groups);
        await this.#commit([...groups.values()].filter(({ ready }) => ready.length > 0));
      } catch (error) {
        for (const group of groups.values()) this.#fail(group, error);
      }
    }
    this.#running = false;
  }

  /**
   * Waits for further writes as long as each turn of the event loop adds some, up to a full batch: clients that just got their
   * response write again, and one commit costs the same for one write as for many.
   */
  async #awaitArrivals() {
    for (let before = 0; before < this.#waiting.length && before < FULL_BATCH;) {
      before = this.#waiting.length;
      await nextTurn();
    }
  }

  async #gather(groups: Map<string, TabGroup>) {
    const waiting = this.#waiting.splice(0, MAX_WRITES_PER_COMMIT);
    const left: PendingWrite[] = [];
    const blocked = new Set<string>();
    const yielding = createYielding();
    let rows = 0;
    for (const one of waiting) {
      const { tabId } = one.opened;
      const group = groups.get(tabId) ?? new TabGroup(one.opened);
      const before = group.rows;
      const isDone = rows < MAX_ROWS_PER_COMMIT && !blocked.has(tabId) && (await group.tryAdd(this.options.db, one));
      if (isDone) groups.set(tabId, group);
      else {
        blocked.add(tabId);
        left.push(one);
      }
      rows += group.rows - before;
      const pause = yielding();
      if (pause) await pause;
    }
    this.#waiting.unshift(...left);
  }

  async #commit(groups: readonly TabGroup[]) {
    if (groups.length === 0) return;
    const commits: TabCommit[] = [];
    for (const group of groups) commits.push(await group.toCommit());
    const outcomes = await commitWrites(this.options.db, commits);
    for (const [index, group] of groups.entries()) {
      const outcome = outcomes[index] ?? { kind: 'gone' };
      if (outcome.kind === 'committed') await acknowledge(this.options, group, outcome);
      else if (outcome.kind === 'stale') await this.#retry(group);
      else this.#fail(group, refusalOf(outcome.kind));
    }
  }

  /** Retries the writes after another server has written or the rows were derived again: they are planned against the current rows. */
  async #retry(group: TabGroup) {
    const { tabs, catchUp } = this.options;
    group.releaseRowNumbers();
    if (catchUp === undefined) tabs.evict(group.opened.tabId);
    else await catchUp(group.opened.tabId);
    const again: PendingWrite[] = [];
    for (const { waiting } of group.ready) {
      if (waiting.retries === MAX_RETRIES) waiting.reject(tooContended());
      else again.push(waiting);
      waiting.retries += 1;
    }
    // Not awaited: opening a tab may wait until this server has applied the other servers' writes, which happens between commits.
    void reopenAll(again).then((opened) => {
      this.#waiting = [...opened, ...this.#waiting];
      this.#start();
    });
  }

  /** Rejects the writes after a failed commit. Unless the cause is a refusal, the commit may have succeeded, so the tab is reloaded. */
  #fail(group: TabGroup, error: unknown) {
    group.releaseRowNumbers();
    // Without a database the tab cannot be reloaded and stays as it was. Writes committed after all are found in the log later.
    if (!(error instanceof Refusal) && !isOutOfReach(error)) this.options.tabs.evict(group.opened.tabId);
    for (const { waiting } of group.ready) waiting.reject(error);
  }
}

/** Opens the tabs of the writes again; a write whose tab cannot be opened is rejected. */
async function reopenAll(waiting: readonly PendingWrite[]): Promise<PendingWrite[]> {
  const opened: PendingWrite[] = [];
  for (const one of waiting) {
    try {
      one.opened = await one.open();
      opened.push(one);
    } catch (error) {
      one.reject(error);
    }
  }
  return opened;
}

type Committed = Extract<Outcome, { kind: 'committed' }>;

/** Publishes committed changes to the in-memory rows, in small steps, then resolves the pending writes. */
async function acknowledge(options: WriterOptions, group: TabGroup, { sequence, revisions }: Committed): Promise<void> {
  const { tabId, state, served } = group.opened;
  const revision = revisions.at(-1);
  const isNew = revision !== undefined && sequence > state.sequence;
  if (isNew) await applyCommitted(options, group, revision, sequence);
  for (const [at, { waiting, planned }] of group.ready.entries()) {
    waiting.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
  }
  if (isNew) options.onLogGrowth(tabId, state.pending, served);
}

/** Applies committed changes to the rows in memory. On failure, the tab is reloaded. */
async function applyCommitted({ tabs, report }: WriterOptions, group: TabGroup, revision: number, sequence: number) {
  const { tabId, served, state } = group.opened;
  const changes = group.changes();
  try {
    await tabs.apply(tabId, { changes, revision });
    if (served.revision < revision) await served.apply(changes, revision);
  } catch (error) {
    tabs.evict(tabId);
    report(error);
  }
  // The tab may have been evicted and loaded again since it was opened for the writes: that copy has the changes too.
  const kept = tabs.peek({ id: tabId, snapshot: state.snapshot });
  const { sequence: before, lastRow } = state;
  for (const one of new Set([state, kept?.state])) {
    if (one?.sequence !== before) continue;
    one.sequence = sequence;
    one.lastRow = Math.max(one.lastRow, lastRow);
    one.pending = longerBy(one.pending, group.logged);
  }
}
