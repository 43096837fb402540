import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../semaphore';
import { busy } from '../refusal';
import { type RunQuery, runQuery, type Steps } from '../yieldToEventLoop';

/** A query that has its turn for so many milliseconds is slow: the next one begins beside it, unless another slow one goes on. */
const SLOW = 250;

/** A burst begins when no query has had to wait for so many milliseconds, and lasts so many at most. */
const REST = 1_000;
const BURST = 500;

/** Queries that may wait in a burst: a page asks for many things at once. */
const WAITING_IN_BURST = 32;

/** Later, only as many may wait as have their turn within so many milliseconds, but at least so many queries. */
const LONGEST_WAIT = 15;
const WAITING_ALWAYS = 2;

/** Weight of the last query in the average time of one. */
const WEIGHT = 1 / 8;

/** Projects whose queues are remembered. */
const QUEUES = 1_000;

/** Seconds after which another try may have a turn. */
const RETRY_AFTER = 5;

const tooMany = () =>
  busy(
    'Too many long queries of this project are waiting already. Try again in a few seconds.',
    RETRY_AFTER,
    'Ask for fewer of them at the same time.',
  );

/** The long queries of one project. */
class ProjectQueue {
  /** Milliseconds that a turn takes on average; not known until the first one is over. */
  #pace = Infinity;
  /** When the last burst began, and when the last query came that had to wait. */
  #burstAt = -Infinity;
  #lastAt = -Infinity;
  /** A slow query goes on that has let the next one begin. */
  #hasSlow = false;
  readonly #turns = new Semaphore(1, (waiting) => this.#isFull(waiting), tooMany);

  #isFull(waiting: number): boolean {
    const now = performance.now();
    if (now - this.#lastAt > REST) this.#burstAt = now;
    this.#lastAt = now;
    if (now - this.#burstAt < BURST) return waiting >= WAITING_IN_BURST;
    return waiting >= WAITING_ALWAYS && waiting * this.#pace > LONGEST_WAIT;
  }

  #note(took: number): void {
    this.#pace = this.#pace === Infinity ? took : this.#pace + (took - this.#pace) * WEIGHT;
  }

  /** Ends with the query, or when it turns out to be slow and may go on beside the next one. */
  async #turn(query: Promise<unknown>): Promise<void> {
    const timer = new AbortController();
    const slow = sleep(SLOW, true, { signal: timer.signal }).catch(() => false);
    const isSlow = await Promise.race([query.then(() => false), slow]).finally(() => timer.abort());
    if (!isSlow) return;
    if (this.#hasSlow) await query;
    else this.#letGoOn(query);
  }

  #letGoOn(query: Promise<unknown>): void {
    this.#hasSlow = true;
    const over = () => (this.#hasSlow = false);
    query.then(over, over);
  }

  /** The turn may end before the query: it is handed out of it as a promise. */
  run: RunQuery = async <T>(work: Steps<T>) => {
    const query = await this.#turns.hold(async () => {
      const began = performance.now();
      const running = runQuery(work);
      await this.#turn(running).finally(() => this.#note(performance.now() - began));
      return { running };
    });
    return query.running;
  };
}

/**
 * Long queries of a project take turns, and a slow one lets the next begin beside it: those of other projects need not wait for them.
 * Where they do not stop coming, few may wait: each is answered soon, or refused at once.
 */
export class LongQueries {
  /** By project; one that is forgotten while it is worked on begins anew beside it. */
  readonly #queues = new LRUCache<string, ProjectQueue>({ max: QUEUES });

  /**
   * How the long queries of a project are run.
   *
   * @throws Refusal `busy` where too many are waiting; what `runQuery` throws
   */
  of =
    (projectId: string): RunQuery =>
    (work) =>
      this.#queueOf(projectId).run(work);

  #queueOf(projectId: string): ProjectQueue {
    const queue = this.#queues.get(projectId) ?? new ProjectQueue();
    this.#queues.set(projectId, queue);
    return queue;
  }
}
