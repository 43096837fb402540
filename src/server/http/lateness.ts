/** Milliseconds between two looks at how late the event loop is, and how late it may be. */
export const LOOK = 50;
const LATE = 60;

/**
 * Part of the time that this process itself has worked when it is late by its own doing; else others keep the machine busy,
 * or it slept. Then it may be as late as this, in milliseconds: to be answered late is better than to be refused, for a while.
 */
const BUSY = 0.25;
const LATE_BY_OTHERS = 1_000;

/** Requests between two looks from which on it is they who make the loop late; with fewer it is some other work, which will end. */
const CROWD = 16;

/** The time as it passes, and as this process works, each in milliseconds from some moment on. */
export interface Clocks {
  readonly now: () => number;
  readonly used: () => number;
}

/** Milliseconds of processor time that this process has used up. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Whether the event loop is late because a crowd asks for more than there is time for. */
export class Lateness {
  #lookedAt: number;
  #usedThen: number;
  /** Requests since it was last looked. */
  #came = 0;

  constructor(private readonly clocks: Clocks) {
    this.#lookedAt = clocks.now();
    this.#usedThen = clocks.used();
  }

  /** When it was last looked, by the clock. */
  get lookedAt(): number {
    return this.#lookedAt;
  }

  /** Tells of a request that has come. */
  hear(): void {
    this.#came += 1;
  }

  /** Looks how late the loop is; meant to be called every {@link LOOK}. @param underWay requests that are being answered */
  look(underWay: number): boolean {
    const [now, used] = [this.clocks.now(), this.clocks.used()];
    const isLate = this.#isLateAt(now, used, underWay);
    this.#lookedAt = now;
    this.#usedThen = used;
    this.#came = 0;
    return isLate;
  }

  /** Whether so much has come in this turn of the event loop that nobody could look how late it is. */
  isOverdue(now: number, underWay: number): boolean {
    return now - this.#lookedAt > LOOK + LATE && this.#isLateAt(now, this.clocks.used(), underWay);
  }

  #isLateAt(now: number, used: number, underWay: number): boolean {
    const passed = now - this.#lookedAt;
    const isBusy = used - this.#usedThen > passed * BUSY;
    const isCrowd = this.#came + underWay >= CROWD;
    return isCrowd && passed > LOOK + (isBusy ? LATE : LATE_BY_OTHERS);
  }
}
