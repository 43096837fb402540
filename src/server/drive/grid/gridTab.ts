import type { GridRow } from '../../../contract/driveGrid';
import type { GridCell } from '../../../contract/gridCells';
import { changesIn, type FinalRow, finalRows } from '../../records/logEntries';
import type { RawRow } from '../../workbook/rawTab';
import { gridCellOf } from './cells';
import type { RawBlocks } from './rawBlocks';

const isBlank = (cells: readonly GridCell[]) => cells.every((cell) => cell === null);

/** A tab of the drive as it is now: its blob in memory, and over it what was written since. */
export class GridTab {
  #finals = new Map<number, FinalRow>();
  #lastRow: number;
  #width: number;
  #pending = 0;

  constructor(
    private readonly blocks: RawBlocks,
    public sequence: number,
  ) {
    this.#lastRow = blocks.lastRow;
    this.#width = blocks.width;
  }

  /** Number of the last row that holds, or has held, anything. */
  get lastRow() {
    return this.#lastRow;
  }

  /** Number of the last column that holds, or has held, anything. */
  get columns() {
    return this.#width;
  }

  /** The row that looks like a header row. */
  get headerRow() {
    return this.blocks.headerRow;
  }

  /** Rows that the log changes. */
  get pending() {
    return this.#pending;
  }

  /** Takes in what was written, given as texts of the log, up to an entry. */
  follow(entries: readonly string[], sequence: number): void {
    for (const change of changesIn(entries)) {
      finalRows([change], this.#finals);
      this.#pending += 1;
      if (change.kind === 'remove') continue;
      this.#lastRow = Math.max(this.#lastRow, change.row);
      for (const [column] of change.cells) this.#width = Math.max(this.#width, column + 1);
    }
    this.sequence = sequence;
  }

  /** The tab as it is now, whatever is written meanwhile. */
  still(): GridTab {
    const copy = new GridTab(this.blocks, this.sequence);
    copy.#finals = new Map(this.#finals);
    copy.#lastRow = this.#lastRow;
    copy.#width = this.#width;
    return copy;
  }

  /** Rows from one number to another, both included; those that hold nothing are left out. */
  rows(from: number, to: number): GridRow[] {
    const stored = new Map(this.blocks.between(from, to).map((row) => [row.row, row]));
    const rows: GridRow[] = [];
    for (let number = from; number <= Math.min(to, this.#lastRow); number += 1) {
      const row = this.#rowOf(number, stored.get(number), this.#finals.get(number));
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  row(number: number): GridRow | undefined {
    return this.rows(number, number)[0];
  }

  #rowOf(number: number, stored: RawRow | undefined, final: FinalRow | undefined): GridRow | undefined {
    if (final?.kind === 'removed') return undefined;
    const before = final?.kind === 'new' ? undefined : stored;
    const id = final?.kind === 'new' ? final.id : before?.id;
    if (id === undefined) return undefined;
    const cells = (before?.cells ?? []).map((cell) => gridCellOf(cell, this.blocks.typed));
    for (const [column, cell] of final?.cells ?? []) {
      while (cells.length < column) cells.push(null);
      cells[column] = gridCellOf(cell, true);
    }
    while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
    return isBlank(cells) ? undefined : { row: number, id, cells };
  }
}
