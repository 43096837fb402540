import { busy } from './refusal';

/** Limits how much work runs at the same time: it has so many permits; other work may wait for one, first come, first served. */
export class Semaphore {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param isFull whether no more work may wait, by how much of it waits already
   * @param tooMany what is thrown then
   */
  constructor(
    private readonly size: number,
    private readonly isFull: (waiting: number) => boolean = () => false,
    private readonly tooMany = () => busy('Too many wait for this already. Try again in a few seconds.', 5),
  ) {}

  /** How many permits are taken, and how many wait for one. */
  load() {
    return { running: this.#taken, waiting: this.#waiting.length };
  }

  /**
   * Does work once there is a permit for it.
   *
   * @throws the refusal `tooMany` when too many are waiting; the signal's reason when it aborts before; what the work throws
   */
  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#taken < this.size) this.#taken += 1;
    else if (this.isFull(this.#waiting.length)) throw this.tooMany();
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Hands the permit to the next work that waits. */
  #leave() {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }

  #wait(signal: AbortSignal | undefined) {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(begin);
    });
  }
}
