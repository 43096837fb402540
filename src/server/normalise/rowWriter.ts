import { addressOf } from '../../contract/gridCells';
import { limits } from '../../contract/limits';
import type { CellValue, ColumnType } from '../../contract/rows';
import type { RawRow } from '../rawTab/rawCells';
import type { RawTabHead } from '../rawTab/rawTab';
import { Refusal } from '../refusal';
import { type ChosenColumn, DerivedColumn } from './derivedColumn';
import type { DerivedTab, TabSettings } from './derivedTab';
import { createPackedRows } from './packedRows';
import type { ReadCell } from './readCell';
import { rowJsonWriter } from './rowJson';
import type { SheetFactsCollector } from './sheetFacts';
import { quoted, Warnings, warnOfMerges, warnOfUnusedSettings } from './warnings';

/** Row with parsed cells. */
export interface ReadRow extends Pick<RawRow, 'id' | 'row'> {
  readonly cells: readonly ReadCell[];
  /** Cells without repeated values of merged ranges. */
  readonly own: readonly ReadCell[];
}

/** Refusal of a sheet whose rows are too large; `what` completes the sentence. */
const tooLarge = (title: string, what: string, hint: string) =>
  new Refusal('too_large', `The sheet ${title} ${what}.`, { hint: `${hint}, or split it into several sheets.` });

const isNumeric = (type: ColumnType) => type === 'integer' || type === 'number';

/**
 * Writes the rows of an endpoint with the given columns in packed form (`packedRows.ts`). Each row has all columns and their keys:
 * short rows below many or long headers, and repeated values of merged cells, take far more memory than in the file.
 */
export class RowWriter {
  readonly #columns: readonly DerivedColumn[];
  readonly #packed = createPackedRows();
  readonly #jsonOf: ReturnType<typeof rowJsonWriter>;
  /** Warnings about rows; those about columns precede them. */
  readonly #warnings = new Warnings();
  /** Index of the key column; -1 without one. */
  readonly #keyIndex: number;
  /** Row numbers by value of the key column. */
  readonly #rowsByKey = new Map<string, number>();
  #rows = 0;

  constructor(
    private readonly chosen: readonly ChosenColumn[],
    private readonly headerRow: number,
    private readonly settings: TabSettings,
    /** Title of the sheet, for messages. */
    private readonly title: string,
  ) {
    this.#columns = chosen.map((column) => new DerivedColumn(column, this.#warnings));
    this.#jsonOf = rowJsonWriter(chosen);
    this.#keyIndex = chosen.findIndex(({ key }) => key === settings.keyColumn);
  }

  /** Writes a non-blank row; rows up to the header row are skipped. @throws Refusal `too_large` */
  add({ id: rawId, row, cells }: Pick<ReadRow, 'id' | 'row' | 'cells'>): void {
    if (row <= this.headerRow) return;
    const values = this.#columns.map((column) => column.jsonOf(cells[column.chosen.index], row));
    const key = values[this.#keyIndex];
    const id = key === undefined ? rawId : this.#idOf(rawId, row, JSON.parse(key) as CellValue);
    const json = this.#jsonOf(id, (index) => values[index]!);
    const bytes = this.#packed.add(json, row);
    this.#rows += 1;
    this.#refuseTooLarge(bytes);
  }

  #refuseTooLarge(bytes: number) {
    const columns = this.chosen.length;
    if (this.#rows * columns > limits.cellsPerWorkbook) {
      const what = `has more than 10 million cells: ${columns.toLocaleString('en-GB')} columns in each of ${this.#rows.toLocaleString('en-GB')} rows or more`;
      throw tooLarge(this.title, what, 'Remove columns and rows that are not needed');
    }
    if (bytes <= limits.bytesPerTab) return;
    const what = `is larger than ${limits.bytesPerTab / 1024 ** 2} MB as JSON, in which each row has the names of all columns`;
    throw tooLarge(this.title, what, 'Shorten its longest headers and texts');
  }

  /**
   * Returns the `_id` of a row: the text of its key column. A repeated key is kept, with a warning, since we cannot choose between
   * the rows; a row with a blank key gets the raw row's id.
   *
   * @param rawId id of the raw row
   * @param key value of the row's key column
   */
  #idOf(rawId: string, row: number, key: CellValue): string {
    const column = this.chosen[this.#keyIndex]!.index + 1;
    const cell = addressOf(row, column);
    if (key === null) {
      const detail = `${cell} is blank, so row ${row} has no value of the key column to be found by.`;
      this.#warnings.add('blank_key', detail, cell);
      return rawId;
    }
    const id = String(key);
    const rowBefore = this.#rowsByKey.get(id);
    if (rowBefore === undefined) {
      this.#rowsByKey.set(id, row);
    } else {
      const detail = `${addressOf(rowBefore, column)} and ${cell} both hold ${quoted(id)}, so it names no single row.`;
      this.#warnings.add('duplicate_key', detail, cell);
    }
    return id;
  }

  /** Whether a cell has disproved the guessed columns. */
  get isRefuted(): boolean {
    return this.#columns.some(({ hasMisfits, chosen }) => hasMisfits && !chosen.isGiven);
  }

  /** Returns whether the rows written are valid for the final columns. */
  fits(final: readonly ChosenColumn[]): boolean {
    if (this.isRefuted || this.chosen.length !== final.length) return false;
    return this.chosen.every((column, position) => {
      const { index, key, type } = final[position]!;
      return column.index === index && column.key === key && column.type === type;
    });
  }

  /** Ends the rows. @param warnings warnings collected so far */
  async finish(
    warnings: Warnings,
    head: Pick<RawTabHead, 'merges'>,
    sheetFacts: SheetFactsCollector,
  ): Promise<Omit<DerivedTab, 'headerRow'>> {
    const { headerRow, settings } = this;
    const columns = this.#columns.map((column) => column.describe());
    const isMixed = ({ hasMisfits, chosen }: DerivedColumn) => hasMisfits && isNumeric(chosen.type);
    const mixed = [...columns.keys()].filter((index) => isMixed(this.#columns[index]!));
    warnings.append(this.#warnings);
    warnOfMerges(head.merges, headerRow, settings, warnings);
    warnOfUnusedSettings(settings, columns, warnings);
    const sheet = sheetFacts.facts(headerRow, head, settings.repeatMerged);
    const packedHead = { columns, rows: this.#rows, sheet, ...(mixed.length > 0 && { mixed }) };
    return { columns, rows: this.#rows, packed: await this.#packed.finish(packedHead), warnings: warnings.list() };
  }
}
