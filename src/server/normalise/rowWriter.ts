import type { CellValue } from '../../contract/rows';
import { cellAddress } from '../rawTab/cellAddress';
import { DATE_FROM, DATE_TO, Way, waysInto } from './cellTags';
import type { DerivedColumn } from './derivedColumn';
import type { NamedColumn } from './headers';
import { GzipRowBlocks, type PackedRowsHead } from './packedRows';
import type { TabRow } from './tabRow';
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

const ZERO = 0x30;
const POINT = 0x2e;
const SMALL_T = 0x74;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const [ID, NULL, TRUE, FALSE] = ['{"_id":', 'null', 'true', 'false'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/** What a row takes beside its keys and its cells: its id, and for each column `null`. */
const BESIDE_ROW = 64;
const BESIDE_CELL = 8;

export interface RowWriterOptions {
  readonly isTyped: boolean;
  /** Whether columns of whole numbers may turn out to hold fractions further below. */
  readonly isGuess: boolean;
}

/**
 * Writes rows as they are packed (`packedRows.ts`). Where a raw cell's JSON is its column's value, or holds it, the bytes are
 * copied; else the value is made, which takes longer and comes to the same.
 */
export class RowWriter {
  readonly blocks = new GzipRowBlocks();
  rows = 0;
  readonly #keys: readonly Buffer[];
  readonly #ways: readonly (readonly Way[])[];
  readonly #room: number;
  readonly #keyColumn: DerivedColumn | undefined;
  /** JSON of the value of the key column in the row that is being written. */
  #keyJson = 'null';

  constructor(
    readonly columns: readonly DerivedColumn[],
    private readonly identity: RowIdentity,
    { isTyped, isGuess }: RowWriterOptions,
  ) {
    this.#keys = columns.map(({ chosen }) => Buffer.from(`,${JSON.stringify(chosen.named.key)}:`));
    this.#ways = columns.map(({ chosen: { type, isGiven } }) =>
      waysInto(isGuess && !isGiven && type === 'integer' ? 'number' : type, isTyped),
    );
    this.#room = this.#keys.reduce((sum, key) => sum + key.length + BESIDE_CELL, BESIDE_ROW);
    this.#keyColumn = columns.find(({ chosen }) => chosen.named === identity.key);
  }

  write(row: TabRow): void {
    const { blocks } = this;
    const { idStart, idEnd, count, ends } = row.line;
    blocks.room(this.#room + (count === 0 ? idEnd : ends[count - 1]!) - idStart);
    const start = blocks.used;
    if (this.#keyColumn === undefined) this.#writePlain(row);
    else this.#writeKeyed(row);
    blocks.byte(CLOSING_BRACE);
    blocks.byte(COMMA);
    blocks.rowEnded(start, row.row);
    this.rows += 1;
  }

  /** Ends the rows. @returns them, packed */
  finish(head: Omit<PackedRowsHead, 'mixed' | 'rows'>): Promise<Buffer> {
    const { rows } = this;
    const isNumeric = (at: number) => head.columns[at]?.type === 'integer' || head.columns[at]?.type === 'number';
    const mixed = [...this.columns.keys()].filter((at) => isNumeric(at) && this.columns[at]?.misfits);
    const { columns, sheet } = head;
    return this.blocks.join({ columns, rows, sheet, ...(mixed.length > 0 && { mixed }) });
  }

  #writePlain(row: TabRow) {
    const { blocks } = this;
    const { bytes, idStart, idEnd } = row.line;
    blocks.copy(ID, 0, ID.length);
    blocks.copy(bytes, idStart, idEnd);
    this.#writeCells(row);
  }

  #writeCells(row: TabRow) {
    const { blocks } = this;
    for (let at = 0; at < this.columns.length; at += 1) {
      const column = this.columns[at]!;
      blocks.copy(this.#keys[at]!, 0, this.#keys[at]!.length);
      const from = blocks.used;
      this.#value(column, row, this.#ways[at]!);
      if (blocks.bytes[from] === NULL[0]) column.seeBlank();
      else column.see(blocks.bytes, from, blocks.used);
      if (column === this.#keyColumn) this.#keyJson = blocks.bytes.toString('utf8', from, blocks.used);
    }
  }

  #value(column: DerivedColumn, row: TabRow, ways: readonly Way[]) {
    const { blocks } = this;
    const at = column.chosen.named.index;
    const way = at < row.count ? ways[row.tags[at]!]! : Way.BLANK;
    if (way === Way.BLANK) return blocks.copy(NULL, 0, NULL.length);
    if (way === Way.VALUE) {
      blocks.text(JSON.stringify(column.valueOf(row.cell(at), row.row)));
      return blocks.room(this.#room + row.line.ends[row.count - 1]! - row.line.starts[at]!);
    }
    const { bytes } = row.line;
    const [start, end] = [row.line.starts[at]!, row.line.ends[at]!];
    if (way === Way.WHOLE) blocks.copy(bytes, start, end);
    else if (way === Way.INSIDE) blocks.copy(bytes, start + 1, end - 1);
    else if (way === Way.SHORTENED) blocks.copy(bytes, start + 1, withoutZeros(bytes, end - 1));
    else if (way === Way.DATE) blocks.copy(bytes, start + DATE_FROM, start + DATE_TO);
    else if ((bytes[start + 1]! | 0x20) === SMALL_T) blocks.copy(TRUE, 0, TRUE.length);
    else blocks.copy(FALSE, 0, FALSE.length);
  }

  /** Writes a row whose id is the value of its key column, which is known only when its cells are written. */
  #writeKeyed(row: TabRow) {
    const { blocks } = this;
    const { bytes, idStart, idEnd } = row.line;
    const from = blocks.used;
    this.#writeCells(row);
    const cells = Buffer.from(blocks.bytes.subarray(from, blocks.used));
    blocks.used = from;
    const own = JSON.parse(bytes.toString('utf8', idStart, idEnd)) as string;
    const id = this.identity.idOf(own, row.row, JSON.parse(this.#keyJson) as CellValue);
    blocks.text(`${ID.toString()}${JSON.stringify(id)}`);
    blocks.room(cells.length + BESIDE_CELL);
    blocks.copy(cells, 0, cells.length);
  }
}

/** Where a number with a fraction ends when the zeros at its end are left out, and the point where nothing else is left. */
function withoutZeros(bytes: Buffer, end: number): number {
  let at = end;
  while (bytes[at - 1] === ZERO) at -= 1;
  return bytes[at - 1] === POINT ? at - 1 : at;
}
