import { Refusal } from '../refusal';

/** Not now: `Retry-After` says when to come back, in seconds. */
export const busy = (detail: string) => new Refusal('busy', detail, { headers: { 'Retry-After': '5' } });

/** So many places, and so many who may wait for one, first come, first served. */
export class Places {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly size: number,
    private readonly queue: number,
  ) {}

  /**
   * Takes a place, once there is one; give it back by `leave`.
   *
   * @throws {Refusal} `busy` when too many are waiting; the signal's reason when it aborts before
   */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.taken < this.size) this.taken += 1;
    else if (this.waiting.length < this.queue) await this.wait(signal);
    else throw busy('Other workbooks are being read right now. Try again in a few seconds.');
  }

  /** How many places are taken, and how many wait for one. */
  load() {
    return { running: this.taken, waiting: this.waiting.length };
  }

  /** Hands the place to the next who waits. */
  leave() {
    const next = this.waiting.shift();
    if (next === undefined) this.taken -= 1;
    else next();
  }

  private wait(signal: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(begin);
    });
  }
}
