import { addressOf } from '../../contract/gridCells';
import { ColumnFacts } from './columnType';
import { findHeaderRow, NO_HEADER, TOP_ROWS, type TopRow } from './headers';
import type { ReadCell } from './readCell';
import type { Warnings } from './warnings';

const WITHOUT_HEADER: TopRow = { row: NO_HEADER, cells: [] };

/** Collects statistics of a tab's non-blank rows, in order. */
export class Surveyor {
  /** Header row; its number is {@link NO_HEADER} if the sheet has none; undefined for an empty sheet. */
  header: TopRow | undefined;
  /** Statistics of the cells below the header row, by 0-based column. */
  readonly facts: ColumnFacts[] = [];
  /** Numbers of the non-blank rows above the header row. */
  readonly above: number[] = [];
  /** Blank rows between the header row and the last row. */
  readonly blankRows = { count: 0, first: 0 };
  #tops: TopRow[] = [];
  #isSearching: boolean;
  #lastRow = 0;

  /** @param headerRow chosen 1-based header row, {@link NO_HEADER}, or null to detect it */
  constructor(private readonly headerRow: number | null) {
    this.#isSearching = headerRow === null;
    if (headerRow !== null) this.#setHeader({ row: headerRow, cells: [] });
  }

  add({ row, cells, own }: TopRow): void {
    if (this.#isSearching) {
      this.#tops.push({ row, cells, own });
      if (this.#tops.length === TOP_ROWS) this.#search();
      return;
    }
    if (this.header !== undefined && row > this.header.row) this.#count(row, cells);
    else if (this.headerRow === row) this.#setHeader({ row, cells });
    else this.above.push(row);
  }

  /** Ends the rows. */
  end(): void {
    if (this.#isSearching) this.#search();
  }

  #search() {
    const tops = this.#tops;
    this.#isSearching = false;
    this.#tops = [];
    if (tops.length === 0) return;
    const index = findHeaderRow(tops.map(({ row, cells, own = cells }) => ({ row, cells: own })));
    this.above.push(...tops.slice(0, index ?? 0).map(({ row }) => row));
    this.#setHeader(index === undefined ? WITHOUT_HEADER : tops[index]!);
    for (const { row, cells } of index === undefined ? tops : tops.slice(index + 1)) this.#count(row, cells);
  }

  #setHeader(top: TopRow) {
    this.header = top;
    this.#lastRow = top.row;
  }

  #count(row: number, cells: readonly ReadCell[]) {
    this.#follow(row, cells.length);
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column]!;
      if (cell.kind !== 'blank') this.facts[column]!.add(cell, row);
    }
  }

  /** Registers a row below the header row, and the blank rows before it. */
  #follow(row: number, width: number) {
    if (this.#lastRow === NO_HEADER) this.#lastRow = row - 1;
    if (row > this.#lastRow + 1) {
      if (this.blankRows.count === 0) this.blankRows.first = this.#lastRow + 1;
      this.blankRows.count += row - this.#lastRow - 1;
    }
    this.#lastRow = row;
    while (this.facts.length < width) this.facts.push(new ColumnFacts());
  }
}

/** Warns of non-blank rows above the header row, and of blank rows inside the table. */
export function warnOfSkippedRows({ above, blankRows }: Surveyor, warnings: Warnings): void {
  const first = above[0];
  const last = above.at(-1);
  if (first !== undefined && last !== undefined) {
    const which = first === last ? `Row ${first} stands` : `Rows ${first} to ${last} stand`;
    const isOrAre = first === last ? 'is' : 'are';
    warnings.add('skipped_rows', `${which} above the header row and ${isOrAre} not in the API.`, addressOf(first, 1));
  }
  if (blankRows.count > 0) {
    const which = blankRows.count === 1 ? 'One blank row is' : `${blankRows.count} blank rows are`;
    const where = blankRows.count === 1 ? `row ${blankRows.first}` : `the first of them row ${blankRows.first}`;
    warnings.add('skipped_rows', `${which} left out, ${where}.`, addressOf(blankRows.first, 1));
  }
}
