/** Limits the number of concurrent tasks. Further tasks wait for a permit, first come, first served. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param size number of permits
   * @param refusalOf returns the error for a further task if the queue is full, given the number of waiting tasks
   */
  constructor(
    private readonly size: number,
    private readonly refusalOf: (waiting: number) => Error | undefined = () => undefined,
  ) {}

  /** Returns the number of running and of waiting tasks. */
  load() {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * Runs work once a permit is free.
   *
   * @throws the error of `refusalOf` if the queue is full; the signal's reason if it aborts before the start; the work's own errors
   */
  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.size) {
      this.#running += 1;
    } else {
      const refusal = this.refusalOf(this.#waiting.length);
      if (refusal !== undefined) throw refusal;
      await this.#waitForPermit(signal);
    }
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

  #waitForPermit(signal: AbortSignal | undefined) {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leaveQueue);
        resolve();
      };
      const leaveQueue = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leaveQueue, { once: true });
      this.#waiting.push(begin);
    });
  }
}
