import { LRUCache } from 'lru-cache';
import { Places } from '../places';
import { busy } from '../refusal';
import { type RunQuery, runQuery } from '../yieldToEventLoop';

/** Long queries of one project that are worked on at the same time. */
const AT_ONCE = 2;

/** Others of it that may wait for their turn in any case, as browsers ask six things of a site at once, and at most. */
const WAITING_SURELY = 4;
const WAITING_MOST = 32;

/** Milliseconds after which whoever comes as one more than that should have a turn. */
const SOON = 60;

/** Part by which the last query changes what is known of how long one takes. */
const NEWS = 1 / 8;

/** Projects of which it is remembered how long their queries take. */
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
  /** Milliseconds from one turn to the next, lately. */
  #pace = 0;
  readonly places = new Places(
    AT_ONCE,
    (waiting) => waiting >= WAITING_MOST || (waiting >= WAITING_SURELY && waiting * this.#pace > SOON),
    tooMany,
  );

  run: RunQuery = (work) =>
    this.places.hold(async () => {
      const began = performance.now();
      try {
        return await runQuery(work);
      } finally {
        this.#pace += ((performance.now() - began) / AT_ONCE - this.#pace) * NEWS;
      }
    });
}

/**
 * Long queries of a project take turns, two at a time: those of other projects need not wait for them. Where many come, as many may
 * wait as have their turn soon: who is let in is answered about as soon as usual, and the others know at once that they are not.
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
