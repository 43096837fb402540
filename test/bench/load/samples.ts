/** A growing list of latencies in milliseconds. */
export class Samples {
  #values = new Float64Array(65_536);
  #count = 0;
  #isSorted = false;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
    this.#isSorted = false;
  }

  /** @param share 0.99 for p99, 1 for the slowest; NaN without samples */
  percentile(share: number): number {
    const taken = this.#values.subarray(0, this.#count);
    if (!this.#isSorted) taken.sort();
    this.#isSorted = true;
    return taken[Math.max(0, Math.ceil(this.#count * share) - 1)] ?? Number.NaN;
  }
}
