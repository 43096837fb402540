import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../semaphore';
import { busy } from '../refusal';
import { type RunQuery, runQuery, type Steps } from '../yieldToEventLoop';

/**
 * Milliseconds after which a running query counts as slow: the next one then starts beside it, unless another slow one is running.
 */
const SLOW_MS = 250;

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

/** Value of `Retry-After`, in seconds. */
const RETRY_AFTER_SECONDS = 5;

const tooMany = () =>
  busy(
    'Too many long queries of this project are waiting already. Try again in a few seconds.',
    RETRY_AFTER_SECONDS,
    'Ask for fewer of them at the same time.',
  );

/** Queue of the long queries of one project. */
class ProjectQueue {
  /** Average duration of a turn in milliseconds; Infinity until the first turn ends. */
  #averageMs = Infinity;
  /** Time when the last burst started, and when the last query had to wait. */
  #burstStartedAt = -Infinity;
  #lastWaitAt = -Infinity;
  /** Whether a slow query is running beside the next one. */
  #hasSlow = false;
  readonly #turns = new Semaphore(1, (waiting) => (this.#isFull(waiting) ? tooMany() : undefined));

  #isFull(waiting: number): boolean {
    const now = performance.now();
    if (now - this.#lastWaitAt > BURST_GAP_MS) this.#burstStartedAt = now;
    this.#lastWaitAt = now;
    if (now - this.#burstStartedAt < BURST_MS) return waiting >= MAX_WAITING_IN_BURST;
    return waiting >= ALWAYS_ALLOWED_WAITING && waiting * this.#averageMs > MAX_WAIT_MS;
  }

  #recordDuration(durationMs: number): void {
    this.#averageMs =
      this.#averageMs === Infinity ? durationMs : this.#averageMs + (durationMs - this.#averageMs) * LAST_QUERY_WEIGHT;
  }

  /** Ends with the query, or as soon as the query turns out to be slow and may run beside the next one. */
  async #turn(query: Promise<unknown>): Promise<void> {
    const timer = new AbortController();
    const slow = sleep(SLOW_MS, true, { signal: timer.signal }).catch(() => false);
    const isSlow = await Promise.race([query.then(() => false), slow]).finally(() => timer.abort());
    if (!isSlow) return;
    if (this.#hasSlow) await query;
    else this.#letRunOn(query);
  }

  #letRunOn(query: Promise<unknown>): void {
    this.#hasSlow = true;
    const onEnd = () => (this.#hasSlow = false);
    query.then(onEnd, onEnd);
  }

  /**
   * Runs a query in its turn. The turn may end before the query, so the turn returns the query's promise in an object, which is not
   * awaited.
   */
  run: RunQuery = async <T>(work: Steps<T>) => {
    const query = await this.#turns.hold(async () => {
      const startedAt = performance.now();
      const running = runQuery(work);
      await this.#turn(running).finally(() => this.#recordDuration(performance.now() - startedAt));
      return { running };
    });
    return query.running;
  };
}

/**
 * Queues the long queries of each project. A slow query lets the next one of its project start beside it. Projects do not wait for
 * each other. Under a steady load the queue is short: each query is answered soon, or rejected at once.
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
