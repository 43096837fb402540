import type { ShownCells } from '../normalise/shownCells';
import { Refusal } from '../refusal';
import type { Answer } from './answers/answer';
import { type RunQuery, runQuery } from '../yieldToEventLoop';
import type { RowsAt } from '../store/memory/engine';

/** What was found while a question had to wait: it is asked again with it. */
export interface FoundSoFar {
  /** However often they are written to meanwhile, the question goes on with the rows that it began with. */
  readonly rows?: RowsAt;
  /** What their cells display, where that is asked for. */
  readonly shown?: ShownCells;
  /** The answer, where that is written out by now. */
  readonly answer?: Answer;
}

/** What an answer needs takes long: call `wait`, and ask again with what that resolves to. */
export class NotReady extends Error {
  /** @param wait is given how to run the work of a query */
  constructor(readonly wait: (run: RunQuery) => Promise<FoundSoFar>) {
    super('The answer takes a while.');
  }
}

/** Waits for something that is on its way anyhow, and begins anew. */
export const notReadyUntil = (ready: () => Promise<unknown>): NotReady =>
  new NotReady(async () => {
    await ready();
    return {};
  });

/** Long queries of one project that are worked on at the same time. */
const AT_ONCE = 2;

/** Others of it that may wait for their turn. */
const WAITING_MOST = 32;

/** Seconds after which another try may have a turn. */
const RETRY_AFTER = 5;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const tooMany = () =>
  new Refusal('busy', 'Too many long queries of this project are waiting already. Try again in a few seconds.', {
    hint: 'Ask for fewer of them at the same time.',
    headers: { 'Retry-After': String(RETRY_AFTER) },
  });

/** Long queries of a project take turns, two at a time: those of other projects need not wait for them. */
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
      const line = this.#lines.get(projectId) ?? { running: 0, waiting: [] };
      this.#lines.set(projectId, line);
      if (line.running === AT_ONCE) {
        if (line.waiting.length >= WAITING_MOST) throw tooMany();
        // Whoever leaves hands on the turn.
        await new Promise<void>((resolve) => line.waiting.push(resolve));
      } else line.running += 1;
      try {
        return await runQuery(work);
      } finally {
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
