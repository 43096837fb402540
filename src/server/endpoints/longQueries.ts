import { LRUCache } from 'lru-cache';
import { Semaphore } from '../semaphore';
import { busy } from '../refusal';
import { type RunQuery, runQuery, type Steps } from '../yieldToEventLoop';

/** Long queries of one project that run at the same time: a slow one does not stop the others. */
const MAX_RUNNING = 2;

/** A burst starts when no query has had to wait for this many milliseconds, and lasts at most `BURST_MS`. */
const BURST_GAP_MS = 1_000;
const BURST_MS = 500;

/** Maximum number of waiting queries in a burst: a page sends many requests at once. */
const MAX_WAITING_IN_BURST = 32;

/**
 * After a burst, queries may wait only while their expected wait is at most this many milliseconds; this many queries may always
 * wait.
 */
const MAX_WAIT_MS = 15;
const ALWAYS_ALLOWED_WAITING = 2;

/** Weight of the last query in the moving average of durations. */
const LAST_QUERY_WEIGHT = 1 / 8;

/** Maximum number of projects whose queues are kept in memory. */
const MAX_QUEUES = 1_000;

const tooMany = () => {
  const detail = 'Too many long queries of this project are waiting already. Try again in a few seconds.';
  return busy(detail, 5, 'Ask for fewer of them at the same time.');
};

/** Queue of the long queries of one project. */
class ProjectQueue {
  /** Average duration of a query in milliseconds; Infinity until the first one ends. */
  #averageMs = Infinity;
  /** Time when the last burst started, and when the last query had to wait. */
  #burstStartedAt = -Infinity;
  #lastWaitAt = -Infinity;
  readonly #permits = new Semaphore(MAX_RUNNING, (waiting) => (this.#isFull(waiting) ? tooMany() : undefined));

  run: RunQuery = <T>(work: Steps<T>) =>
    this.#permits.hold(async () => {
      const startedAt = performance.now();
      return runQuery(work).finally(() => this.#recordDuration(performance.now() - startedAt));
    });

  #isFull(waiting: number): boolean {
    const now = performance.now();
    if (now - this.#lastWaitAt > BURST_GAP_MS) this.#burstStartedAt = now;
    this.#lastWaitAt = now;
    if (now - this.#burstStartedAt < BURST_MS) return waiting >= MAX_WAITING_IN_BURST;
    return waiting >= ALWAYS_ALLOWED_WAITING && (waiting * this.#averageMs) / MAX_RUNNING > MAX_WAIT_MS;
  }

  #recordDuration(durationMs: number): void {
    this.#averageMs =
      this.#averageMs === Infinity ? durationMs : this.#averageMs + (durationMs - this.#averageMs) * LAST_QUERY_WEIGHT;
  }
}

/**
 * Queues the long queries of each project. Projects do not wait for each other. Under a steady load the queue is short: each query
 * is answered soon, or rejected at once.
 */
export class LongQueries {
  /** Queues by project. If a queue is evicted while a query runs, a new queue starts beside it. */
  readonly #queues = new LRUCache<string, ProjectQueue>({ max: MAX_QUEUES, memoMethod: () => new ProjectQueue() });

  /**
   * Returns the function that runs the long queries of a project.
   *
   * @throws Refusal `busy` if too many are waiting; the refusals of `runQuery`
   */
  of =
    (projectId: string): RunQuery =>
    (work) =>
      this.#queues.memo(projectId).run(work);
}
