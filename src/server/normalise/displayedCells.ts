import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { partitionPoint } from '../lists';
import { columnOfAddress } from '../rawTab/cellAddress';
import { ColumnFormats } from '../rawTab/cellFormats';
import { shownByFormat, shownText } from '../rawTab/displayedText';
import { readRawHead, readRawRows } from '../rawTab/packedRaw';
import type { CellReading } from '../rawTab/rawTab';
import type { RawCell } from '../rawTab/rawCells';
import { fitValue } from './derivedColumn';
import { MergedCells } from './mergedCells';
import { readCell, type ReadCell } from './readCell';

/** Texts of some cells of one column by row, each with the cell value it was displayed for. */
export class ShownColumn {
  private rows = new Uint32Array(16);
  /** End offset of each text, and of the value after it. */
  private ends = new Uint32Array(32);
  private texts: Buffer = Buffer.alloc(256);
  private count = 0;
  private used = 0;

  get bytes(): number {
    return this.rows.byteLength + this.ends.byteLength + this.texts.length;
  }

  /** Adds a text; rows must be in ascending order. @param value JSON of the cell's value */
  add(row: number, text: string, value: string): void {
    if (this.count === this.rows.length) this.resize(this.count * 2);
    this.rows[this.count] = row;
    this.ends[2 * this.count] = this.write(text);
    this.ends[2 * this.count + 1] = this.write(value);
    this.count += 1;
  }

  /** Releases unused capacity. */
  end(): this {
    this.resize(this.count);
    this.texts = Buffer.from(this.texts.subarray(0, this.used));
    return this;
  }

  /** Returns the text of a cell if it was displayed for this value. */
  find(row: number, value: string): string | undefined {
    const at = partitionPoint(this.count, (n) => this.rows[n]! < row);
    if (at === this.count || this.rows[at] !== row) return undefined;
    const from = at === 0 ? 0 : this.ends[2 * at - 1]!;
    const [middle, to] = [this.ends[2 * at]!, this.ends[2 * at + 1]!];
    return this.texts.toString('utf8', middle, to) === value ? this.texts.toString('utf8', from, middle) : undefined;
  }

  /** Appends a text. @returns its end offset */
  private write(text: string): number {
    const most = this.used + text.length * 3;
    if (most > this.texts.length) this.texts = Buffer.concat([this.texts], Math.max(most, this.texts.length * 2));
    this.used += this.texts.write(text, this.used);
    return this.used;
  }

  private resize(length: number) {
    const [rows, ends] = [this.rows.subarray(0, length), this.ends.subarray(0, 2 * length)];
    this.rows = new Uint32Array(length);
    this.ends = new Uint32Array(2 * length);
    this.rows.set(rows);
    this.ends.set(ends);
  }
}

/** Types whose values are dates or times, as text. */
const moments: ReadonlySet<ColumnType> = new Set(['date', 'datetime', 'time']);

/** Returns the default text of a value. */
const defaultText = (value: CellValue): string | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
};

/** Displayed texts and formulas of a tab's cells, where they do not follow from the values. */
export class ShownCells {
  constructor(
    private readonly texts: readonly ShownColumn[],
    private readonly formulas: readonly ShownColumn[],
    private readonly formats: readonly ColumnFormats[],
    private readonly columns: readonly Pick<Column, 'type'>[],
  ) {}

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return [...this.texts, ...this.formulas, ...this.formats].reduce((bytes, column) => bytes + column.bytes, 0);
  }

  /**
   * Returns the displayed text of a cell; null for a blank one. Numbers, dates and times, including those written later, are
   * formatted by the format of their cell.
   *
   * @param row 1-based row in the sheet
   * @param column index among the endpoint's columns
   * @param value current value of the cell: texts displayed for another value are outdated
   */
  text(row: number, column: number, value: CellValue): string | null {
    return (
      this.texts[column]?.find(row, JSON.stringify(value)) ?? this.#byFormat(row, column, value) ?? defaultText(value)
    );
  }

  #byFormat(row: number, column: number, value: CellValue): string | undefined {
    if (value === null || typeof value === 'boolean') return undefined;
    if (typeof value === 'string' && !moments.has(this.columns[column]?.type ?? 'text')) return undefined;
    const code = this.formats[column]?.find(row);
    return code === undefined ? undefined : shownByFormat(value, code);
  }

  /** Returns the formula of a cell, with its `=`; null if it has none. */
  formula(row: number, column: number): string | null {
    return this.formulas[column]?.find(row, '') ?? null;
  }
}

/** Column while its texts are collected. */
interface CollectedColumn {
  readonly index: number;
  readonly type: ColumnType;
  readonly formats: ColumnFormats;
  readonly texts: ShownColumn;
  readonly formulas: ShownColumn;
}

/**
 * Reads the displayed texts and formulas of a raw tab's cells. Yields to the event loop between chunks.
 *
 * @param packedRaw packed raw tab that the rows were derived from
 * @param columns columns of these rows
 * @param repeatMerged setting of the tab
 */
export async function readShownCells(
  packedRaw: Buffer,
  columns: readonly Column[],
  repeatMerged = false,
): Promise<ShownCells> {
  const head = await readRawHead(packedRaw);
  const merged = new MergedCells(head.merges, repeatMerged);
  const collected = columns.map(({ cell, type }): CollectedColumn => {
    const index = columnOfAddress(cell) - 1;
    const formats = new ColumnFormats(head.formats, index);
    return { index, type, formats, texts: new ShownColumn(), formulas: new ShownColumn() };
  });
  for await (const { row, cells: own } of readRawRows(packedRaw)) {
    const { cells } = merged.apply(row, own);
    for (const column of collected) collect(row, cells[column.index] ?? null, head, column);
  }
  return new ShownCells(
    collected.map(({ texts }) => texts.end()),
    collected.map(({ formulas }) => formulas.end()),
    collected.map(({ formats }) => formats),
    columns,
  );
}

/** Formats a cell in a text column: its value may also be a number, date or time. */
function shownInText(code: string, { kind, value }: ReadCell): string | undefined {
  if (typeof value === 'boolean' || value === null) return undefined;
  return kind === 'text' || kind === 'code' ? shownText(String(value), code) : shownByFormat(value, code);
}

/** Records cells of only white space: their value is null, but a workbook displays the spaces. */
function collectBlank(row: number, raw: RawCell, { formats, texts }: CollectedColumn) {
  const value = typeof raw === 'object' ? raw?.value : raw;
  if (typeof value !== 'string' || value === '' || formats.find(row) === undefined) return;
  texts.add(row, value, 'null');
}

function collect(row: number, raw: RawCell, reading: CellReading, column: CollectedColumn) {
  if (raw === null) return;
  const { type, formats, texts, formulas } = column;
  const cell = readCell(raw, reading);
  if (cell.kind === 'blank') return collectBlank(row, raw, column);
  if (typeof raw === 'object' && raw.formula !== undefined) formulas.add(row, `=${raw.formula}`, '');
  const code = formats.find(row);
  if (code !== undefined && type !== 'text' && (typeof cell.value === 'number' || cell.kind === type)) return;
  const fitting = fitValue(cell, type);
  const value = fitting === undefined ? cell.text : fitting;
  const text = code === undefined ? cell.text : (shownInText(code, cell) ?? cell.text);
  if (text !== (defaultText(value) ?? '')) texts.add(row, text, JSON.stringify(value));
}
