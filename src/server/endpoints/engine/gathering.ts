import { copyText } from './copyText';
import type { Room } from './room';
import type { RowCopy } from './rowCopies';
import type { TabStore } from './tabStore';

/** So many bytes are not worth copying twice. */
const LONG = 2 * 1024;

/**
 * Gathers stretches of a copy. They are put side by side behind its rows first: to move bytes within one block of memory costs a
 * third of copying them to another one, for each stretch of them.
 */
class Gathering {
  #gathered: number;

  constructor(
    private readonly copy: RowCopy,
    private readonly room: Room,
    /** Where the next bytes go. */
    private at: number,
  ) {
    this.#gathered = copy.end;
  }

  add(position: number, length: number): void {
    const { bytes } = this.copy;
    if (length < LONG && this.#gathered + length <= bytes.length) {
      bytes.copyWithin(this.#gathered, position, position + length);
      this.#gathered += length;
    } else this.at = this.end() + bytes.copy(this.room.bytes, this.end(), position, position + length);
  }

  /** Writes what has been gathered. @returns where it ends */
  end(): number {
    const { bytes, end } = this.copy;
    if (this.#gathered > end) this.at += bytes.copy(this.room.bytes, this.at, end, this.#gathered);
    this.#gathered = end;
    return this.at;
  }

  /** Writes a row that is in the arena alone. */
  addApart({ arena, positions, lengths }: TabStore, place: number): void {
    const own = positions[place]!;
    const [block, words, start] = [arena.blockOf(own), arena.wordsOf(own), arena.offsetOf(own)];
    this.at = copyText(block, words, start, lengths[place]!, this.room, this.end());
  }
}

/** Bytes of the JSON of a page's rows, with a comma behind each. */
export function lengthInCopy({ starts }: RowCopy, { lengths }: TabStore, rows: Uint32Array, count: number): number {
  const copied = starts.length - 1;
  let length = 0;
  for (let n = 0; n < count; n += 1) {
    const row = rows[n]!;
    length += row < copied ? starts[row + 1]! - starts[row]! : lengths[row]!;
  }
  return length;
}

/**
 * Writes the rows of a page as `writeRowsInto` does, from the copy where they are in it.
 *
 * @param rows ranks in the copy's list, and the places of rows that it does not have
 * @returns where it ends
 */
export function writeRowsFrom(
  copy: RowCopy,
  store: TabStore,
  rows: Uint32Array,
  count: number,
  room: Room,
  at: number,
): number {
  const { starts } = copy;
  const copied = starts.length - 1;
  const gathering = new Gathering(copy, room, at);
  for (let n = 0; n < count;) {
    const row = rows[n]!;
    n += 1;
    if (row >= copied) gathering.addApart(store, row);
    else {
      let end = row + 1;
      for (; n < count && rows[n] === end && end < copied; n += 1) end += 1;
      gathering.add(starts[row]!, starts[end]! - starts[row]!);
    }
  }
  return gathering.end();
}
