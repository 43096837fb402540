/** Lets a few at a time do their work; the others wait, the first of them first. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** @param free how many may work at the same time */
  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    while (this.free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.free -= 1;
    try {
      return await work();
    } finally {
      this.free += 1;
      this.#waiting.shift()?.();
    }
  }
}
