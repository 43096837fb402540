import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { columnOfAddress } from '../workbook/cellAddress';
import { readRawHead, readRawLines } from '../workbook/packedRaw';
import type { RichCell } from '../workbook/rawTab';
import { Tag } from './cellTags';
import { fitValue } from './fitValue';
import { MergedCells } from './mergedCells';
import { ShownColumn } from './shownColumn';
import { TabRow } from './tabRow';
import { Way, waysInto } from './writingWays';

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
  ) {}

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    return [...this.texts, ...this.formulas].reduce((bytes, column) => bytes + column.bytes, 0);
  }

  /**
   * What the sheet displays of a cell; null of a blank one.
   *
   * @param row 1-based number in the sheet
   * @param column place among the endpoint's columns
   * @param value what the cell holds now: what was displayed of another value counts no more
   */
  text(row: number, column: number, value: CellValue): string | null {
    return this.texts[column]?.find(row, JSON.stringify(value)) ?? usualText(value);
  }

  /** A cell's formula, with its `=`; null where it has none. */
  formula(row: number, column: number): string | null {
    return this.formulas[column]?.find(row, '') ?? null;
  }
}

/** A column of which is gathered what it shows. */
interface Watched {
  readonly index: number;
  readonly type: ColumnType;
  readonly ways: readonly Way[];
  readonly texts: ShownColumn;
  readonly formulas: ShownColumn;
}

/** What these ways write is displayed as it is written. */
const plainWays: ReadonlySet<Way> = new Set([Way.WHOLE, Way.INSIDE, Way.DATE, Way.BLANK]);

/**
 * Reads what the cells of a raw tab display, and their formulas. Others have their turn between two pieces of it.
 *
 * @param packedRaw the packed raw tab that the rows were derived from
 * @param columns of those rows
 */
export async function readShownCells(packedRaw: Buffer, columns: readonly Column[]): Promise<ShownCells> {
  const head = await readRawHead(packedRaw);
  const watched = columns.map(({ cell, type }) => watch(columnOfAddress(cell) - 1, type, head.typed));
  const merged = new MergedCells(head.merges);
  const row = new TabRow(head);
  for await (const lines of readRawLines(packedRaw)) {
    for (let at = 0; at < lines.length;) {
      at = row.read(lines, at, merged);
      for (const column of watched) see(row, column);
    }
  }
  const ended = (shown: ShownColumn) => shown.end();
  return new ShownCells(
    watched.map(({ texts }) => ended(texts)),
    watched.map(({ formulas }) => ended(formulas)),
  );
}

const watch = (index: number, type: ColumnType, isTyped: boolean): Watched => ({
  ...{ index, type, ways: waysInto(type, isTyped) },
  ...{ texts: new ShownColumn(), formulas: new ShownColumn() },
});

function see(row: TabRow, { index, type, ways, texts, formulas }: Watched) {
  if (index >= row.count || row.tags[index] === Tag.BLANK) return;
  if (row.formulas.includes(index)) formulas.add(row.row, `=${(row.raw(index) as RichCell).formula}`, '');
  if (plainWays.has(ways[row.tags[index]!]!)) return;
  const cell = row.cell(index);
  const fitting = fitValue(cell, type);
  const value = fitting === undefined ? cell.text : fitting;
  if (cell.text !== '' && cell.text !== usualText(value)) texts.add(row.row, cell.text, JSON.stringify(value));
}
