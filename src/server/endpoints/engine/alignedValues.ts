import { runInSteps } from './runInSteps';
import type { Steps } from './steps';
import type { Tuning } from './tuning';

/** Values of a column by place: numbers, or codes of a dictionary. */
type Values = Float64Array | Uint32Array;

/** Of one column in the order of one list: how often they were asked for, and themselves once they are there. */
interface Aligned<V> {
  asked: number;
  values?: V;
}

const STEPS = 1 << 14;

function* fill(into: Values, values: Values, list: Uint32Array): Steps<void> {
  for (let n = 0; n < list.length; n += 1) {
    into[n] = values[list[n]!]!;
    if (n % STEPS === 0) yield;
  }
}

/**
 * Values of a tab's columns once more, in the orders of indexes along which they are looked at again and again: one behind the
 * other they are read several times as fast as each by its place. Rows at a place never change, so they are good for as long as
 * the index.
 */
export class AlignedValues<V extends Values> {
  readonly #known = new Map<Uint32Array, Map<number, Aligned<V>>>();
  #bytes = 0;
  #building: Promise<void> = Promise.resolve();

  constructor(
    private readonly create: (length: number) => V,
    private readonly tuning: Pick<Tuning, 'asksBeforeCopy' | 'alignedMost'>,
  ) {}

  /** Bytes held, or about to be. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Makes a list of places known as one that lasts. */
  add(list: Uint32Array): void {
    this.#known.set(list, new Map());
  }

  /**
   * Values in the order of a list, where they are there; those that are asked for often will be.
   *
   * @param column number of the column
   * @param values of it, by place
   */
  of(list: Uint32Array, column: number, values: V): V | undefined {
    const columns = this.#known.get(list);
    if (columns === undefined) return undefined;
    const known = columns.get(column) ?? { asked: 0 };
    if (known.values !== undefined) return known.values;
    columns.set(column, known);
    known.asked += 1;
    if (known.asked === this.tuning.asksBeforeCopy + 1) this.#align(known, values, list);
    return undefined;
  }

  /** Waits for those that are being made. */
  ready(): Promise<void> {
    return this.#building;
  }

  #align(known: Aligned<V>, values: V, list: Uint32Array): void {
    const bytes = list.length * values.BYTES_PER_ELEMENT;
    if (this.#bytes + bytes > this.tuning.alignedMost) return;
    this.#bytes += bytes;
    const make = async () => {
      const aligned = this.create(list.length);
      await runInSteps(fill(aligned, values, list));
      known.values = aligned;
    };
    // Where there is no memory for it, values are looked up as before.
    this.#building = this.#building.then(make).catch(() => void (this.#bytes -= bytes));
  }
}
