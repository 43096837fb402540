import type { Clocks } from './lateness';
import type { Turn } from './turn';

/** So many wait however long it takes; more only where the last of them waits for no longer than this, in milliseconds. */
const ANYHOW = 32;
const LONGEST = 100;

/** Part of both that is left once somebody had to be refused, and part of it that comes back at each look at which nobody had. */
const LEAST = 1 / 8;
const REGAINED = 1 / 64;

/** Where others keep the machine busy this long is waited instead: to be answered late is better than to be refused, for a while. */
const LONGEST_BY_OTHERS = 1_000;

/** Somebody who waits. */
interface Waiting {
  readonly since: number;
  /** @returns false where nobody waits for an answer any more: nothing is done then */
  readonly begin: () => boolean;
}

/** Requests that wait for a turn of the event loop, one in each, so that whoever comes meanwhile is heard soon. */
export class WaitingLine {
  readonly #waiting: Waiting[] = [];
  /** Whether the first of them is about to have its turn. */
  #isCalled = false;
  /** What has been spent since when, and on how many. */
  #spending: Turn['spending'] = { beganAt: 0, usedThen: 0, count: 0 };

  /** Part of what may wait at most that may wait now. */
  #room = 1;

  constructor(
    private readonly clocks: Clocks,
    private readonly turn: Turn,
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether one more would wait for too long, as far as can be told from what those before have cost. */
  isFull(now: number): boolean {
    const { length } = this.#waiting;
    if (length < ANYHOW * this.#room) return false;
    if (now - this.#waiting[0]!.since > LONGEST_BY_OTHERS) return true;
    const { beganAt, usedThen, count } = this.#spending;
    const spent = Math.min(now - beganAt, this.clocks.used() - usedThen);
    return (spent / Math.max(1, count)) * length > LONGEST * this.#room;
  }

  /** Tells that somebody is refused: who is let in from now on is not to wait for long. */
  shorten(): void {
    this.#room = LEAST;
  }

  /** Tells that nobody has been refused for a while. */
  lengthen(): void {
    this.#room = Math.min(1, this.#room + REGAINED);
  }

  /** Has somebody wait. @param begin is called when it is their turn; see {@link Waiting} */
  add(now: number, begin: () => boolean): void {
    if (this.isEmpty) this.#spending = this.turn.spending;
    this.#waiting.push({ since: now, begin });
    this.#callNext();
  }

  #callNext() {
    if (this.#isCalled) return;
    this.#isCalled = true;
    setImmediate(() => this.#serve());
  }

  #serve() {
    let next = this.#waiting.shift();
    while (next !== undefined && !next.begin()) next = this.#waiting.shift();
    this.#spending.count += 1;
    this.#isCalled = false;
    if (!this.isEmpty) this.#callNext();
  }
}
