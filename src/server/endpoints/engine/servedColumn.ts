import type { CellValue, Column } from '../../../contract/rows';
import type { Arena } from './arena';
import { Dictionary } from './dictionary';
import type { FilterValue } from './engine';
import { grown } from './growing';
import { readNumber, scanned, scanScalar } from './scan';

const N = 0x6e;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;

/** What is left of a column's value where it is a number that does not fit: the column has to be a coded one. */
export const MISFIT = -1;

/** Numbers as they are; not a number stands for blank. */
export class NumberColumn {
  readonly kind = 'numbers';
  numbers = new Float64Array(0);

  get bytes(): number {
    return this.numbers.length * 8;
  }

  reserve(rows: number): void {
    this.numbers = grown(this.numbers, rows);
  }

  /** Takes a place's value from its JSON. @returns where it ends, or {@link MISFIT} */
  read(block: Buffer, start: number, _base: number, place: number): number {
    const first = block[start]!;
    if (first === N) {
      this.numbers[place] = NaN;
      return start + 4;
    }
    if (first !== 0x2d && (first < 0x30 || first > 0x39)) return MISFIT;
    let end = start + 1;
    while (block[end] !== COMMA && block[end] !== CLOSING_BRACE) end += 1;
    this.numbers[place] = readNumber(block, start, end);
    return end;
  }

  value(place: number): CellValue {
    const number = this.numbers[place]!;
    return Number.isNaN(number) ? null : number;
  }

  isBlank(place: number): boolean {
    return Number.isNaN(this.numbers[place]!);
  }

  /** The order of two places whose values are not blank. */
  compare(one: number, other: number): number {
    return this.numbers[one]! - this.numbers[other]!;
  }
}

/** Codes of a dictionary; 0 stands for blank. */
export class CodedColumn {
  readonly kind = 'codes';
  codes = new Uint32Array(0);
  readonly dictionary: Dictionary;
  /** Ranks of the first codes, where they are known: as many as the array is long. */
  ranks: Uint32Array | undefined;

  constructor(arena: Arena, column: Column) {
    this.dictionary = new Dictionary(arena, column.type);
  }

  get bytes(): number {
    return this.codes.length * 4 + this.dictionary.bytes + (this.ranks?.length ?? 0) * 4;
  }

  reserve(rows: number): void {
    this.codes = grown(this.codes, rows);
  }

  /** @param base position in the arena at which the block begins */
  read(block: Buffer, start: number, base: number, place: number): number {
    if (block[start] === N) {
      this.codes[place] = 0;
      return start + 4;
    }
    scanScalar(block, start);
    const { end } = scanned;
    this.codes[place] = this.dictionary.intern(base + start);
    return end;
  }

  value(place: number): CellValue {
    const code = this.codes[place]!;
    return code === 0 ? null : this.dictionary.value(code);
  }

  isBlank(place: number): boolean {
    return this.codes[place] === 0;
  }

  compare(one: number, other: number): number {
    return this.compareCodes(this.codes[one]!, this.codes[other]!);
  }

  /** The order of two codes that are not blank. */
  compareCodes(code: number, otherCode: number): number {
    if (code === otherCode) return 0;
    const { ranks } = this;
    if (ranks !== undefined && code < ranks.length && otherCode < ranks.length) return ranks[code]! - ranks[otherCode]!;
    return this.dictionary.compare(code, otherCode);
  }
}

export type ServedColumn = NumberColumn | CodedColumn;

/** Numbers are kept as such, everything else by a dictionary, and so is a column of numbers with texts in between. */
export const columnFor = (arena: Arena, column: Column, isMixed: boolean): ServedColumn =>
  (column.type === 'integer' || column.type === 'number') && !isMixed
    ? new NumberColumn()
    : new CodedColumn(arena, column);

/** A column of numbers that has turned out to hold texts too, with the values of its first places. */
export function codedFrom(numbers: NumberColumn, arena: Arena, column: Column, places: number): CodedColumn {
  const coded = new CodedColumn(arena, column);
  coded.reserve(numbers.numbers.length);
  for (let place = 0; place < places; place += 1) {
    const value = numbers.value(place);
    if (value !== null) coded.codes[place] = codeOf(coded, value, arena);
  }
  return coded;
}

function codeOf(coded: CodedColumn, value: FilterValue, arena: Arena): number {
  const known = coded.dictionary.codeOf(value);
  if (known !== 0) return known;
  const json = Buffer.from(`${JSON.stringify(value)},`);
  const position = arena.reserve(json.length);
  json.copy(arena.blockOf(position), arena.offsetOf(position));
  scanScalar(arena.blockOf(position), arena.offsetOf(position));
  return coded.dictionary.intern(position);
}
