import type { CellValue, Column } from '../../../contract/rows';
import type { RowBlock } from '../../normalise/packedRows';
import { Arena, grown } from './arena';
import { partitionPoint } from '../../lists';
import { CodedColumn, codedFrom, NOT_A_NUMBER, NumberColumn, type ServedColumn } from './columns';
import type { Steps } from '../../yieldToEventLoop';

/** The revision at which a row ended that has not ended. */
const ALIVE = 0xffffffff;

/** `{"_id":` is before the id in every row's JSON. */
const BEFORE_ID = 7;
const COMMA = 0x2c;

/** Rows that are read in one step. */
const STEP = 256;

/** Bytes that a tab takes beside what is counted. */
const BYTES_PER_TAB = 16 * 1024;

/** Room for more rows than there are, so that adding one does not copy them all. */
const roomFor = (rows: number): number => rows + Math.ceil(rows / 32) + 16;

/**
 * The rows of a tab, each with an index: its JSON in an arena, its values in columns, and the revisions at which it began and
 * ended. Rows are only added. An updated row is a new one, and the former one ends, as a removed row does: earlier revisions have it.
 */
export class RowStore {
  readonly arena = new Arena();
  /** By row index: position and length of its JSON; the length counts the comma behind it. */
  positions = new Uint32Array(0);
  lengths = new Uint32Array(0);
  /** By row index: its number in the sheet. */
  rowNumbers = new Uint32Array(0);
  /** Number of rows, those that have ended among them. */
  count = 0;
  /** By row index: the revision at which it began; they rise. 0 for rows that were loaded. */
  #begins = new Uint32Array(0);
  /** By row index: the revision at which it ended; absent while none has. */
  #ends: Uint32Array | undefined;
  /** Rows that have ended, in the order in which they did. */
  readonly ended: number[] = [];
  readonly served: ServedColumn[];
  /** Bytes of texts that the columns keep. */
  readonly #texts = { bytes: 0 };
  readonly #ids = new CodedColumn(this.arena, { type: 'text' }, this.#texts);
  /** By code of an id: one more than the newest row that has it. */
  #newest = new Uint32Array(0);
  /** By row index: one more than the row that had its id before. */
  #older = new Uint32Array(0);
  /** Length of each column's key in JSON, with the comma, quotes and colon around it. */
  readonly #keyLengths: number[];

  /**
   * @param mixed indexes of columns of numbers that hold other values too
   * @param rows how many there are going to be, for now
   */
  constructor(
    readonly columns: readonly Column[],
    mixed: readonly number[],
    rows: number,
  ) {
    this.served = columns.map((column, at) =>
      (column.type === 'integer' || column.type === 'number') && !mixed.includes(at)
        ? new NumberColumn()
        : new CodedColumn(this.arena, column, this.#texts),
    );
    this.#keyLengths = columns.map(({ key }) => Buffer.byteLength(JSON.stringify(key)) + 2);
    this.#reserve(roomFor(rows));
  }

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    const ofColumns = this.served.reduce((bytes, column) => bytes + column.bytes, this.#texts.bytes);
    const numbers = this.positions.length * 5 + this.#newest.length + (this.#ends?.length ?? 0) + this.ended.length * 2;
    return this.arena.bytes + this.#ids.bytes + ofColumns + numbers * 4 + BYTES_PER_TAB;
  }

  /** Adds the rows of a block without copying their JSON. The caller may not use the block afterwards. */
  *adopt({ bytes, lengths, rowNumbers }: RowBlock): Steps<void> {
    if (lengths.length === 0) return;
    let position = this.arena.adopt(bytes);
    for (let n = 0; n < lengths.length; n += 1) {
      this.#add(position, lengths[n]!, rowNumbers[n]!, 0);
      position += lengths[n]!;
      if (n % STEP === STEP - 1) yield;
    }
  }

  /** Adds a row by its JSON: `_id` first, then every column. */
  add(json: Buffer, rowNumber: number, revision: number): void {
    const position = this.arena.reserve(json.length + 1);
    json.copy(this.arena.blockOf(position), this.arena.offsetOf(position));
    this.#add(position, json.length + 1, rowNumber, revision);
  }

  end(row: number, revision: number): void {
    this.#ends ??= new Uint32Array(this.positions.length).fill(ALIVE);
    this.#ends[row] = revision;
    this.ended.push(row);
  }

  /** Whether a row was there at a revision. */
  isAt(row: number, revision: number): boolean {
    return this.#begins[row]! <= revision && (this.#ends === undefined || this.#ends[row]! > revision);
  }

  /** How many of the rows had begun at a revision, and how many of them had ended. */
  countsAt(revision: number): { readonly begun: number; readonly ended: number } {
    const { ended } = this;
    return {
      begun: partitionPoint(this.count, (row) => this.#begins[row]! <= revision),
      ended: partitionPoint(ended.length, (n) => this.#ends![ended[n]!]! <= revision),
    };
  }

  /** Takes back rows that were added, and ends of rows, beyond a number of each. */
  undo(before: { readonly begun: number; readonly ended: number }): void {
    for (const row of this.ended.splice(before.ended)) this.#ends![row] = ALIVE;
    for (; this.count > before.begun; this.count -= 1) {
      const row = this.count - 1;
      this.#newest[this.#ids.codes[row]!] = this.#older[row]!;
    }
  }

  /** The rows at a revision, in the order of the sheet. */
  rowsAt(revision: number): Uint32Array {
    const rows = new Uint32Array(this.count);
    let [count, isSorted] = [0, true];
    for (let row = 0; row < this.count; row += 1) {
      if (!this.isAt(row, revision)) continue;
      isSorted &&= count === 0 || this.compare(rows[count - 1]!, row) < 0;
      rows[count++] = row;
    }
    return isSorted ? rows.slice(0, count) : rows.slice(0, count).sort(this.compare);
  }

  /** Compares two rows by the order of the sheet; zero for a row and itself only. */
  readonly compare = (one: number, other: number): number =>
    this.rowNumbers[one]! - this.rowNumbers[other]! || one - other;

  /** Rows that have an id, the newest first, those that have ended among them. */
  rowsOf(id: string): number[] {
    const rows: number[] = [];
    for (let next = this.#newest[this.#ids.codeOf(id)]!; next > 0; next = this.#older[next - 1]!) rows.push(next - 1);
    return rows;
  }

  column(at: number): ServedColumn {
    const column = this.served[at];
    if (column === undefined) throw new RangeError(`There is no column ${at}.`);
    return column;
  }

  value(row: number, column: number): CellValue {
    return this.served[column]!.value(row);
  }

  id(row: number): string {
    return String(this.#ids.value(row));
  }

  /** A row's JSON, without a copy. */
  json(row: number): Buffer {
    return this.arena.at(this.positions[row]!, this.lengths[row]! - 1);
  }

  /** Adds a row whose JSON is in the arena, with room for a comma behind it. */
  #add(position: number, length: number, rowNumber: number, revision: number): void {
    const row = this.count;
    const block = this.arena.blockOf(position);
    const offset = this.arena.offsetOf(position);
    block[offset + length - 1] = COMMA;
    this.#reserve(row + 1);
    this.positions[row] = position;
    this.lengths[row] = length;
    this.rowNumbers[row] = rowNumber;
    this.#begins[row] = revision;
    this.#read(row, block, offset, position - offset);
    this.count += 1;
  }

  #read(row: number, block: Buffer, offset: number, base: number): void {
    let at = this.#ids.read(block, offset + BEFORE_ID, base, row);
    const id = this.#ids.codes[row]!;
    this.#newest = grown(this.#newest, id + 1);
    this.#older[row] = this.#newest[id]!;
    this.#newest[id] = row + 1;
    for (let n = 0; n < this.served.length; n += 1) {
      const start = at + this.#keyLengths[n]!;
      at = this.served[n]!.read(block, start, base, row);
      if (at === NOT_A_NUMBER) at = this.#recoded(n, row).read(block, start, base, row);
    }
  }

  #recoded(n: number, rows: number): CodedColumn {
    const coded = new CodedColumn(this.arena, this.columns[n]!, this.#texts);
    this.served[n] = codedFrom(this.served[n] as NumberColumn, coded, rows);
    return coded;
  }

  #reserve(rows: number) {
    if (rows <= this.positions.length) return;
    this.positions = grown(this.positions, rows);
    this.lengths = grown(this.lengths, rows);
    this.rowNumbers = grown(this.rowNumbers, rows);
    this.#older = grown(this.#older, rows);
    this.#begins = grown(this.#begins, rows);
    if (this.#ends !== undefined) this.#ends = grown(this.#ends, rows).fill(ALIVE, this.#ends.length);
    for (const column of [this.#ids, ...this.served]) column.reserve(this.positions.length);
  }
}
