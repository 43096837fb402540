import type { CellKind, ReadCell } from './readCell';

/** A cell that is cited when a person asks why. */
export interface CitedCell {
  readonly row: number;
  readonly text: string;
}

/** What is known of a column's cells under the header: how many of each kind, and how its numbers are written. */
export class ColumnFacts {
  readonly #counts = new Map<CellKind, number>();
  readonly #first = new Map<CellKind, CitedCell>();
  #decimals = -1;
  #plain = true;
  #sameDecimals = true;
  /** The first number that would be written otherwise, for example 1.50. */
  firstReformatted: CitedCell | undefined;

  add(cell: ReadCell, row: number): void {
    const { kind, text } = cell;
    const count = this.#counts.get(kind) ?? 0;
    if (count === 0) this.#first.set(kind, { row, text });
    this.#counts.set(kind, count + 1);
    if (kind === 'number' || kind === 'integer') this.#addNumber(cell, row);
  }

  count(...kinds: CellKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#counts.get(kind) ?? 0), 0);
  }

  first(kind: CellKind): CitedCell | undefined {
    return this.#first.get(kind);
  }

  /** Cells that say something: neither blank nor an error. */
  get values(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0) - this.count('blank', 'unknown', 'error');
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
    const decimals = point < 0 ? 0 : trimmed.length - point - 1;
    if (this.#decimals >= 0 && decimals !== this.#decimals) this.#sameDecimals = false;
    this.#decimals = decimals;
    if (String(value) === trimmed) return;
    this.#plain = false;
    this.firstReformatted ??= { row, text: trimmed };
  }
}
