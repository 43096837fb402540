import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { cellAddress } from '../workbook/cellAddress';
import { DistinctValues } from './distinctValues';
import { fitValue } from './fitValue';
import type { NamedColumn } from './headers';
import type { ReadCell } from './readCell';
import { quoted, type Warnings } from './warnings';

const EXAMPLES = 3;

const withArticle: Record<ColumnType, string> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time',
  text: 'text',
};

/** A column in the second pass: turns cells into values of its type and sees what they have in common. */
export class DerivedColumn {
  readonly #distinct = new DistinctValues();
  readonly #examples = new Set<CellValue>();
  #cells = 0;
  #values = 0;

  constructor(
    readonly named: NamedColumn,
    readonly type: ColumnType,
    private readonly warnings: Warnings,
  ) {}

  /** The value of the column's cell in a row; what does not fit a type that was set stays text, and is warned. */
  valueOf(cell: ReadCell, row: number): CellValue {
    if (cell.kind === 'error' || cell.kind === 'unknown') this.#warnOfNothing(cell, row);
    const fitting = fitValue(cell, this.type);
    if (fitting === undefined) this.#warnOfMisfit(cell, row);
    const value = fitting === undefined ? cell.text : fitting;
    this.#cells += 1;
    if (value !== null) this.#see(value);
    return value;
  }

  /** What is known of the column when all rows have been seen. Of a column without values nothing is promised. */
  describe(): Column {
    const { key, header, slug, cell } = this.named;
    const nullable = this.#cells === 0 || this.#values < this.#cells;
    const unique = this.#values > 0 && this.#distinct.areUnique;
    return { key, header, slug, type: this.type, nullable, unique, examples: [...this.#examples], cell };
  }

  #see(value: NonNullable<CellValue>) {
    this.#values += 1;
    this.#distinct.add(String(value));
    if (this.#examples.size < EXAMPLES) this.#examples.add(value);
  }

  #warnOfNothing({ kind, text }: ReadCell, row: number) {
    const address = cellAddress(row, this.named.index + 1);
    if (kind === 'error') {
      this.warnings.add('error_cells', () => `${address} holds the error ${quoted(text)}. Its value is null.`, address);
    } else {
      const detail = () => `${address} holds a formula without a stored value. Its value is null.`;
      this.warnings.add('formula_without_value', detail, address);
    }
  }

  #warnOfMisfit({ text }: ReadCell, row: number) {
    const address = cellAddress(row, this.named.index + 1);
    const detail = () =>
      `${address} holds ${quoted(text.trim())}, which is not ${withArticle[this.type]}. It is answered as text.`;
    this.warnings.add('mixed_types', detail, address);
  }
}
