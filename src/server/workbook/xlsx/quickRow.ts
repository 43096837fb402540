import type { RawCell } from '../rawTab';
import type { FormatNotes } from '../shown/cellFormats';
import type { TabWriter } from '../tabWriter';
import { type Book, cellValue } from './cellValue';
import { QuickCell } from './quickCell';
import { QuickValues } from './quickValues';
import { attribute, nextAttribute, standsAt, wholeNumber } from './quickTags';
import { cellTextOf, Text, textKindOf, textOf } from './quickText';
import type { SharedFormulaTable } from './sharedFormulaTable';

const SLASH = 0x2f;
const R = 0x72;
/** The widest a sheet can be in the format: XFD. */
const COLUMNS = 16_384;

/** Reads rows from their bytes and hands their cells to the writer. */
export class QuickRow {
  private readonly cell = new QuickCell();
  private readonly values: QuickValues;
  private prefix: string | undefined;
  private cellTag = Buffer.alloc(0);
  private rowTag = Buffer.alloc(0);
  private rowEnd = Buffer.alloc(0);

  constructor(
    private readonly writer: TabWriter,
    private readonly book: Book,
    private readonly formulas: SharedFormulaTable,
    private readonly formats: FormatNotes,
  ) {
    this.values = new QuickValues(writer, book);
  }

  /**
   * Reads one whole row.
   *
   * @param rowBefore number of the row before
   * @returns its number; 0 where something in it is unusual, and nothing has come of it then
   */
  read(bytes: Buffer, start: number, end: number, prefix: string, rowBefore: number): number {
    if (prefix !== this.prefix) this.use(prefix);
    let row = rowBefore + 1;
    let at = nextAttribute(bytes, start + this.rowTag.length);
    for (; at > 0 && attribute.nameLength > 0; at = nextAttribute(bytes, at)) {
      if (attribute.nameLength === 1 && attribute.name === R) row = wholeNumber(bytes, attribute.from, attribute.to);
    }
    if (at < 0 || row < 1) return 0;
    this.writer.startRow(row);
    this.formulas.startRow();
    if (bytes[at] === SLASH || this.cells(bytes, at + 1, row) === end) {
      this.writer.endRow();
      return row;
    }
    this.writer.dropRow();
    this.formulas.dropRow();
    return 0;
  }

  /** @returns where the row ends; negative where a cell is unusual */
  private cells(bytes: Buffer, start: number, row: number): number {
    const { cell, cellTag } = this;
    let column = 0;
    for (let at = start; ;) {
      while (bytes[at]! <= 0x20) at += 1;
      if (!standsAt(bytes, at, cellTag)) return standsAt(bytes, at, this.rowEnd) ? at + this.rowEnd.length : -1;
      at = cell.read(bytes, at + cellTag.length);
      column = cell.column === 0 ? column + 1 : cell.column;
      if (at < 0 || column > COLUMNS || !this.put(bytes, row, column)) return -1;
    }
  }

  /** @returns false where the cell is unusual */
  private put(bytes: Buffer, row: number, column: number): boolean {
    const { cell } = this;
    if (cell.to > cell.from) this.formats.note(row, column, this.book.formats[cell.style]);
    if (cell.formula !== undefined) return this.putFormula(bytes, cell.formula, row, column);
    if (cell.to === cell.from) return true;
    return this.values.put(bytes, cell, column) || this.putAny(column, this.valueOf(bytes, undefined));
  }

  private putFormula(bytes: Buffer, written: string, row: number, column: number): boolean {
    return this.putAny(column, this.valueOf(bytes, this.formulas.whole(written, this.cell.sharing, row, column)));
  }

  private putAny(column: number, value: RawCell | undefined): boolean {
    if (value !== undefined) this.writer.put(column, value);
    return value !== undefined;
  }

  /** What the cell holds, made as for any cell; undefined where it is unusual. */
  private valueOf(bytes: Buffer, formula: string | undefined): RawCell | undefined {
    const { from, to, typeFrom, typeTo, style, isInline } = this.cell;
    if (textKindOf(bytes, from, to) === Text.UNUSUAL) return undefined;
    const type = typeFrom === typeTo ? 'n' : bytes.toString('latin1', typeFrom, typeTo);
    const inline = isInline ? cellTextOf(bytes, from, to) : '';
    // Escapes of the format are undone where the type of the cell says that they are.
    const value = isInline ? '' : textOf(bytes, from, to);
    if (inline === undefined || value === undefined) return undefined;
    return cellValue({ type, style, value, inline, formula }, this.book);
  }

  private use(prefix: string) {
    this.prefix = prefix;
    this.cell.use(prefix);
    this.cellTag = Buffer.from(`<${prefix}c`);
    this.rowTag = Buffer.from(`<${prefix}row`);
    this.rowEnd = Buffer.from(`</${prefix}row>`);
  }
}
