import type { RawRow } from '../../rawTab/rawCells';
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

/** Formulas of a tab by the cells they read. */
export interface FormulaIndex {
  readonly groups: readonly FormulaGroup[];
  /** Approximate bytes in memory. */
  readonly bytes: number;
}

/** Approximate bytes in memory. */
const BYTES_PER_GROUP = 100;
const BYTES_PER_RANGE = 200;

/** Maximum number of groups and ranges per spreadsheet, so that its formulas take about 200 MB at most during the computation. */
export const MAX_GROUPS = 400_000;

/**
 * Indexes a tab's formulas by the cells they read. A formula that fills a hundred thousand rows is one group, so that neither
 * memory nor search time grows with the rows. If there are too many different formulas, the rest counts as reading unknown cells
 * and forms one group per column.
 *
 * @param blocks the tab's rows in order, in blocks
 * @param max maximum number of groups and ranges
 */
export function* indexFormulas(
  blocks: Iterable<readonly Pick<RawRow, 'row' | 'cells'>[]>,
  max = MAX_GROUPS,
): Steps<FormulaIndex> {
  const groups: OpenGroup[] = [];
  /** Last group of each column, which the next row may extend. */
  const lastGroups = new Map<number, OpenGroup>();
  /** Equal reads share one object. */
  const shared = new Map<string, FormulaReads>();
  let ranges = 0;
  const shareReads = (reads: FormulaReads) => {
    const key = JSON.stringify(reads);
    const existing = shared.get(key);
    if (existing !== undefined) return existing;
    shared.set(key, reads);
    ranges += reads.ranges.length;
    return reads;
  };
  const add = (row: number, column: number, formula: string) => {
    const isFull = groups.length + ranges >= max;
    const reads = isFull ? UNKNOWN_READS : shareReads(readsOf(formula, row));
    const previous = lastGroups.get(column);
    if (previous?.ranges === reads.ranges && (isFull || previous.last === row - 1)) {
      previous.last = row;
      return;
    }
    const group = { ...reads, column, first: row, last: row };
    lastGroups.set(column, group);
    groups.push(group);
  };
  for (const rows of blocks) {
    for (const { row, cells } of rows) {
      for (const [index, cell] of cells.entries()) {
        if (typeof cell !== 'object' || cell?.formula === undefined) continue;
        add(row, index + 1, cell.formula);
        yield;
      }
    }
    yield;
  }
  return { groups, bytes: groups.length * BYTES_PER_GROUP + ranges * BYTES_PER_RANGE };
}
