import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ServedTabs } from '../endpoints/engine/servedTabs';
import { Refusal } from '../refusal';
import { TabGroup } from './group';
import { findKeptAnswer } from './keptAnswers';
import type { LogStore, Outcome } from './logStore';
import { keyReused, refusalOf, tooContended } from './refusals';
import { stateOf } from './tabState';
import type { Keep, OpenedTab, Waiting, Written } from './waiting';
import type { PlannedWrite, Work } from './work';

/** So often a write is worked out anew because another server has written meanwhile. */
const MOST_TRIES = 10;

/** Most writes of one commit: a group that is too long keeps its first waiting. */
const MOST_AT_ONCE = 512;

export interface WriterOptions {
  readonly db: Kysely<Database>;
  readonly tabs: ServedTabs;
  readonly log: LogStore;
  /** Told how many rows the log of a tab changes, whenever it has grown. */
  readonly grown: (tabId: string, pending: number, rows: number) => void;
  /** Told of what went wrong when nobody waits for it any more. */
  readonly report: (error: unknown) => void;
}

export interface WriteRequest<Planned extends PlannedWrite> {
  /** Opens the tab as it is then. */
  readonly open: () => Promise<OpenedTab>;
  readonly work: Work<Planned>;
  readonly keep?: Keep | undefined;
  /** The answer as JSON, to be kept with the write. */
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
      const { open, work, keep, answer } = request;
      this.#waiting.push({
        ...{ open, opened, work, keep, tries: 0, reject },
        // What comes out of a work is what its answer is made of.
        answer: (planned, revision) => answer(planned as Planned, revision),
        resolve: (written) => resolve(written as Written<Planned>),
      });
      this.#start();
    });
  }

  /** Runs other work while no write is committed; writes wait for it. */
  between(work: () => Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject));
      this.#start();
    });
  }

  #start() {
    if (!this.#running) void this.#run();
  }

  /** Commits what waits, again and again until nothing does. What arrives in the same turn goes together. */
  async #run() {
    this.#running = true;
    while (this.#waiting.length + this.#between.length > 0) {
      await nextTurn();
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

  async #gather(groups: Map<string, TabGroup>) {
    const waiting = this.#waiting;
    this.#waiting = [];
    const left: Waiting[] = [];
    const blocked = new Set<string>();
    for (const [index, one] of waiting.entries()) {
      const { tabId } = one.opened;
      const group = groups.get(tabId) ?? new TabGroup(one.opened);
      if (index >= MOST_AT_ONCE || blocked.has(tabId) || !(await this.#add(group, one))) {
        blocked.add(tabId);
        left.push(one);
      } else groups.set(tabId, group);
    }
    this.#waiting = [...left, ...this.#waiting];
  }

  /** @returns whether it is dealt with, else it has to wait for the group */
  async #add(group: TabGroup, waiting: Waiting): Promise<boolean> {
    if (!group.takes(waiting)) return false;
    try {
      if (waiting.keep !== undefined && (await this.#isRepeat(waiting, waiting.keep))) return true;
      if (group.opened.served !== waiting.opened.served) return false;
      return group.add(waiting);
    } catch (error) {
      waiting.reject(error);
    }
    return true;
  }

  async #isRepeat({ opened: { tabId }, resolve }: Waiting, { caller, key, requestHash }: Keep) {
    const kept = await findKeptAnswer(this.options.db, { tabId, caller, key });
    if (kept === undefined) return false;
    if (kept.requestHash !== requestHash) throw keyReused(key);
    resolve({ kind: 'repeated', answer: kept.answer });
    return true;
  }

  async #commit(groups: readonly TabGroup[]) {
    if (groups.length === 0) return;
    const outcomes = await this.options.log.commit(groups.map((group) => group.commit()));
    for (const [index, group] of groups.entries()) {
      const outcome = outcomes[index] ?? { kind: 'gone' as const };
      if (outcome.kind === 'committed') this.#acknowledge(group, outcome);
      else if (outcome.kind === 'stale') await this.#tryAgain(group);
      else this.#fail(group, refusalOf(outcome.kind));
    }
  }

  #acknowledge(group: TabGroup, { sequence, revisions }: Extract<Outcome, { kind: 'committed' }>) {
    const { tabId, state, served } = group.opened;
    const last = revisions.at(-1);
    const isNews = sequence > state.sequence && last !== undefined;
    if (isNews) this.#follow(group, { sequence, revision: last });
    for (const [at, { waiting, planned }] of group.ready.entries()) {
      waiting.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
    }
    if (isNews) this.options.grown(tabId, state.pending, served.rows);
  }

  /** What is on disk becomes visible. Where that goes wrong, the tab is read anew. */
  #follow(group: TabGroup, { sequence, revision }: { readonly sequence: number; readonly revision: number }) {
    const { tabId, state, served } = group.opened;
    const { tabs, report } = this.options;
    const changes = group.changes();
    try {
      tabs.apply(tabId, { changes, revision });
      if (served.revision < revision) served.apply(changes, revision);
    } catch (error) {
      tabs.forget(tabId);
      report(error);
    }
    // The tab may have been let go and loaded again since it was opened for the writes: that one has followed too.
    const kept = tabs.peek({ id: tabId, snapshot: state.snapshot });
    const { sequence: before, lastRow } = state;
    for (const one of new Set([state, kept && stateOf(kept)])) {
      if (one?.sequence !== before) continue;
      one.sequence = sequence;
      one.lastRow = Math.max(one.lastRow, lastRow);
      one.pending += changes.length;
    }
  }

  /** Another server has written, or the rows were derived anew: the writes are worked out against what there is now. */
  async #tryAgain(group: TabGroup) {
    this.options.tabs.forget(group.opened.tabId);
    const again: Waiting[] = [];
    for (const { waiting } of group.ready) {
      if (waiting.tries === MOST_TRIES) waiting.reject(tooContended());
      else again.push({ ...waiting, tries: waiting.tries + 1 });
    }
    this.#waiting = [...(await this.#reopened(again)), ...this.#waiting];
  }

  async #reopened(waiting: readonly Waiting[]): Promise<Waiting[]> {
    const reopened: Waiting[] = [];
    for (const one of waiting) {
      try {
        reopened.push({ ...one, opened: await one.open() });
      } catch (error) {
        one.reject(error);
      }
    }
    return reopened;
  }

  /** Nothing was committed, or nobody knows: what is in memory is read anew unless the answer is certain. */
  #fail(group: TabGroup, error: unknown) {
    group.undo();
    if (!(error instanceof Refusal)) this.options.tabs.forget(group.opened.tabId);
    for (const { waiting } of group.ready) waiting.reject(error);
  }
}
