import { copyText } from './copyText';
import { createRoom, type Room } from './room';
import type { TabStore } from './tabStore';

const LINE_END = 0x0a;

/** Bytes of the JSON of the first `count` of a list of places, with a comma behind each. */
export function lengthOfRows({ lengths }: TabStore, places: ArrayLike<number>, count: number): number {
  let length = 0;
  for (let n = 0; n < count; n += 1) length += lengths[places[n]!]!;
  return length;
}

/** Writes their JSON into a room, with a comma behind each; what lies together is copied together. @returns where it ends */
export function writeRowsInto(
  store: TabStore,
  places: ArrayLike<number>,
  count: number,
  room: Room,
  at: number,
): number {
  const { arena, positions, lengths } = store;
  let next = at;
  for (let n = 0; n < count;) {
    const place = places[n]!;
    const position = positions[place]!;
    const block = arena.blockOf(position);
    let bytes = lengths[place]!;
    n += 1;
    while (n < count && positions[places[n]!] === position + bytes && arena.blockOf(position + bytes) === block) {
      bytes += lengths[places[n++]!]!;
    }
    next = copyText(block, arena.wordsOf(position), arena.offsetOf(position), bytes, room, next);
  }
  return next;
}

/** JSON of rows with commas between them. */
export function jsonOfRows(store: TabStore, places: ArrayLike<number>): Buffer {
  const length = lengthOfRows(store, places, places.length);
  if (length === 0) return Buffer.alloc(0);
  const room = createRoom(length);
  writeRowsInto(store, places, places.length, room, 0);
  return room.bytes.subarray(0, length - 1);
}

/** As {@link jsonOfRows}, with line ends between the rows. */
export function linesOfRows(store: TabStore, places: ArrayLike<number>): Buffer {
  const written = jsonOfRows(store, places);
  let at = -1;
  for (let n = 0; n < places.length - 1; n += 1) {
    at += store.lengths[places[n]!]!;
    written[at] = LINE_END;
  }
  return written;
}

/** Bytes of the JSON of places that follow each other, with commas between them. */
export function lengthOfRun(store: TabStore, first: number, count: number): number {
  if (count === 0) return 0;
  let length = 0;
  for (let place = first; place < first + count;) {
    const last = lastTogether(store, place, first + count - 1);
    length += store.positions[last]! + store.lengths[last]! - store.positions[place]!;
    place = last + 1;
  }
  return length - 1;
}

/** Writes the JSON of places that follow each other into a room, with commas between them. @returns where it ends */
export function writeRunInto(store: TabStore, first: number, count: number, room: Room, at: number): number {
  if (count === 0) return at;
  const { arena, positions, lengths } = store;
  let next = at;
  for (let place = first; place < first + count;) {
    const last = lastTogether(store, place, first + count - 1);
    const from = positions[place]!;
    const length = positions[last]! + lengths[last]! - from;
    next = copyText(arena.blockOf(from), arena.wordsOf(from), arena.offsetOf(from), length, room, next);
    place = last + 1;
  }
  return next - 1;
}

/** The last of places that follow each other whose JSON lies behind that of the first without a gap. */
function lastTogether({ arena, positions, isGapless }: TabStore, first: number, last: number): number {
  if (!isGapless) return first;
  const block = arena.blockOf(positions[first]!);
  if (arena.blockOf(positions[last]!) === block) return last;
  let [inside, outside] = [first, last];
  while (outside - inside > 1) {
    const middle = (inside + outside) >>> 1;
    if (arena.blockOf(positions[middle]!) === block) inside = middle;
    else outside = middle;
  }
  return inside;
}
