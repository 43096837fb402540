import { LRUCache } from 'lru-cache';
import { Semaphore } from '../semaphore';
import { busy } from '../refusal';
import { type RunQuery, runQuery } from '../yieldToEventLoop';

/** Long queries of one project that are worked on at the same time. */
const AT_ONCE = 2;

/** A burst begins when no query has had to wait for so many milliseconds, and lasts so many at most. */
const REST = 1_000;
const BURST = 500;

/** Queries that may wait in a burst: a page asks for many things at once. */
const WAITING_IN_BURST = 32;

/** Later, only as many may wait as have their turn within so many milliseconds, but at least so many queries. */
const LONGEST_WAIT = 30;
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
  /** Milliseconds from one turn to the next, on average; not known until the first query is over. */
  #pace = Infinity;
  /** When the last burst began, and when the last query came that had to wait. */
  #burstAt = -Infinity;
  #lastAt = -Infinity;
  readonly semaphore = new Semaphore(AT_ONCE, (waiting) => this.#isFull(waiting), tooMany);

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

  run: RunQuery = (work) =>
    this.semaphore.hold(async () => {
      const began = performance.now();
      try {
        return await runQuery(work);
      } finally {
        this.#note((performance.now() - began) / AT_ONCE);
      }
    });
}

/**
 * Long queries of a project take turns, two at a time: those of other projects need not wait for them. Where they do not stop coming,
 * few may wait: each is answered soon, or refused at once.
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
