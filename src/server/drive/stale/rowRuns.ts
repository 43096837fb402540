/** Rows from one number to another, both included. */
export type Run = readonly [first: number, last: number];

/** A set of rows, as runs in rising order that neither touch nor overlap. */
export class RowRuns {
  readonly #runs: Run[] = [];

  /** Adds rows. @returns those of them that were not there */
  add(first: number, last: number): Run[] {
    const from = this.#placeOf(first - 1);
    let to = from;
    const added: Run[] = [];
    let next = first;
    for (; to < this.#runs.length && this.#runs[to]![0] <= last + 1; to += 1) {
      const [start, end] = this.#runs[to]!;
      if (next < start) added.push([next, Math.min(start - 1, last)]);
      next = Math.max(next, end + 1);
    }
    if (next <= last) added.push([next, last]);
    if (added.length === 0) return added;
    const start = from < to ? Math.min(first, this.#runs[from]![0]) : first;
    const end = from < to ? Math.max(last, this.#runs[to - 1]![1]) : last;
    this.#runs.splice(from, to - from, [start, end]);
    return added;
  }

  list(): readonly Run[] {
    return this.#runs;
  }

  /** Index of the first run that ends at a row or behind it. */
  #placeOf(row: number): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]![1] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
