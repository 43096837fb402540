import type { Clocks } from './lateness';

/**
 * Milliseconds since the request before from which on a turn is watched: whoever came before was as dear as that, or nothing
 * was done. Of cheap requests, one close behind the other, no turn need be known, which costs a round of the event loop.
 */
const DEAR = 1;

/** One turn of the event loop: all that have arrived are in one, so that it lasts as long as they do. */
export class Turn {
  #beganAt: number | undefined;
  #usedThen = 0;
  #heardAt = -Infinity;
  #letIn = 0;
  readonly #ofName = new Map<string, number>();

  constructor(private readonly clocks: Clocks) {}

  /** Tells of somebody who has come. @param now milliseconds of the clock */
  hear(now: number): void {
    if (now - this.#heardAt >= DEAR) this.begin(now);
    this.#heardAt = now;
  }

  /** Watches this turn from now on, if nobody does yet. @param since when it began, as far as it is known */
  begin(since: number): void {
    if (this.#beganAt !== undefined) return;
    this.#beganAt = since;
    this.#letIn = 0;
    this.#usedThen = this.clocks.used();
    setImmediate(() => this.#end());
  }

  #end() {
    this.#beganAt = undefined;
    this.#ofName.clear();
  }

  /** Milliseconds that it has gone on; 0 while it is not watched. */
  passed(now: number): number {
    return this.#beganAt === undefined ? 0 : now - this.#beganAt;
  }

  /** What it has cost since when, and how many it was spent on. */
  get spending() {
    return { beganAt: this.#beganAt ?? this.#heardAt, usedThen: this.#usedThen, count: this.#letIn };
  }

  /** Whether each of those that were let in has taken a long time, on average. */
  isDear(now: number): boolean {
    return this.passed(now) >= Math.max(1, this.#letIn) * DEAR;
  }

  /** Counts somebody who is let in. */
  letIn(): void {
    this.#letIn += 1;
  }

  /** Counts somebody of a name while this turn is watched. @returns how many of it have come in this turn before */
  count(name: string): number {
    const before = this.#ofName.get(name) ?? 0;
    this.#ofName.set(name, before + 1);
    return before;
  }
}
