import { busy } from './refusal';

/** Limits the number of concurrent tasks. Further tasks wait for a permit, first come, first served. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param size number of permits
   * @param isFull returns whether the queue is full, given the number of waiting tasks
   * @param tooMany creates the error thrown if the queue is full
   */
  constructor(
    private readonly size: number,
    private readonly isFull: (waiting: number) => boolean = () => false,
    private readonly tooMany = () => busy('Too many wait for this already. Try again in a few seconds.', 5),
  ) {}

  /** Returns the number of running and of waiting tasks. */
  load() {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * Runs work once a permit is free.
   *
   * @throws the error of `tooMany` if the queue is full; the signal's reason if it aborts before the start; the work's own errors
   */
  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.size) this.#running += 1;
    else if (this.isFull(this.#waiting.length)) throw this.tooMany();
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Passes the permit to the next waiting task. */
  #release() {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
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
