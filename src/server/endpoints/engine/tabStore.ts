import type { CellValue, Column } from '../../../contract/rows';
import type { Utf8Text } from '../../normalise/utf8Text';
import { ArenaRows, type RowParts } from './arenaRows';
import { grown } from './growing';
import { roomOf } from './room';
import { BEFORE_ID, RowIds } from './rowIds';
import { scanned, scanScalar } from './scan';
import { codedFrom, columnFor, MISFIT, type NumberColumn, type ServedColumn } from './servedColumn';
import { runAtOnce, type Steps } from './steps';

/** Stands for: still there. */
export const ALIVE = 0xffffffff;

/** Rows whose values are read in one step. */
const STEPS = 256;

/** Bytes that a tab takes beside what is counted. */
const BYTES_PER_TAB = 16 * 1024;

/**
 * The rows of a tab, each at a place of its own: its JSON in the arena and its values in columns. Places are only added.
 * An updated row is a new place, and its old one ends, as that of a removed row does, at a moment: views of earlier moments
 * go on seeing it.
 */
export class TabStore extends ArenaRows {
  readonly #columns: ServedColumn[];
  /** Places, the first ones, whose values stand in the columns. */
  #read = 0;
  readonly #ids = new RowIds(this.arena, (place) => this.positions[place]!);
  /** Places, the first ones, that are found by their ids; those whose values have been read are among them. */
  #identified = 0;
  /** The moment at which a place ended; absent while none has. */
  ends: Uint32Array | undefined;
  /** Places that have ended, in the order in which they did. */
  readonly ended: number[] = [];
  /** Whether nothing but rows has been put into the arena. */
  isGapless = true;
  /** Length of each column's key in JSON, with the comma, quotes and colon around it. */
  readonly #keyLengths: number[];

  /**
   * @param rows for how many there is to be room
   * @param given rows that are there already, their values unread
   */
  constructor(
    readonly columns: readonly Column[],
    mixed: readonly number[],
    rows: number,
    given?: RowParts,
  ) {
    super(given);
    this.#columns = columns.map((column, at) => columnFor(this.arena, column, mixed.includes(at)));
    this.#keyLengths = columns.map(({ key }) => Buffer.byteLength(JSON.stringify(key)) + 2);
    this.reserve(rows);
    this.#reserveRows();
  }

  /** Bytes held in memory, roughly. */
  override get bytes(): number {
    const ofColumns = this.#columns.reduce((bytes, column) => bytes + column.bytes, 0);
    return (
      super.bytes + this.#ids.bytes + ofColumns + (this.ends?.length ?? 0) * 4 + this.ended.length * 8 + BYTES_PER_TAB
    );
  }

  /** The values of all places, column by column. */
  get served(): readonly ServedColumn[] {
    if (!this.isRead) runAtOnce(this.readRows());
    return this.#columns;
  }

  /** Finds places by their ids. */
  get ids(): RowIds {
    if (this.#identified < this.count) runAtOnce(this.identifyRows());
    return this.#ids;
  }

  /** Sees to it that all places are found by their ids, as reading their values does too. */
  *identifyRows(): Steps<void> {
    while (this.#identified < this.count) {
      const position = this.positions[this.#identified]! + BEFORE_ID;
      const block = this.arena.blockOf(position);
      const offset = this.arena.offsetOf(position);
      scanScalar(block, offset);
      this.#identifyNext(block, offset);
      if (this.#identified % STEPS === 0) yield;
    }
  }

  /** The next place, whose id has just been scanned. */
  #identifyNext(block: Buffer, offset: number): void {
    this.#ids.add(this.#identified, block, offset);
    this.#identified += 1;
  }

  /** Whether the values of all places stand in the columns. Rows are at hand by their places as soon as they are added. */
  get isRead(): boolean {
    return this.#read === this.count;
  }

  /** Puts the values of places that were added by {@link addUnread} into the columns. */
  *readRows(): Steps<void> {
    while (this.#read < this.count) {
      const position = this.positions[this.#read]!;
      this.#readNext(this.arena.blockOf(position), position);
      if (this.#read % STEPS === 0) yield;
    }
  }

  /** As {@link addUnread}, and reads its values; else they are read when they are asked for, or by {@link readRows}. @returns its place */
  add(source: Buffer, start: number, end: number, rowNumber: number): number {
    const place = this.count;
    this.addUnread(roomOf(source), start, end, rowNumber);
    this.#readLast(place);
    return place;
  }

  /** As {@link add}, by its JSON as a text. */
  addText(json: Utf8Text, rowNumber: number): number {
    const length = json.length + 1;
    const position = this.arena.reserve(length);
    this.arena.blockOf(position).write(json, this.arena.offsetOf(position), 'latin1');
    const place = this.count;
    this.take(position, length, rowNumber);
    this.#readLast(place);
    return place;
  }

  /** Reads the place that was just added, where all before it have been read. */
  #readLast(place: number): void {
    if (this.#read !== place) return;
    const position = this.positions[place]!;
    this.#readNext(this.arena.blockOf(position), position);
  }

  /** Ends a place at a moment. */
  end(place: number, moment: number): void {
    this.ends ??= new Uint32Array(this.positions.length).fill(ALIVE);
    this.ends[place] = moment;
    this.ended.push(place);
  }

  value(place: number, column: number): CellValue {
    return this.served[column]!.value(place);
  }

  id(place: number): string {
    const position = this.positions[place]! + BEFORE_ID;
    const block = this.arena.blockOf(position);
    const offset = this.arena.offsetOf(position);
    scanScalar(block, offset);
    if (scanned.flags === 0) return block.toString('latin1', offset + 1, scanned.end - 1);
    return JSON.parse(block.toString('utf8', offset, scanned.end)) as string;
  }

  /** A row's JSON, without a copy. */
  json(place: number): Buffer {
    return this.arena.at(this.positions[place]!, this.lengths[place]! - 1);
  }

  #readNext(block: Buffer, position: number) {
    const place = this.#read;
    const offset = this.arena.offsetOf(position);
    const base = position - offset;
    scanScalar(block, offset + BEFORE_ID);
    if (place === this.#identified) this.#identifyNext(block, offset + BEFORE_ID);
    let at = scanned.end;
    for (let n = 0; n < this.#columns.length; n += 1) {
      const start = at + this.#keyLengths[n]!;
      at = this.#columns[n]!.read(block, start, base, place);
      if (at === MISFIT) at = this.#recode(n, place).read(block, start, base, place);
    }
    this.#read += 1;
  }

  #recode(n: number, places: number) {
    const coded = codedFrom(this.#columns[n] as NumberColumn, this.arena, this.columns[n]!, places);
    this.#columns[n] = coded;
    this.isGapless = false;
    return coded;
  }

  protected override reserve(rows: number): void {
    if (rows <= this.positions.length) return;
    super.reserve(rows);
    const known = this.ends?.length;
    if (this.ends !== undefined && known !== undefined) this.ends = grown(this.ends, rows).fill(ALIVE, known);
    this.#reserveRows();
  }

  #reserveRows() {
    this.#ids.reserve(this.positions.length);
    for (const column of this.#columns) column.reserve(this.positions.length);
  }
}
