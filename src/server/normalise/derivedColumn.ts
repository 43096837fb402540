import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { cellAddress } from '../workbook/cellAddress';
import { DistinctValues } from './distinctValues';
import { fitValue } from './fitValue';
import type { NamedColumn } from './headers';
import type { ReadCell } from './readCell';
import { quoted, type Warnings } from './warnings';

const EXAMPLES = 3;
const QUOTE = 0x22;

const withArticle: Record<ColumnType, string> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time',
  text: 'text',
};

/** A column with its names and its type. */
export interface ChosenColumn {
  readonly named: NamedColumn;
  readonly type: ColumnType;
  /** Whether the type was not chosen by what the column holds: a person has set it, or it is kept. */
  readonly isGiven: boolean;
}

/** A column while rows are written: turns cells into values of its type and sees what they have in common. */
export class DerivedColumn {
  readonly #distinct = new DistinctValues();
  readonly #examples = new Set<CellValue>();
  #cells = 0;
  #values = 0;

  constructor(
    readonly chosen: ChosenColumn,
    private readonly warnings: Warnings,
  ) {}

  /** Whether cells that did not fit were met, which only a type that a person has set can bring about. */
  misfits = false;

  /** The value of the column's cell in a row; what does not fit a type that was set stays text, and is warned. */
  valueOf(cell: ReadCell, row: number): CellValue {
    if (cell.kind === 'error' || cell.kind === 'unknown') this.#warnOfNothing(cell, row);
    const fitting = fitValue(cell, this.chosen.type);
    if (fitting !== undefined) return fitting;
    this.misfits = true;
    this.#warnOfMisfit(cell, row);
    return cell.text;
  }

  /** Sees a row in which the column is blank. */
  seeBlank(): void {
    this.#cells += 1;
  }

  /** Sees a value by its JSON. */
  see(bytes: Buffer, start: number, end: number): void {
    this.#cells += 1;
    this.#values += 1;
    const isText = bytes[start] === QUOTE;
    this.#distinct.addBytes(bytes, isText ? start + 1 : start, isText ? end - 1 : end);
    if (this.#examples.size < EXAMPLES) {
      this.#examples.add(JSON.parse(bytes.toString('utf8', start, end)) as CellValue);
    }
  }

  /** What is known of the column when all rows have been seen. Of a column without values nothing is promised. */
  describe(type = this.chosen.type): Column {
    const { key, header, slug, cell } = this.chosen.named;
    const nullable = this.#cells === 0 || this.#values < this.#cells;
    const unique = this.#values > 0 && this.#distinct.areUnique;
    return { key, header, slug, type, nullable, unique, examples: [...this.#examples], cell };
  }

  #warnOfNothing({ kind, text }: ReadCell, row: number) {
    const address = cellAddress(row, this.chosen.named.index + 1);
    if (kind === 'error') {
      this.warnings.add('error_cells', () => `${address} holds the error ${quoted(text)}. Its value is null.`, address);
    } else {
      const detail = () => `${address} holds a formula without a stored value. Its value is null.`;
      this.warnings.add('formula_without_value', detail, address);
    }
  }

  #warnOfMisfit({ text }: ReadCell, row: number) {
    const address = cellAddress(row, this.chosen.named.index + 1);
    const detail = () =>
      `${address} holds ${quoted(text.trim())}, which is not ${withArticle[this.chosen.type]}. It is answered as text.`;
    this.warnings.add('mixed_types', detail, address);
  }
}
