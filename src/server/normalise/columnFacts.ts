import { Tag } from './cellTags';
import type { CellKind, ReadCell } from './readCell';

/** A cell that is cited when a person asks why. */
export interface CitedCell {
  readonly row: number;
  readonly text: string;
}

const kinds: readonly CellKind[] = [
  'blank',
  'unknown',
  'error',
  'text',
  'code',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'instant',
  'time',
];

/** By tag: the place of the kind it stands for. */
const kindOfTag = (['blank', 'text', 'integer', 'number', 'number', 'boolean', 'date'] as const).map((kind) =>
  kinds.indexOf(kind),
);

/** What is known of a column's cells under the header: how many of each kind, and how its numbers are written. */
export class ColumnFacts {
  readonly #counts = new Float64Array(kinds.length);
  readonly #first = new Map<CellKind, CitedCell>();
  #decimals = -1;
  #plain = true;
  #sameDecimals = true;
  /** The first number that would be written otherwise, for example 1.50. */
  firstReformatted: CitedCell | undefined;

  add(cell: ReadCell, row: number): void {
    const { kind, text } = cell;
    const place = kinds.indexOf(kind);
    if (this.#counts[place] === 0) this.#first.set(kind, { row, text });
    this.#counts[place]! += 1;
    if ((kind === 'number' || kind === 'integer') && cell.isNumber === undefined) this.#addNumber(cell, row);
  }

  /**
   * Adds a cell by its tag alone.
   *
   * @param decimals of a number, where they count
   * @returns false when the cell itself has to be looked at, as it may be cited
   */
  addTag(tag: Tag, decimals: number): boolean {
    const place = kindOfTag[tag]!;
    if (this.#counts[place] === 0 || (tag === Tag.LONG_NUMBER && this.#plain)) return false;
    this.#counts[place]! += 1;
    if (tag === Tag.INTEGER || tag === Tag.NUMBER || tag === Tag.LONG_NUMBER) this.#addDecimals(decimals);
    return true;
  }

  count(...wanted: CellKind[]): number {
    return wanted.reduce((sum, kind) => sum + this.#counts[kinds.indexOf(kind)]!, 0);
  }

  first(kind: CellKind): CitedCell | undefined {
    return this.#first.get(kind);
  }

  /** Cells that say something: neither blank nor an error. */
  get values(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0) - this.count('blank', 'unknown', 'error');
  }

  get hasData(): boolean {
    return this.values + this.count('error', 'unknown') > 0;
  }

  /** Whether each number can be written again as it stands: all in their shortest form, or all with as many decimals. */
  get survivesRoundTrip(): boolean {
    return this.#plain || this.#sameDecimals;
  }

  #addNumber({ value, text }: ReadCell, row: number) {
    const trimmed = text.trim();
    const point = trimmed.indexOf('.');
    this.#addDecimals(point < 0 ? 0 : trimmed.length - point - 1);
    if (String(value) === trimmed) return;
    this.#plain = false;
    this.firstReformatted ??= { row, text: trimmed };
  }

  #addDecimals(decimals: number) {
    if (this.#decimals >= 0 && decimals !== this.#decimals) this.#sameDecimals = false;
    this.#decimals = decimals;
  }
}
