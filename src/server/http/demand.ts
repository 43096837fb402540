/** Who has asked for how much lately. */
export class Demand {
  #all = 0;
  readonly #ofName = new Map<string, number>();

  /** Counts somebody who asks. */
  count(name: string): void {
    this.#all += 1;
    this.#ofName.set(name, (this.#ofName.get(name) ?? 0) + 1);
  }

  /** How much a name has asked for, as a multiple of what all have on average. */
  partOf(name: string): number {
    return ((this.#ofName.get(name) ?? 0) / this.#all) * this.#ofName.size;
  }

  /** From now on it is counted anew. */
  forget(): void {
    this.#all = 0;
    this.#ofName.clear();
  }
}
