import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { partitionPoint } from '../lists';
import { Arena, withCapacity } from '../rawTab/arena';
import { columnOfAddress } from '../rawTab/cellAddress';
import { ColumnFormats } from '../rawTab/cellFormats';
import { shownByFormat, shownText } from '../rawTab/displayedText';
import { readRawHead, readRawRows } from '../rawTab/packedRaw';
import { PackedTexts } from '../rawTab/packedTexts';
import type { RawCell } from '../rawTab/rawCells';
import type { CellReading } from '../rawTab/rawTab';
import { createYielding } from '../yieldToEventLoop';
import { fitValue } from './derivedColumn';
import { MergedCells } from './mergedCells';
import { readCell, type ReadCell } from './readCell';

/** Texts of some cells of one column by row, each with the cell value it was displayed for. */
class ShownColumn {
  #rows = new Uint32Array(0);
  /** The value of each cell and its text, after a NUL, which no JSON contains. */
  readonly #texts: PackedTexts;

  /** @param arena holds the texts */
  constructor(arena: Arena) {
    this.#texts = new PackedTexts(arena);
  }

  /** Allocated bytes besides the arena. */
  get bytes(): number {
    return this.#rows.byteLength + this.#texts.bytes;
  }

  /** Adds a text; rows must be in ascending order. @param value JSON of the cell's value */
  add(row: number, text: string, value: string): void {
    const { count } = this.#texts;
    this.#rows = withCapacity(this.#rows, count + 1);
    this.#rows[count] = row;
    this.#texts.add(`${value}\0${text}`);
  }

  /** Returns the text of a cell if it was displayed for this value. */
  find(row: number, value: string): string | undefined {
    const index = partitionPoint(this.#texts.count, (n) => this.#rows[n]! < row);
    const found = this.#rows[index] === row ? this.#texts.at(index) : undefined;
    return found?.startsWith(`${value}\0`) === true ? found.slice(value.length + 1) : undefined;
  }
}

/** Types whose values are dates or times, as text. */
const moments: ReadonlySet<ColumnType> = new Set(['date', 'datetime', 'time']);

/** Returns the default text of a value. */
function defaultText(value: CellValue): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

/** Column of {@link ShownCells}. */
interface CollectedColumn {
  /** 0-based, in the sheet. */
  readonly index: number;
  readonly type: ColumnType;
  readonly formats: ColumnFormats;
  readonly texts: ShownColumn;
  readonly formulas: ShownColumn;
}

/** Displayed texts and formulas of a tab's cells, where they do not follow from the values. */
export class ShownCells {
  constructor(
    private readonly columns: readonly CollectedColumn[],
    private readonly arena: Arena,
  ) {}

  /** Approximate memory use in bytes. */
  get bytes(): number {
    const bytesOf = ({ texts, formulas, formats }: CollectedColumn) => texts.bytes + formulas.bytes + formats.bytes;
    return this.columns.reduce((bytes, column) => bytes + bytesOf(column), this.arena.bytes);
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
    const { texts, type, formats } = this.columns[column]!;
    const shown = texts.find(row, JSON.stringify(value));
    if (shown !== undefined) return shown;
    if (typeof value !== 'number' && !(typeof value === 'string' && moments.has(type))) return defaultText(value);
    const code = formats.find(row);
    return (code === undefined ? undefined : shownByFormat(value, code)) ?? defaultText(value);
  }

  /** Returns the formula of a cell, with its `=`; null if it has none. */
  formula(row: number, column: number): string | null {
    return this.columns[column]!.formulas.find(row, '') ?? null;
  }
}

/**
 * Reads the displayed texts and formulas of a raw tab's cells, in steps that yield to the event loop. A format may repeat a text, so
 * they may be far larger than the tab.
 *
 * @param packedRaw packed raw tab that the rows were derived from
 * @param columns columns of these rows
 * @param repeatMerged setting of the tab
 * @param maxBytes maximum bytes in memory
 * @returns undefined if they need more memory
 */
export async function readShownCells(
  packedRaw: Buffer,
  columns: readonly Column[],
  repeatMerged = false,
  maxBytes = Infinity,
): Promise<ShownCells | undefined> {
  const head = await readRawHead(packedRaw);
  const merged = new MergedCells(head.merges, repeatMerged);
  const arena = new Arena();
  const collected = columns.map(({ cell, type }): CollectedColumn => {
    const index = columnOfAddress(cell) - 1;
    const formats = new ColumnFormats(head.formats, index);
    return { index, type, formats, texts: new ShownColumn(arena), formulas: new ShownColumn(arena) };
  });
  const shown = new ShownCells(collected, arena);
  const yielding = createYielding();
  for await (const { row, cells: own } of readRawRows(packedRaw)) {
    const { cells } = merged.apply(row, own);
    for (const column of collected) collect(row, cells[column.index] ?? null, head, column);
    const pause = yielding();
    if (pause === undefined) continue;
    if (shown.bytes > maxBytes) return undefined;
    await pause;
  }
  return shown.bytes > maxBytes ? undefined : shown;
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
