import type { RawCell } from '../../rawTab/rawCells';
import type { Steps } from '../../yieldToEventLoop';
import { type FormulaReads, readsOf, UNKNOWN_READS } from './references';

/** Adjacent cells of one column whose formulas read the same cells relative to each, for example a formula that was filled down. */
export interface FormulaGroup extends FormulaReads {
  /** 1-based. */
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

interface OpenGroup extends FormulaGroup {
  last: number;
}

/** Approximate bytes of a group, and of a range that it reads. */
const [BYTES_PER_GROUP, BYTES_PER_RANGE] = [100, 200];

/** Maximum number of groups and ranges per spreadsheet, so that its formulas take about 200 MB at most during the computation. */
export const MAX_GROUPS = 400_000;

/**
 * Index of a tab's formulas by the cells they read. A formula that fills a hundred thousand rows is one group, so that neither
 * memory nor search time grows with the rows. If there are too many different formulas, the rest counts as reading unknown cells
 * and forms one group per column.
 */
export class FormulaIndex {
  readonly groups: OpenGroup[] = [];
  /** Last group of each column, which the next row may extend. */
  readonly #last = new Map<number, OpenGroup>();
  /** Equal reads share one object. */
  readonly #reads = new Map<string, FormulaReads>();
  #ranges = 0;

  /** @param max maximum number of groups and ranges */
  constructor(private readonly max = MAX_GROUPS) {}

  /** Approximate bytes in memory. */
  get bytes(): number {
    return this.groups.length * BYTES_PER_GROUP + this.#ranges * BYTES_PER_RANGE;
  }

  /** Adds a row. Rows must be added in ascending order. */
  *addRow(row: number, cells: readonly RawCell[]): Steps<void> {
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (typeof cell !== 'object' || cell?.formula === undefined) continue;
      this.#add(row, at + 1, cell.formula);
      yield;
    }
  }

  /** Frees the data for comparing formulas. To be called after the last row. */
  end(): this {
    this.#last.clear();
    this.#reads.clear();
    return this;
  }

  #add(row: number, column: number, formula: string) {
    const isFull = this.groups.length + this.#ranges >= this.max;
    const reads = isFull ? UNKNOWN_READS : this.#sameReads(readsOf(formula, row));
    const previous = this.#last.get(column);
    if (previous?.ranges === reads.ranges && (isFull || previous.last === row - 1)) {
      previous.last = row;
      return;
    }
    const group = { ...reads, column, first: row, last: row };
    this.#last.set(column, group);
    this.groups.push(group);
  }

  #sameReads(reads: FormulaReads): FormulaReads {
    const key = JSON.stringify(reads);
    const existing = this.#reads.get(key);
    if (existing !== undefined) return existing;
    this.#reads.set(key, reads);
    this.#ranges += reads.ranges.length;
    return reads;
  }
}
