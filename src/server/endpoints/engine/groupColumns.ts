import type { CellValue } from '../../../contract/rows';
import type { GroupOrder } from './engine';
import type { ServedColumn } from './servedColumn';
import type { Steps } from './steps';

/** Groups that are looked at in one step. */
const STEPS = 1 << 15;

/** What stands at one place of every group. */
export interface GroupColumn {
  /** Bytes held in memory. */
  readonly bytes: number;
  value(group: number): CellValue;
  isBlank(group: number): boolean;
  /** The order of two groups whose values are not blank. */
  compare(one: number, other: number): number;
  /** A number in whose order values that are not blank stand where it differs; not a number where only `compare` can tell. */
  sortKey(group: number): number;
}

/** Numbers as they are; not a number stands for blank. */
export class NumberCells implements GroupColumn {
  constructor(private readonly numbers: Float64Array) {}

  get bytes(): number {
    return this.numbers.byteLength;
  }

  value(group: number): CellValue {
    const number = this.numbers[group]!;
    return Number.isNaN(number) ? null : number;
  }

  isBlank(group: number): boolean {
    return Number.isNaN(this.numbers[group]!);
  }

  compare(one: number, other: number): number {
    return this.sortKey(one) - this.sortKey(other) || 0;
  }

  sortKey(group: number): number {
    return this.numbers[group]!;
  }
}

/** Values that rows have in a column. */
export class PlaceCells implements GroupColumn {
  constructor(
    private readonly column: ServedColumn,
    /** By group: one more than the place of a row with its value; 0 where there is none. */
    private readonly places: Uint32Array,
  ) {}

  get bytes(): number {
    return this.places.byteLength;
  }

  value(group: number): CellValue {
    const place = this.places[group]!;
    return place === 0 ? null : this.column.value(place - 1);
  }

  isBlank(group: number): boolean {
    const place = this.places[group]!;
    return place === 0 || this.column.isBlank(place - 1);
  }

  compare(one: number, other: number): number {
    return this.column.compare(this.places[one]! - 1, this.places[other]! - 1);
  }

  sortKey(group: number): number {
    const { column } = this;
    const place = this.places[group]! - 1;
    return column.kind === 'numbers' ? column.numbers[place]! : column.dictionary.sortKey(column.codes[place]!);
  }
}

/** The order of groups, step by step; blanks are last both ways. */
export function comparisonOf(columns: readonly GroupColumn[], steps: readonly GroupOrder[]) {
  return (one: number, other: number): number => {
    for (const { at, descending } of steps) {
      const column = columns[at]!;
      const isBlank = column.isBlank(one);
      if (isBlank || column.isBlank(other)) {
        if (!isBlank) return -1;
        if (!column.isBlank(other)) return 1;
        continue;
      }
      const difference = column.compare(one, other);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
}

/** By group: the number that its first step of an order goes by. */
export function* keysOf(
  columns: readonly GroupColumn[],
  first: GroupOrder | undefined,
  count: number,
): Steps<Float64Array> {
  const keys = new Float64Array(count);
  const column = first && columns[first.at];
  if (first === undefined || column === undefined) return keys;
  const sign = first.descending ? -1 : 1;
  for (let group = 0; group < count; group += 1) {
    if (group % STEPS === 0) yield;
    keys[group] = column.isBlank(group) ? Infinity : sign * column.sortKey(group);
  }
  return keys;
}
