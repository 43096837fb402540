import type { RowBlock } from '../../normalise/rowBlocks';
import { Arena, type ArenaParts } from './arena';
import { copyText } from './copyText';
import { grown } from './growing';
import type { Room } from './room';

const COMMA = 0x2c;

/** What the rows of a tab consist of, as one thread hands them to another. */
export interface RowParts {
  readonly arena: ArenaParts;
  readonly positions: Uint32Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly rowNumbers: Uint32Array<ArrayBuffer>;
  readonly count: number;
}

/** The JSON of rows, each at a place of its own, in the order in which they are added. */
export class ArenaRows {
  readonly arena: Arena;
  /** Position and length of each row's JSON; the length counts the comma behind it. */
  positions = new Uint32Array(0);
  lengths = new Uint32Array(0);
  rowNumbers = new Uint32Array(0);
  count = 0;

  /** @param given what others consisted of; those are not used any more */
  constructor(given?: RowParts) {
    this.arena = new Arena(given?.arena);
    if (given === undefined) return;
    this.positions = given.positions;
    this.lengths = given.lengths;
    this.rowNumbers = given.rowNumbers;
    this.count = given.count;
  }

  parts(): RowParts {
    const { arena, positions, lengths, rowNumbers, count } = this;
    return { arena: arena.parts(), positions, lengths, rowNumbers, count };
  }

  /** Bytes held in memory. */
  get bytes(): number {
    return this.arena.bytes + this.positions.length * 12;
  }

  /** Adds a row by its JSON: `_id` first, then every column. Nothing is made of its values. */
  addUnread({ bytes, words }: Room, start: number, end: number, rowNumber: number): void {
    const { arena } = this;
    const length = end - start + 1;
    const position = arena.reserve(length);
    copyText(bytes, words, start, length - 1, arena.roomOf(position), arena.offsetOf(position));
    this.take(position, length, rowNumber);
  }

  /** Adds rows, as {@link addUnread} does, without copying them. */
  adopt({ bytes, lengths, rowNumbers }: RowBlock): void {
    if (lengths.length === 0) return;
    let position = this.arena.adopt(bytes);
    this.reserve(this.count + lengths.length);
    this.lengths.set(lengths, this.count);
    this.rowNumbers.set(rowNumbers, this.count);
    for (const length of lengths) {
      this.positions[this.count++] = position;
      position += length;
    }
  }

  /** Takes in a row whose JSON has just been put into the arena, with room for a comma behind it. */
  protected take(position: number, length: number, rowNumber: number): void {
    const place = this.count;
    const block = this.arena.blockOf(position);
    const offset = this.arena.offsetOf(position);
    block[offset + length - 1] = COMMA;
    this.reserve(place + 1);
    this.positions[place] = position;
    this.lengths[place] = length;
    this.rowNumbers[place] = rowNumber;
    this.count += 1;
  }

  /** Makes room for so many rows. */
  protected reserve(rows: number): void {
    if (rows <= this.positions.length) return;
    this.positions = grown(this.positions, rows);
    this.lengths = grown(this.lengths, rows);
    this.rowNumbers = grown(this.rowNumbers, rows);
  }
}
