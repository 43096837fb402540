import type { CellValue } from '../../../contract/rows';

/** So many different texts are kept once, however often they occur. */
const SHARED_TEXTS = 4096;

/** What a text costs in memory, in bytes, beside its characters. */
const BYTES_PER_TEXT = 24;
const BYTES_PER_VALUE = 8;

/** One column's values, in the order of the rows. */
export class ColumnValues {
  readonly #values: CellValue[] = [];
  readonly #shared = new Map<string, string>();

  /** @returns the bytes it takes, roughly */
  add(value: CellValue): number {
    const shared = typeof value === 'string' ? this.#shared.get(value) : undefined;
    this.#values.push(shared ?? value);
    return BYTES_PER_VALUE + (typeof value === 'string' && shared === undefined ? this.#keep(value) : 0);
  }

  at(place: number): CellValue {
    return this.#values[place] ?? null;
  }

  /** Places of a value from one place on, before another. */
  placesOf(value: CellValue, from: number, to: number): number[] {
    const places: number[] = [];
    for (let place = from; place < to; place += 1) {
      if (this.#values[place] === value) places.push(place);
    }
    return places;
  }

  #keep(text: string): number {
    if (this.#shared.size < SHARED_TEXTS) this.#shared.set(text, text);
    return text.length + BYTES_PER_TEXT;
  }
}
