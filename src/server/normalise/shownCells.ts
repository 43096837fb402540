import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { partitionPoint } from '../lists';
import { columnOfAddress } from '../rawTab/cellAddress';
import { ColumnFormats } from '../rawTab/cellFormats';
import { shownByFormat, shownText } from '../rawTab/displayed';
import { readRawHead, readRawRows } from '../rawTab/packedRaw';
import type { CellReading } from '../rawTab/rawTab';
import type { RawCell } from '../rawTab/rawCells';
import { fitValue } from './derivedColumn';
import { MergedCells } from './mergedCells';
import { readCell, type ReadCell } from './readCell';

/** Texts of some cells of one column, by their row; each with the value that it is displayed of. */
export class ShownColumn {
  private rows = new Uint32Array(16);
  /** Where each text ends, and the value behind it. */
  private ends = new Uint32Array(32);
  private texts: Buffer = Buffer.alloc(256);
  private count = 0;
  private used = 0;

  get bytes(): number {
    return this.rows.byteLength + this.ends.byteLength + this.texts.length;
  }

  /** Rows must come in ascending order. @param value JSON of it */
  add(row: number, text: string, value: string): void {
    if (this.count === this.rows.length) this.resize(this.count * 2);
    this.rows[this.count] = row;
    this.ends[2 * this.count] = this.write(text);
    this.ends[2 * this.count + 1] = this.write(value);
    this.count += 1;
  }

  /** Gives back the memory that was kept for more. */
  end(): this {
    this.resize(this.count);
    this.texts = Buffer.from(this.texts.subarray(0, this.used));
    return this;
  }

  /** The text of the cell in a row, where there is one of this value. */
  find(row: number, value: string): string | undefined {
    const at = partitionPoint(this.count, (n) => this.rows[n]! < row);
    if (at === this.count || this.rows[at] !== row) return undefined;
    const from = at === 0 ? 0 : this.ends[2 * at - 1]!;
    const [middle, to] = [this.ends[2 * at]!, this.ends[2 * at + 1]!];
    return this.texts.toString('utf8', middle, to) === value ? this.texts.toString('utf8', from, middle) : undefined;
  }

  /** @returns where the text ends */
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

/** Types whose values are texts that stand for moments. */
const moments: ReadonlySet<ColumnType> = new Set(['date', 'datetime', 'time']);

/** What is displayed of a value where nothing else is known. */
const usualText = (value: CellValue): string | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
};

/** What a tab's cells display and which formulas they hold, where that cannot be told from their values. */
export class ShownCells {
  constructor(
    private readonly texts: readonly ShownColumn[],
    private readonly formulas: readonly ShownColumn[],
    private readonly formats: readonly ColumnFormats[],
    private readonly columns: readonly Pick<Column, 'type'>[],
  ) {}

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    return [...this.texts, ...this.formulas, ...this.formats].reduce((bytes, column) => bytes + column.bytes, 0);
  }

  /**
   * What the sheet displays of a cell; null of a blank one. A number or a moment is displayed by the format of its cell, one
   * that was written since too.
   *
   * @param row 1-based number in the sheet
   * @param column place among the endpoint's columns
   * @param value what the cell holds now: what was displayed of another value counts no more
   */
  text(row: number, column: number, value: CellValue): string | null {
    return (
      this.texts[column]?.find(row, JSON.stringify(value)) ?? this.#byFormat(row, column, value) ?? usualText(value)
    );
  }

  #byFormat(row: number, column: number, value: CellValue): string | undefined {
    if (value === null || typeof value === 'boolean') return undefined;
    if (typeof value === 'string' && !moments.has(this.columns[column]?.type ?? 'text')) return undefined;
    const code = this.formats[column]?.find(row);
    return code === undefined ? undefined : shownByFormat(value, code);
  }

  /** A cell's formula, with its `=`; null where it has none. */
  formula(row: number, column: number): string | null {
    return this.formulas[column]?.find(row, '') ?? null;
  }
}

/** A column whose texts are gathered. */
interface Gathered {
  readonly index: number;
  readonly type: ColumnType;
  readonly formats: ColumnFormats;
  readonly texts: ShownColumn;
  readonly formulas: ShownColumn;
}

/**
 * Reads what the cells of a raw tab display, and their formulas. Yields to the event loop between two pieces of it.
 *
 * @param packedRaw the packed raw tab that the rows were derived from
 * @param columns of those rows
 * @param repeatMerged as the setting of the tab has it
 */
export async function readShownCells(
  packedRaw: Buffer,
  columns: readonly Column[],
  repeatMerged = false,
): Promise<ShownCells> {
  const head = await readRawHead(packedRaw);
  const merged = new MergedCells(head.merges, repeatMerged);
  const gathered = columns.map(({ cell, type }): Gathered => {
    const index = columnOfAddress(cell) - 1;
    const formats = new ColumnFormats(head.formats, index);
    return { index, type, formats, texts: new ShownColumn(), formulas: new ShownColumn() };
  });
  for await (const { row, cells: own } of readRawRows(packedRaw)) {
    const { cells } = merged.apply(row, own);
    for (const column of gathered) gather(row, cells[column.index] ?? null, head, column);
  }
  return new ShownCells(
    gathered.map(({ texts }) => texts.end()),
    gathered.map(({ formulas }) => formulas.end()),
    gathered.map(({ formats }) => formats),
    columns,
  );
}

/** What a column of text displays of a cell by its format; a number or a moment in it is a text among its values. */
function shownInText(code: string, { kind, value }: ReadCell): string | undefined {
  if (typeof value === 'boolean' || value === null) return undefined;
  return kind === 'text' || kind === 'code' ? shownText(String(value), code) : shownByFormat(value, code);
}

/** White space alone is a blank among values, and a workbook displays it all the same. */
function gatherBlank(row: number, raw: RawCell, { formats, texts }: Gathered) {
  const value = typeof raw === 'object' ? raw?.value : raw;
  if (typeof value !== 'string' || value === '' || formats.find(row) === undefined) return;
  texts.add(row, value, 'null');
}

function gather(row: number, raw: RawCell, reading: CellReading, column: Gathered) {
  if (raw === null) return;
  const { type, formats, texts, formulas } = column;
  const cell = readCell(raw, reading);
  if (cell.kind === 'blank') return gatherBlank(row, raw, column);
  if (typeof raw === 'object' && raw.formula !== undefined) formulas.add(row, `=${raw.formula}`, '');
  const code = formats.find(row);
  if (code !== undefined && type !== 'text' && (typeof cell.value === 'number' || cell.kind === type)) return;
  const fitting = fitValue(cell, type);
  const value = fitting === undefined ? cell.text : fitting;
  const text = code === undefined ? cell.text : (shownInText(code, cell) ?? cell.text);
  if (text !== (usualText(value) ?? '')) texts.add(row, text, JSON.stringify(value));
}
