import type { Base } from '../../parts';
import { refusalOf, tooContended, tooManyWrites } from './writeRefusals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Author } from '../../database/tables/records';
import { isOutOfReach } from '../../database/trouble';
import { createYielding } from '../../yieldToEventLoop';
import type { ServedTabs } from '../memory/servedTabs';
import { Refusal } from '../../refusal';
import { commitWrites, type Outcome, type TabCommit } from './databaseLog';
import { TabGroup, type Waiting } from './group';
import type { Keep, OpenedTab, PlannedWrite, Work, Written } from './work';

/** So often a write is worked out anew because another server has written meanwhile. */
const MOST_TRIES = 50;

/** So many are enough for a commit: it costs little for each of them then, and does not wait for more to come. */
const ENOUGH = 128;

/** Writes that may wait at the same time; what comes then is refused at once. */
const MOST_WAITING = 4_096;

/** While so many wait, no tab has more than {@link SHARE} of them. */
const CROWDED = MOST_WAITING / 2;
const SHARE = MOST_WAITING / 4;

/** Most writes of one commit, and rows after which there is no other: a group that is too long keeps its first waiting. */
const MOST_AT_ONCE = 512;
const MOST_ROWS = 10_000;

export interface WriterOptions extends Pick<Base, 'db' | 'report'> {
  readonly tabs: ServedTabs;
  /** Told how many rows the log of a tab changes, whenever it has grown. */
  readonly grown: (tabId: string, pending: number, rows: number) => void;
  /** Brings a tab in memory up to what other servers have written, where there are others. */
  readonly catchUp?: ((tabId: string) => Promise<void>) | undefined;
}

export interface WriteRequest<Planned extends PlannedWrite> {
  /** Opens the tab as it is then. */
  readonly open: () => Promise<OpenedTab>;
  readonly work: Work<Planned>;
  readonly author: Author;
  readonly keep?: Keep | undefined;
  /** The answer as JSON, to be kept with the write; asked for where it is to be kept. */
  readonly answer: (planned: Planned, revision: number) => string;
}

/**
 * The one queue of writes: those that wait together are worked out one after the other and committed as one transaction; what
 * is acknowledged is on disk, and in the served copy.
 */
export class Writer {
  #waiting: Waiting[] = [];
  #between: (() => Promise<void>)[] = [];
  #running = false;

  constructor(private readonly options: WriterOptions) {}

  /**
   * Writes; resolved when it is on disk.
   *
   * @throws Refusal as the work throws it; `writes_paused`, `read_only` or `gone` when the project is not to be written to;
   * `idempotency_key_reused` when another request has come with the same key
   */
  async write<Planned extends PlannedWrite>(request: WriteRequest<Planned>) {
    const opened = await request.open();
    return new Promise<Written<Planned>>((resolve, reject) => {
      const { open, work, author, keep, answer } = request;
      this.#put({
        ...{ open, opened, work, author, keep, tries: 0, reject },
        // What comes out of a work is what its answer is made of.
        answer: (planned, revision) => answer(planned as Planned, revision),
        resolve: (written) => resolve(written as Written<Planned>),
      });
    });
  }

  /** How many writes wait to be worked out. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #put(waiting: Waiting): void {
    if (!this.#hasPlaceFor(waiting)) return waiting.reject(tooManyWrites());
    this.#waiting.push(waiting);
    this.#start();
  }

  /** Runs other work while no write is committed; writes wait for it. */
  between(work: () => Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject));
      this.#start();
    });
  }

  #hasPlaceFor({ opened: { tabId } }: Waiting): boolean {
    const { length } = this.#waiting;
    if (length < CROWDED || length >= MOST_WAITING) return length < CROWDED;
    return this.#waiting.filter(({ opened }) => opened.tabId === tabId).length < SHARE;
  }

  #start() {
    if (!this.#running) void this.#run();
  }

  /** Commits what waits, again and again until nothing does. */
  async #run() {
    this.#running = true;
    while (this.#waiting.length + this.#between.length > 0) {
      await this.#arrivals();
      for (const work of this.#between.splice(0)) await work();
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
   * What arrives in the same turn goes together; and as long as each turn brings more, there is another one, up to a number:
   * those who were answered just now write again, and a commit costs as much for one as for many.
   */
  async #arrivals() {
    for (let before = 0; before < this.#waiting.length && before < ENOUGH;) {
      before = this.#waiting.length;
      await nextTurn();
    }
  }

  async #gather(groups: Map<string, TabGroup>) {
    const waiting = this.#waiting.splice(0, MOST_AT_ONCE);
    const left: Waiting[] = [];
    const blocked = new Set<string>();
    const yielding = createYielding();
    let rows = 0;
    for (const one of waiting) {
      const { tabId } = one.opened;
      const group = groups.get(tabId) ?? new TabGroup(one.opened);
      const before = group.rows;
      const isDone = rows < MOST_ROWS && !blocked.has(tabId) && (await group.takes(this.options.db, one));
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
    for (const group of groups) commits.push(await group.commit());
    const outcomes = await commitWrites(this.options.db, commits);
    for (const [index, group] of groups.entries()) {
      const outcome = outcomes[index] ?? { kind: 'gone' };
      if (outcome.kind === 'committed') await acknowledge(this.options, group, outcome);
      else if (outcome.kind === 'stale') await this.#tryAgain(group);
      else this.#fail(group, refusalOf(outcome.kind));
    }
  }

  /** Another server has written, or the rows were derived anew: the writes are worked out against what there is now. */
  async #tryAgain(group: TabGroup) {
    const { tabs, catchUp } = this.options;
    group.undo();
    if (catchUp === undefined) tabs.forget(group.opened.tabId);
    else await catchUp(group.opened.tabId);
    const again: Waiting[] = [];
    for (const { waiting } of group.ready) {
      if (waiting.tries === MOST_TRIES) waiting.reject(tooContended());
      else again.push(waiting);
      waiting.tries += 1;
    }
    // To open a tab may take until this server has followed the others, which happens between commits: it is not waited for here.
    void reopened(again).then((opened) => {
      this.#waiting = [...opened, ...this.#waiting];
      this.#start();
    });
  }

  /** Nothing was committed, or that is not known: what is in memory is read anew unless the answer is certain. */
  #fail(group: TabGroup, error: unknown) {
    group.undo();
    // What cannot be read anew stays as it was; what has been written after all is found in the log.
    if (!(error instanceof Refusal) && !isOutOfReach(error)) this.options.tabs.forget(group.opened.tabId);
    for (const { waiting } of group.ready) waiting.reject(error);
  }
}

/** Opens the tabs of writes anew; those whose tab cannot be opened any more are refused. */
async function reopened(waiting: readonly Waiting[]): Promise<Waiting[]> {
  const opened: Waiting[] = [];
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

/** Lets everybody see what is on disk, in small steps, then answers those who wait for it. */
async function acknowledge(options: WriterOptions, group: TabGroup, { sequence, revisions }: Committed): Promise<void> {
  const { tabId, state, served } = group.opened;
  const revision = revisions.at(-1);
  const isNews = revision !== undefined && sequence > state.sequence;
  if (isNews) await follow(options, group, revision, sequence);
  for (const [at, { waiting, planned }] of group.ready.entries()) {
    waiting.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
  }
  if (isNews) options.grown(tabId, state.pending, served.rows);
}

/** What is on disk becomes visible. Where that goes wrong, the tab is read anew. */
async function follow({ tabs, report }: WriterOptions, group: TabGroup, revision: number, sequence: number) {
  const { tabId, served, state } = group.opened;
  const changes = group.changes();
  try {
    await tabs.apply(tabId, { changes, revision });
    if (served.revision < revision) await served.apply(changes, revision);
  } catch (error) {
    tabs.forget(tabId);
    report(error);
  }
  // The tab may have been let go and loaded again since it was opened for the writes: that one has followed too.
  const kept = tabs.peek({ id: tabId, snapshot: state.snapshot });
  const { sequence: before, lastRow } = state;
  for (const one of new Set([state, kept?.state])) {
    if (one?.sequence !== before) continue;
    one.sequence = sequence;
    one.lastRow = Math.max(one.lastRow, lastRow);
    one.pending += group.rows;
  }
}
