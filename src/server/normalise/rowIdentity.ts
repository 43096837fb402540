import type { CellValue } from '../../contract/rows';
import { cellAddress } from '../workbook/cellAddress';
import type { NamedColumn } from './headers';
import { quoted, type Warnings } from './warnings';

/**
 * Gives each row its `_id`: the text of its value in the key column where one is declared, else the raw row's own id. A value
 * that comes again is warned and keeps its text, since it is not ours to choose between the two; a row without a value keeps
 * its own id.
 */
export class RowIdentity {
  readonly #rows = new Map<string, number>();

  constructor(
    readonly key: NamedColumn | undefined,
    private readonly warnings: Warnings,
  ) {}

  /**
   * @param own the raw row's id
   * @param value the row's value in the key column
   */
  idOf(own: string, row: number, value: CellValue | undefined): string {
    if (this.key === undefined) return own;
    const cell = cellAddress(row, this.key.index + 1);
    if (value === null || value === undefined) {
      this.warnings.add(
        'blank_key',
        () => `${cell} is blank, so row ${row} has no value of the key column to be found by.`,
        cell,
      );
      return own;
    }
    const id = String(value);
    this.#check(id, row, cell, this.key.index + 1);
    return id;
  }

  #check(id: string, row: number, cell: string, column: number) {
    const before = this.#rows.get(id);
    if (before === undefined) this.#rows.set(id, row);
    else {
      const detail = () =>
        `${cellAddress(before, column)} and ${cell} both hold ${quoted(id)}, so it names no single row.`;
      this.warnings.add('duplicate_key', detail, cell);
    }
  }
}
