import { Refusal } from '../refusal';
import { type RunQuery, runQuery } from '../yieldToEventLoop';

/** Long queries of one project that are worked on at the same time. */
const AT_ONCE = 2;

/** Others of it that may wait for their turn in any case, and at most. */
const WAITING_SURELY = 8;
const WAITING_MOST = 32;

/** Milliseconds after which whoever comes as one more than that should have a turn. */
const SOON = 150;

/** Part by which the last query changes what is known of how long one takes. */
const NEWS = 1 / 8;

/** Seconds after which another try may have a turn. */
const RETRY_AFTER = 5;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
  /** Milliseconds from one turn to the next, lately. */
  pace: number;
}

const isFull = ({ waiting, pace }: Line) =>
  waiting.length >= WAITING_MOST || (waiting.length >= WAITING_SURELY && waiting.length * pace > SOON);

const tooMany = () =>
  new Refusal('busy', 'Too many long queries of this project are waiting already. Try again in a few seconds.', {
    hint: 'Ask for fewer of them at the same time.',
    headers: { 'Retry-After': String(RETRY_AFTER) },
  });

/**
 * Long queries of a project take turns, two at a time: those of other projects need not wait for them. Where many come, as many may
 * wait as have their turn soon: who is let in is answered about as soon as usual, and the others know at once that they are not.
 */
export class LongQueries {
  readonly #lines = new Map<string, Line>();

  /**
   * How the long queries of a project are run.
   *
   * @throws Refusal `busy` where too many are waiting; what `runQuery` throws
   */
  of =
    (projectId: string): RunQuery =>
    async (work) => {
      const line = this.#lines.get(projectId) ?? { running: 0, waiting: [], pace: 0 };
      this.#lines.set(projectId, line);
      if (line.running === AT_ONCE) {
        if (isFull(line)) throw tooMany();
        // Whoever leaves hands on the turn.
        await new Promise<void>((resolve) => line.waiting.push(resolve));
      } else line.running += 1;
      const began = performance.now();
      try {
        return await runQuery(work);
      } finally {
        line.pace += ((performance.now() - began) / AT_ONCE - line.pace) * NEWS;
        this.#leave(projectId, line);
      }
    };

  #leave(projectId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(projectId);
  }
}
