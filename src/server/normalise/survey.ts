import { readRawRows } from '../workbook/packedRaw';
import type { RawTabHead } from '../workbook/rawTab';
import { ColumnFacts } from './columnFacts';
import { findHeaderRow, TOP_ROWS, type TopRow } from './headerRow';
import { MergedCells } from './mergedCells';
import { isNothing, readCell } from './readCell';

/** What the first pass over a tab finds. */
export interface Survey {
  /** The header row; undefined when no row looks like one. */
  readonly header: TopRow | undefined;
  /** Facts of the cells under the header row, by 0-based column. */
  readonly facts: readonly ColumnFacts[];
  /** Numbers of the rows above the header row that hold something. */
  readonly above: readonly number[];
  /** Blank rows between the header row and the last row. */
  readonly blankRows: { readonly count: number; readonly first: number };
}

/** Goes through a tab's rows that are not blank, in order, and gathers what is true of them. */
class Surveyor {
  readonly facts: ColumnFacts[] = [];
  readonly above: number[] = [];
  header: TopRow | undefined;
  #tops: TopRow[] = [];
  #searching: boolean;
  #lastRow = 0;
  #blank = { count: 0, first: 0 };

  constructor(private readonly headerRow: number | null) {
    this.#searching = headerRow === null;
    if (headerRow !== null) this.#setHeader({ row: headerRow, cells: [] });
  }

  add(top: TopRow): void {
    if (this.#searching) {
      this.#tops.push(top);
      if (this.#tops.length === TOP_ROWS) this.#search();
    } else if (this.headerRow === top.row) this.#setHeader(top);
    else if (this.header === undefined || top.row < this.header.row) this.above.push(top.row);
    else this.#count(top);
  }

  end(): Survey {
    if (this.#searching) this.#search();
    return { header: this.header, facts: this.facts, above: this.above, blankRows: this.#blank };
  }

  #search() {
    const at = findHeaderRow(this.#tops);
    this.#searching = false;
    if (at === undefined) return;
    this.above.push(...this.#tops.slice(0, at).map(({ row }) => row));
    const [header, ...under] = this.#tops.slice(at);
    if (header) this.#setHeader(header);
    for (const top of under) this.#count(top);
    this.#tops = [];
  }

  #setHeader(top: TopRow) {
    this.header = top;
    this.#lastRow = top.row;
  }

  #count({ row, cells }: TopRow) {
    if (row > this.#lastRow + 1) {
      if (this.#blank.count === 0) this.#blank.first = this.#lastRow + 1;
      this.#blank.count += row - this.#lastRow - 1;
    }
    this.#lastRow = row;
    while (this.facts.length < cells.length) this.facts.push(new ColumnFacts());
    cells.forEach((cell, index) => this.facts[index]?.add(cell, row));
  }
}

/**
 * The first pass: finds the header row, or takes the one a person has set, and gathers the facts of each column.
 *
 * @param headerRow 1-based row of the sheet that a person has set, or null
 */
export async function surveyTab(packedRaw: Buffer, head: RawTabHead, headerRow: number | null): Promise<Survey> {
  const surveyor = new Surveyor(headerRow);
  const merged = new MergedCells(head.merges);
  for await (const row of readRawRows(packedRaw)) {
    const cells = merged.cellsOf(row).map((cell) => readCell(cell, head.typed));
    if (!cells.every(isNothing)) surveyor.add({ row: row.row, cells });
  }
  return surveyor.end();
}
