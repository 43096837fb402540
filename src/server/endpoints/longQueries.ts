import { LRUCache } from 'lru-cache';
import { Places } from '../places';
import { busy } from '../refusal';
import { type RunQuery, runQuery } from '../yieldToEventLoop';

/** Long queries of one project that are worked on at the same time. */
const AT_ONCE = 2;

/** Others of it that may wait for their turn at most, and in any case. */
const WAITING_MOST = 32;
const WAITING_SURELY = 4;

/** Milliseconds in which whoever comes after a rest of so many is part of a burst; later, as many may wait as have their turn soon. */
const BURST = 500;
const REST = 1_000;
const SOON = 60;

/** Part by which the last query changes what is known of how long one takes. */
const NEWS = 1 / 8;

/** Projects whose lines are remembered. */
const LINES = 1_000;

/** Seconds after which another try may have a turn. */
const RETRY_AFTER = 5;

const tooMany = () =>
  busy(
    'Too many long queries of this project are waiting already. Try again in a few seconds.',
    RETRY_AFTER,
    'Ask for fewer of them at the same time.',
  );

/** The long queries of one project. */
class Line {
  /** Milliseconds from one turn to the next, lately; until the first is over, as many as can be. */
  #pace = Infinity;
  /** When the first and the last came who would have to wait, since the last rest. */
  #since = -Infinity;
  #last = -Infinity;
  readonly places = new Places(AT_ONCE, (waiting) => this.#isFull(waiting), tooMany);

  #isFull(waiting: number): boolean {
    const now = performance.now();
    if (now - this.#last > REST) this.#since = now;
    this.#last = now;
    if (now - this.#since < BURST) return waiting >= WAITING_MOST;
    return waiting >= WAITING_SURELY && waiting * this.#pace > SOON;
  }

  #note(took: number): void {
    this.#pace = this.#pace === Infinity ? took : this.#pace + (took - this.#pace) * NEWS;
  }

  run: RunQuery = (work) =>
    this.places.hold(async () => {
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
 * as many may wait as have their turn soon: who is let in is answered about as soon as usual, and the others know at once that they
 * are not.
 */
export class LongQueries {
  /** By project; one that is forgotten while it is worked on begins anew beside it. */
  readonly #lines = new LRUCache<string, Line>({ max: LINES });

  /**
   * How the long queries of a project are run.
   *
   * @throws Refusal `busy` where too many are waiting; what `runQuery` throws
   */
  of =
    (projectId: string): RunQuery =>
    (work) =>
      this.#lineOf(projectId).run(work);

  #lineOf(projectId: string): Line {
    const line = this.#lines.get(projectId) ?? new Line();
    this.#lines.set(projectId, line);
    return line;
  }
}
