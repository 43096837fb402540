import { partitionPoint } from '../../lists';

/** Rows from one number to another, both included. */
export type Run = readonly [first: number, last: number];

/** A set of rows, as runs in rising order that neither touch nor overlap. */
export class RowRuns {
  readonly #runs: Run[] = [];

  /** Adds rows. @returns whether some of them were not there */
  add(first: number, last: number): boolean {
    const from = partitionPoint(this.#runs.length, (n) => this.#runs[n]![1] < first - 1);
    const near = this.#runs.slice(
      from,
      from + partitionPoint(this.#runs.length - from, (n) => this.#runs[from + n]![0] <= last + 1),
    );
    const [start, end] = [Math.min(first, near[0]?.[0] ?? first), Math.max(last, near.at(-1)?.[1] ?? last)];
    if (near.length === 1 && near[0]![0] === start && near[0]![1] === end) return false;
    this.#runs.splice(from, near.length, [start, end]);
    return true;
  }

  list(): readonly Run[] {
    return this.#runs;
  }
}
