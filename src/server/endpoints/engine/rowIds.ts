import type { Arena } from './arena';
import { grown } from './growing';
import { hashOfPlain, isPlainAt, same, scanned, scanScalar } from './scan';

/** `{"_id":` stands before the id in every row's JSON. */
export const BEFORE_ID = 7;
const EMPTY = 0;
const NONE: readonly number[] = [];

/** Finds places by the id in their rows' JSON. Several places may have one id: of a row that was updated, for one. */
export class RowIds {
  /** One more than the newest place of an id. */
  #slots = new Uint32Array(64);
  #hashes = new Uint32Array(0);
  /** One more than the place that had the id before; only where an id came again. */
  #older: Uint32Array<ArrayBuffer> | undefined;
  #ids = 0;

  constructor(
    private readonly arena: Arena,
    private readonly positionOf: (place: number) => number,
  ) {}

  get bytes(): number {
    return (this.#slots.length + this.#hashes.length + (this.#older?.length ?? 0)) * 4;
  }

  reserve(rows: number): void {
    this.#hashes = grown(this.#hashes, rows);
    if (this.#ids === 0) this.#slots = new Uint32Array(Math.max(64, 2 ** Math.ceil(Math.log2(rows * 2))));
    if (this.#older !== undefined) this.#older = grown(this.#older, rows);
  }

  /** Adds a place whose id has just been scanned. */
  add(place: number, block: Buffer, start: number): void {
    const slot = this.#slotOf(block, start, scanned.end - start, scanned.hash);
    const newest = this.#slots[slot]!;
    this.#hashes[place] = scanned.hash;
    this.#slots[slot] = place + 1;
    if (newest !== EMPTY) {
      this.#older ??= new Uint32Array(this.#hashes.length);
      this.#older[place] = newest;
      return;
    }
    this.#ids += 1;
    if (this.#ids * 2 > this.#slots.length) this.#growSlots();
  }

  /** Places of an id, the newest first, those that are no more among them. */
  placesOf(id: string): readonly number[] {
    const hash = hashOfPlain(id);
    let next = this.#slots[hash === undefined ? this.#slotOfAny(id) : this.#slotOfPlain(id, hash)]!;
    if (next === EMPTY) return NONE;
    const places = [next - 1];
    const older = this.#older;
    if (older === undefined) return places;
    while ((next = older[next - 1] ?? EMPTY) !== EMPTY) places.push(next - 1);
    return places;
  }

  #slotOfAny(id: string): number {
    const json = Buffer.from(JSON.stringify(id));
    scanScalar(json, 0);
    return this.#slotOf(json, 0, json.length, scanned.hash);
  }

  /** As {@link #slotOfAny} of an id that is written in JSON as it is. */
  #slotOfPlain(id: string, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found === EMPTY) return slot;
      if (this.#hashes[found - 1] !== hash) continue;
      const position = this.positionOf(found - 1) + BEFORE_ID;
      if (isPlainAt(this.arena.blockOf(position), this.arena.offsetOf(position), id)) return slot;
    }
  }

  #slotOf(block: Uint8Array, start: number, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (found === EMPTY) return slot;
      if (this.#hashes[found - 1] !== hash) continue;
      const position = this.positionOf(found - 1) + BEFORE_ID;
      // An id ends with a quote, which no longer one has at this place but in an escape that differs before.
      if (same(this.arena.blockOf(position), this.arena.offsetOf(position), block, start, length)) return slot;
    }
  }

  #growSlots() {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (const found of old) {
      if (found === EMPTY) continue;
      let slot = this.#hashes[found - 1]! & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = found;
    }
    this.#slots = slots;
  }
}
