import { EventEmitter, once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';

/** Paces visits: a number a second, and none during a pause. */
export class Pace {
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #between: number;
  #next = performance.now();
  #underWay = 0;
  #isQuiet = false;

  /** @param perSecond visits */
  constructor(perSecond: number) {
    this.#between = 1_000 / perSecond;
  }

  /** Runs one visit when it is its turn. */
  async visit(work: () => Promise<void>): Promise<void> {
    while (this.#isQuiet) await once(this.#changes, 'change');
    this.#underWay += 1;
    try {
      const now = performance.now();
      this.#next = Math.max(now, this.#next + this.#between);
      await after(this.#next - now);
      await work();
    } finally {
      this.#underWay -= 1;
      this.#changes.emit('change');
    }
  }

  /** Pauses visits, and resolves when none is in flight. */
  async quiet(): Promise<void> {
    this.#isQuiet = true;
    while (this.#underWay > 0) await once(this.#changes, 'change');
  }

  goOn(): void {
    this.#isQuiet = false;
    this.#changes.emit('change');
  }
}
