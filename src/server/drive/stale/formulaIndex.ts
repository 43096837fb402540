import type { RawCell } from '../../rawTab/rawCells';
import type { Steps } from '../../yieldToEventLoop';
import { type FormulaReads, readsOf, UNKNOWN_READS } from './references';

/** Cells below each other in one column whose formulas read the same as seen from each, as where one was filled down. */
export interface FormulaGroup extends FormulaReads {
  /** 1-based. */
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

interface OpenGroup extends FormulaGroup {
  last: number;
}

/** Bytes of a group, and of a range that one reads, roughly. */
const [BYTES_PER_GROUP, BYTES_PER_RANGE] = [100, 200];

/** Groups and ranges that are kept of one spreadsheet, so that its formulas take some 200 MB at most while they are looked at. */
export const HELD_MOST = 400_000;

/**
 * The formulas of a tab by what they read. A formula that fills a hundred thousand rows is one group, so that neither the memory nor
 * a search in it grows with the rows. Where there are too many unlike ones, what the rest reads counts as unknown: of each column that
 * is one group.
 */
export class FormulaIndex {
  readonly groups: OpenGroup[] = [];
  /** By column, the group that the next row may belong to. */
  readonly #last = new Map<number, OpenGroup>();
  /** Equal reads are held once. */
  readonly #reads = new Map<string, FormulaReads>();
  #ranges = 0;

  /** @param most groups and ranges that are kept */
  constructor(private readonly most = HELD_MOST) {}

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    return this.groups.length * BYTES_PER_GROUP + this.#ranges * BYTES_PER_RANGE;
  }

  /** Rows must come in ascending order. */
  *addRow(row: number, cells: readonly RawCell[]): Steps<void> {
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (typeof cell !== 'object' || cell?.formula === undefined) continue;
      this.#add(row, at + 1, cell.formula);
      yield;
    }
  }

  /** To be called behind the last row: gives back what was needed to compare formulas. */
  end(): this {
    this.#last.clear();
    this.#reads.clear();
    return this;
  }

  #add(row: number, column: number, formula: string) {
    const isFull = this.groups.length + this.#ranges >= this.most;
    const reads = isFull ? UNKNOWN_READS : this.#sameReads(readsOf(formula, row));
    const before = this.#last.get(column);
    if (before?.ranges === reads.ranges && (isFull || before.last === row - 1)) {
      before.last = row;
      return;
    }
    const group = { ...reads, column, first: row, last: row };
    this.#last.set(column, group);
    this.groups.push(group);
  }

  #sameReads(reads: FormulaReads): FormulaReads {
    const key = JSON.stringify(reads);
    const known = this.#reads.get(key);
    if (known !== undefined) return known;
    this.#reads.set(key, reads);
    this.#ranges += reads.ranges.length;
    return reads;
  }
}
