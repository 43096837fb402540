import { copyText } from './copyText';
import type { Room } from './room';
import { NOWHERE, type RowCopy } from './rowCopies';
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

/** Writes rows as `writeRowsInto` does, from a copy where they are in it. @returns where it ends */
export function writeRowsFrom(
  copy: RowCopy,
  store: TabStore,
  places: ArrayLike<number>,
  count: number,
  room: Room,
  at: number,
): number {
  const { positions } = copy;
  const { lengths } = store;
  const gathering = new Gathering(copy, room, at);
  for (let n = 0; n < count;) {
    const place = places[n]!;
    const position = place < positions.length ? positions[place]! : NOWHERE;
    let bytes = lengths[place]!;
    n += 1;
    if (position === NOWHERE) gathering.addApart(store, place);
    else {
      while (n < count && positions[places[n]!] === position + bytes) bytes += lengths[places[n++]!]!;
      gathering.add(position, bytes);
    }
  }
  return gathering.end();
}
