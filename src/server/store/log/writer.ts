import { setImmediate as nextTurn } from 'node:timers/promises';
import { isOutOfReach } from '../../database/databaseErrors';
import type { Author } from '../../database/tables/records';
import type { Base } from '../../parts';
import { Refusal } from '../../refusal';
import { createYielding } from '../../yieldToEventLoop';
import type { LogSize, ServedTab } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { commitWrites, type Outcome, type TabCommit } from './databaseLog';
import { longerBy } from './driveLog';
import type { Keep, OpenedTab, PlannedWrite, Work, Written } from './plannedWrite';
import { type PendingWrite, WriteGroup } from './writeGroup';
import { refusalOf, tooContended, tooManyWrites } from './writeRefusals';

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
        open,
        opened,
        work,
        author,
        keep,
        retries: 0,
        // Both get the plan of this very request, so the types match.
        answer: (planned, revision) => answer(planned as Planned, revision),
        resolve: (written) => resolve(written as Written<Planned>),
        reject,
      });
    });
  }

  /** Number of writes waiting to be planned. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #enqueue(pending: PendingWrite): void {
    if (!this.#hasRoomFor(pending)) return pending.reject(tooManyWrites());
    this.#waiting.push(pending);
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
    if (length < FAIR_SHARE_FROM) return true;
    if (length >= MAX_PENDING) return false;
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
      const groups = new Map<string, WriteGroup>();
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
    let before = 0;
    while (before < this.#waiting.length && before < FULL_BATCH) {
      before = this.#waiting.length;
      await nextTurn();
    }
  }

  /** Plans pending writes, by tab. After one that has to wait for the next commit, the other writes to its tab wait too. */
  async #gather(groups: Map<string, WriteGroup>) {
    const gathered = this.#waiting.splice(0, MAX_WRITES_PER_COMMIT);
    const postponed: PendingWrite[] = [];
    const postponedTabs = new Set<string>();
    const yielding = createYielding();
    let rows = 0;
    for (const pending of gathered) {
      const { tabId } = pending.opened;
      const group = groups.get(tabId) ?? new WriteGroup(pending.opened);
      const rowsBefore = group.rows;
      const mayAdd = rows < MAX_ROWS_PER_COMMIT && !postponedTabs.has(tabId);
      if (mayAdd && (await group.tryAdd(this.options.db, pending))) groups.set(tabId, group);
      else {
        postponedTabs.add(tabId);
        postponed.push(pending);
      }
      rows += group.rows - rowsBefore;
      const pause = yielding();
      if (pause) await pause;
    }
    this.#waiting.unshift(...postponed);
  }

  async #commit(groups: readonly WriteGroup[]) {
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
  async #retry(group: WriteGroup) {
    const { tabs, catchUp } = this.options;
    group.releaseRowNumbers();
    if (catchUp === undefined) tabs.evict(group.opened.tabId);
    else await catchUp(group.opened.tabId);
    const retried: PendingWrite[] = [];
    for (const { pending } of group.ready) {
      if (pending.retries === MAX_RETRIES) pending.reject(tooContended());
      else retried.push(pending);
      pending.retries += 1;
    }
    // Not awaited: opening a tab may wait until this server has applied the other servers' writes, which happens between commits.
    void reopenAll(retried).then((opened) => {
      this.#waiting = [...opened, ...this.#waiting];
      this.#start();
    });
  }

  /** Rejects the writes after a failed commit. Unless the cause is a refusal, the commit may have succeeded, so the tab is reloaded. */
  #fail(group: WriteGroup, error: unknown) {
    group.releaseRowNumbers();
    // Without a database the tab cannot be reloaded and stays as it was. Writes committed after all are found in the log later.
    if (!(error instanceof Refusal) && !isOutOfReach(error)) this.options.tabs.evict(group.opened.tabId);
    for (const { pending } of group.ready) pending.reject(error);
  }
}

/** Opens the tabs of the writes again; a write whose tab cannot be opened is rejected. */
async function reopenAll(writes: readonly PendingWrite[]): Promise<PendingWrite[]> {
  const opened: PendingWrite[] = [];
  for (const pending of writes) {
    try {
      pending.opened = await pending.open();
      opened.push(pending);
    } catch (error) {
      pending.reject(error);
    }
  }
  return opened;
}

type Committed = Extract<Outcome, { kind: 'committed' }>;

/** Publishes committed changes to the in-memory rows, in small steps, then resolves the pending writes. */
async function acknowledge(
  options: WriterOptions,
  group: WriteGroup,
  { sequence, revisions }: Committed,
): Promise<void> {
  const { tabId, state, served } = group.opened;
  const revision = revisions.at(-1);
  const isNew = revision !== undefined && sequence > state.sequence;
  if (isNew) await applyCommitted(options, group, revision, sequence);
  for (const [at, { pending, planned }] of group.ready.entries()) {
    pending.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
  }
  if (isNew) options.onLogGrowth(tabId, state.pending, served);
}

/** Applies committed changes to the rows in memory. On failure, the tab is reloaded. */
async function applyCommitted({ tabs, report }: WriterOptions, group: WriteGroup, revision: number, sequence: number) {
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
  const reloaded = tabs.peek({ id: tabId, snapshot: state.snapshot })?.state;
  const { sequence: sequenceBefore, lastRow } = state;
  for (const copy of new Set([state, reloaded])) {
    if (copy?.sequence !== sequenceBefore) continue;
    copy.sequence = sequence;
    copy.lastRow = Math.max(copy.lastRow, lastRow);
    copy.pending = longerBy(copy.pending, group.logged);
  }
}
