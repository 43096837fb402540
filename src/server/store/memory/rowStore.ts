import type { CellValue, Column } from '../../../contract/rows';
import type { RowBlock } from '../../normalise/packedRows';
import { Arena, withCapacity } from '../../rawTab/arena';
import { partitionPoint } from '../../lists';
import { CodedColumn, codedFrom, NOT_A_NUMBER, NumberColumn, type ServedColumn } from './columns';
import type { Steps } from '../../yieldToEventLoop';

/** End revision of a row that has not ended. */
const NOT_ENDED = Infinity;

/** Length of `{"_id":`, which precedes the id in every row's JSON. */
const ID_OFFSET = 7;
const COMMA = 0x2c;

/** Cells read per step. */
const CELLS_PER_STEP = 4_096;

/** Minimum bytes of ended rows that are worth a copy of the others. */
const MIN_WASTE_BYTES = 16 * 1024 * 1024;

/** Fixed overhead of a tab in bytes, beyond the counted arrays. */
const BYTES_PER_TAB = 16 * 1024;

/** Returns the capacity for a number of rows or bytes, with a margin so that adding a row does not copy all of them. */
const capacityFor = (count: number): number => count + Math.ceil(count / 32) + 16;

/**
 * The rows of a tab by index: JSON in an arena, values in columns, and the revisions at which each row began and ended. The store
 * is append-only: an update appends a new row and ends the former one, and a removal only ends it, so earlier revisions stay
 * readable.
 */
export class RowStore {
  readonly arena: Arena;
  /** By row index: position and length of its JSON; the length includes the trailing comma. */
  positions = new Uint32Array(0);
  lengths = new Uint32Array(0);
  /** By row index: its number in the sheet. */
  rowNumbers = new Uint32Array(0);
  /** Number of rows, including ended ones. */
  count = 0;
  /** Bytes of the JSON of the rows that have not ended. */
  #liveBytes = 0;
  /** By row index: the revision at which it began, in rising order. 0 for loaded rows. A restore of a backup makes revisions large. */
  #begins = new Float64Array(0);
  /** By row index: the revision at which it ended; absent while no row has. */
  #ends: Float64Array | undefined;
  /** Ended rows, in the order in which they ended. */
  readonly ended: number[] = [];
  readonly served: ServedColumn[];
  /** Bytes of the decoded texts that the columns cache. */
  readonly #texts = { bytes: 0 };
  readonly #ids: CodedColumn;
  /** By code of an id: index of the newest row with it, plus one. */
  #newest = new Uint32Array(0);
  /** By row index: index of the previous row with its id, plus one. */
  #older = new Uint32Array(0);
  /** Length of each column's key in JSON, including the comma, quotes and colon around it. */
  readonly #keyLengths: number[];

  /**
   * @param mixed indexes of number columns that hold other values too
   * @param rows expected number of rows
   * @param bytes expected bytes of their JSON
   */
  constructor(
    readonly columns: readonly Column[],
    mixed: readonly number[],
    rows: number,
    bytes = 0,
  ) {
    this.arena = new Arena(capacityFor(bytes));
    this.#ids = new CodedColumn(this.arena, { type: 'text' }, this.#texts);
    this.served = columns.map((column, at) =>
      (column.type === 'integer' || column.type === 'number') && !mixed.includes(at)
        ? new NumberColumn()
        : new CodedColumn(this.arena, column, this.#texts),
    );
    this.#keyLengths = columns.map(({ key }) => Buffer.byteLength(JSON.stringify(key)) + 2);
    this.#reserve(capacityFor(rows));
  }

  /** Estimate of the bytes in memory. */
  get bytes(): number {
    const ofColumns = this.served.reduce((bytes, column) => bytes + column.bytes, this.#texts.bytes);
    const numbers = this.positions.length * 4 + this.#newest.length + this.ended.length * 2;
    const revisions = this.#begins.length + (this.#ends?.length ?? 0);
    return this.arena.bytes + this.#ids.bytes + ofColumns + numbers * 4 + revisions * 8 + BYTES_PER_TAB;
  }

  /** Estimate of {@link bytes} if only the rows that have not ended were loaded. */
  get bytesIfLoaded(): number {
    return this.bytes - this.#texts.bytes - this.arena.bytes + capacityFor(this.#liveBytes);
  }

  /** Whether ended rows, however few, take more memory than the others and more than a little. */
  get wastesMemory(): boolean {
    return this.arena.length - this.#liveBytes > Math.max(this.#liveBytes, MIN_WASTE_BYTES);
  }

  /** Adds the rows of a block. */
  *addBlock({ bytes, lengths, rowNumbers }: RowBlock): Steps<void> {
    let position = this.arena.append(bytes);
    const step = Math.ceil(CELLS_PER_STEP / (this.columns.length + 1));
    for (let n = 0; n < lengths.length; n += 1) {
      this.#add(position, lengths[n]!, rowNumbers[n]!, 0);
      position += lengths[n]!;
      if (n % step === step - 1) yield;
    }
  }

  /** Adds a row. @param line its JSON (`_id` first, then every column), and one byte for a comma */
  add(line: Buffer, rowNumber: number, revision: number): void {
    this.#add(this.arena.append(line), line.length, rowNumber, revision);
  }

  end(row: number, revision: number): void {
    this.#ends ??= new Float64Array(this.positions.length).fill(NOT_ENDED);
    this.#ends[row] = revision;
    this.ended.push(row);
    this.#liveBytes -= this.lengths[row]!;
  }

  /** Returns whether a row existed at a revision. */
  isAt(row: number, revision: number): boolean {
    return this.#begins[row]! <= revision && (this.#ends === undefined || this.#ends[row]! > revision);
  }

  /** Returns how many rows had begun by a revision, and how many of them had ended. */
  countsAt(revision: number): { readonly begun: number; readonly ended: number } {
    const { ended } = this;
    return {
      begun: partitionPoint(this.count, (row) => this.#begins[row]! <= revision),
      ended: partitionPoint(ended.length, (n) => this.#ends![ended[n]!]! <= revision),
    };
  }

  /** Rolls back to earlier counts of begun and ended rows. */
  rollBack(before: { readonly begun: number; readonly ended: number }): void {
    for (const row of this.ended.splice(before.ended)) {
      this.#ends![row] = NOT_ENDED;
      this.#liveBytes += this.lengths[row]!;
    }
    for (; this.count > before.begun; this.count -= 1) {
      const row = this.count - 1;
      this.#liveBytes -= this.lengths[row]!;
      this.#newest[this.#ids.codes[row]!] = this.#older[row]!;
    }
  }

  /** Returns the rows at a revision, in sheet order. */
  rowsAt(revision: number): Uint32Array {
    const rows = new Uint32Array(this.count);
    let count = 0;
    let isSorted = true;
    for (let row = 0; row < this.count; row += 1) {
      if (!this.isAt(row, revision)) continue;
      isSorted &&= count === 0 || this.compare(rows[count - 1]!, row) < 0;
      rows[count++] = row;
    }
    return isSorted ? rows.slice(0, count) : rows.slice(0, count).sort(this.compare);
  }

  /** Compares two rows by sheet order; zero only for a row and itself. */
  readonly compare = (one: number, other: number): number =>
    this.rowNumbers[one]! - this.rowNumbers[other]! || one - other;

  /** Returns the rows with an id, the newest first, including ended ones. */
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

  /** Returns a row's JSON and the comma after it, without a copy. */
  line(row: number): Buffer {
    const position = this.positions[row]!;
    return this.arena.buffer.subarray(position, position + this.lengths[row]!);
  }

  /** Adds a row whose JSON is in the arena, with one byte after it for a comma. */
  #add(position: number, length: number, rowNumber: number, revision: number): void {
    const row = this.count;
    this.arena.buffer[position + length - 1] = COMMA;
    this.#reserve(row + 1);
    this.positions[row] = position;
    this.lengths[row] = length;
    this.rowNumbers[row] = rowNumber;
    this.#begins[row] = revision;
    this.#liveBytes += length;
    this.#read(row, position);
    this.count += 1;
  }

  #read(row: number, position: number): void {
    let at = this.#ids.read(this.arena, position + ID_OFFSET, row);
    const id = this.#ids.codes[row]!;
    this.#newest = withCapacity(this.#newest, id + 1);
    this.#older[row] = this.#newest[id]!;
    this.#newest[id] = row + 1;
    for (let n = 0; n < this.served.length; n += 1) {
      const start = at + this.#keyLengths[n]!;
      at = this.served[n]!.read(this.arena, start, row);
      if (at === NOT_A_NUMBER) at = this.#recode(n, row).read(this.arena, start, row);
    }
  }

  #recode(n: number, rows: number): CodedColumn {
    const coded = new CodedColumn(this.arena, this.columns[n]!, this.#texts);
    this.served[n] = codedFrom(this.served[n] as NumberColumn, coded, rows);
    return coded;
  }

  #reserve(rows: number) {
    if (rows <= this.positions.length) return;
    this.positions = withCapacity(this.positions, rows);
    this.lengths = withCapacity(this.lengths, rows);
    this.rowNumbers = withCapacity(this.rowNumbers, rows);
    this.#older = withCapacity(this.#older, rows);
    this.#begins = withCapacity(this.#begins, rows);
    if (this.#ends !== undefined) this.#ends = withCapacity(this.#ends, rows).fill(NOT_ENDED, this.#ends.length);
    for (const column of [this.#ids, ...this.served]) column.reserve(this.positions.length);
  }
}
