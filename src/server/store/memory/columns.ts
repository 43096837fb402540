import type { CellValue, Column, ColumnType } from '../../../contract/rows';
import { type Arena, withCapacity } from '../../rawTab/arena';
import type { FilterValue } from './engine';
import { endOfWord, JsonScalars } from './jsonScalars';
import { collator, compareValues, type Folding, folds, orderKeyOf, textOf } from './values';

/** First byte of `null`. */
const FIRST_OF_NULL = 0x6e;

/** Returned by {@link NumberColumn.read} for a value that is not a number: the column has to become a {@link CodedColumn}. */
export const NOT_A_NUMBER = -1;

/** Maximum bytes of decoded and folded texts cached for one tab. Further texts are decoded each time. */
const MAX_CACHED_TEXT_BYTES = 32 * 1024 * 1024;

/** Overhead of a string in bytes. */
const STRING_BYTES = 32;

/** Bytes of the texts that a tab's columns cache. */
interface CachedTextBytes {
  bytes: number;
}

/** A column of numbers, by row index; `NaN` is blank. */
export class NumberColumn {
  readonly kind = 'numbers';

  constructor(public numbers: Float64Array = new Float64Array(0)) {}

  get bytes(): number {
    return this.numbers.length * 8;
  }

  reserve(rows: number): void {
    this.numbers = withCapacity(this.numbers, rows);
  }

  /** Reads a row's value from its JSON. @returns its end, or {@link NOT_A_NUMBER} */
  read({ buffer }: Arena, start: number, row: number): number {
    const end = endOfWord(buffer, start);
    const word = buffer.toString('latin1', start, end);
    const number = Number(word);
    if (Number.isNaN(number) && word !== 'null') return NOT_A_NUMBER;
    this.numbers[row] = number;
    return end;
  }

  value(row: number): CellValue {
    const number = this.numbers[row]!;
    return Number.isNaN(number) ? null : number;
  }

  isBlank(row: number): boolean {
    return Number.isNaN(this.numbers[row]!);
  }

  /** Compares the values of two rows, neither of them blank. */
  compare(one: number, other: number): number {
    return compareNumbers(this.numbers[one]!, this.numbers[other]!);
  }

  /** Returns whether a value is of the column's type. */
  fits(value: FilterValue): boolean {
    return typeof value === 'number';
  }

  /** Compares non-blank values of rows with a value of the same type. */
  comparerWith(value: FilterValue): (row: number) => number {
    return (row) => this.numbers[row]! - Number(value);
  }

  /** Returns whether a row's non-blank value is of the column's type. */
  rowFits(row: number): boolean {
    return !this.isBlank(row);
  }
}

/** A dictionary-encoded column of any values: by row index the number of its value among the distinct values; 0 is blank. */
export class CodedColumn {
  readonly kind = 'codes';
  codes = new Uint32Array(0);
  /** Ranks of the first codes in the column's order, once the order index is built. */
  ranks: Uint32Array | undefined;
  readonly #values: JsonScalars;
  readonly #type: ColumnType;
  /** By code: its order key (`orderKeyOf`); infinite for a value that does not fit the type. Empty in a column of texts. */
  #keys = new Float64Array(0);
  readonly #texts: Partial<Record<Folding, string[]>> = {};

  constructor(
    private readonly arena: Arena,
    { type }: Pick<Column, 'type'>,
    private readonly cachedTexts: CachedTextBytes,
  ) {
    this.#type = type;
    this.#values = new JsonScalars(arena);
  }

  /** Allocated bytes, without cached texts. */
  get bytes(): number {
    const { codes, ranks } = this;
    return (codes.length + (ranks?.length ?? 0)) * 4 + this.#keys.length * 8 + this.#values.bytes;
  }

  /** Number of distinct values plus one. */
  get size(): number {
    return this.#values.size;
  }

  reserve(rows: number): void {
    this.codes = withCapacity(this.codes, rows);
  }

  /** Reads a row's value from its JSON. @returns its end */
  read({ buffer }: Arena, start: number, row: number): number {
    if (buffer[start] === FIRST_OF_NULL) {
      this.codes[row] = 0;
      return start + 4;
    }
    const { size } = this.#values;
    const code = this.#values.intern(start);
    this.codes[row] = code;
    if (code === size && this.#type !== 'text') this.#addKey(code);
    return this.#values.end;
  }

  /** Sets a row's value on its own: its JSON is appended. */
  set(row: number, value: FilterValue): void {
    this.read(this.arena, this.arena.append(Buffer.from(`${JSON.stringify(value)},`)), row);
  }

  value(row: number): CellValue {
    const code = this.codes[row]!;
    return code === 0 ? null : this.#values.value(code);
  }

  isBlank(row: number): boolean {
    return this.codes[row] === 0;
  }

  /** Returns the code of a value; 0 when no row has had it. */
  codeOf(value: FilterValue): number {
    return this.#values.numberOf(value);
  }

  /** Returns the folded text of a value. Texts are cached up to a limit. */
  text(code: number, folding: Folding): string {
    const texts = (this.#texts[folding] ??= new Array<string>(this.size));
    const known = texts[code];
    if (known !== undefined) return known;
    const text = folds[folding](textOf(this.#values.value(code)));
    const bytes = STRING_BYTES + text.length * 2;
    if (this.cachedTexts.bytes + bytes <= MAX_CACHED_TEXT_BYTES) {
      this.cachedTexts.bytes += bytes;
      texts[code] = text;
    }
    return text;
  }

  compare(one: number, other: number): number {
    return this.#compareCodes(this.codes[one]!, this.codes[other]!);
  }

  fits(value: FilterValue): boolean {
    return orderKeyOf(this.#type, value) !== undefined;
  }

  comparerWith(value: FilterValue): (row: number) => number {
    const key = orderKeyOf(this.#type, value);
    if (key !== undefined) return (row) => compareNumbers(this.#keys[this.codes[row]!]!, key);
    const text = textOf(value);
    if (this.#type === 'text') return (row) => collator.compare(this.text(this.codes[row]!, 'none'), text);
    return (row) => compareValues(this.#type, this.#values.value(this.codes[row]!), value);
  }

  rowFits(row: number): boolean {
    return this.#fits(this.codes[row]!);
  }

  /** Compares two non-blank values by their codes. */
  #compareCodes(one: number, other: number): number {
    if (one === other) return 0;
    const { ranks } = this;
    if (ranks !== undefined && one < ranks.length && other < ranks.length) return ranks[one]! - ranks[other]!;
    if (this.#fits(one) || this.#fits(other)) return compareNumbers(this.#keys[one]!, this.#keys[other]!);
    return collator.compare(this.text(one, 'none'), this.text(other, 'none'));
  }

  /** Returns a comparison of codes for sorting: each text is decoded once. */
  codeComparer(): (one: number, other: number) => number {
    if (this.#type !== 'text') return (one, other) => this.#compareCodes(one, other);
    const texts: string[] = new Array<string>(this.size);
    const textAt = (code: number) => (texts[code] ??= textOf(this.#values.value(code)));
    return (one, other) => collator.compare(textAt(one), textAt(other));
  }

  /** Returns whether the value of a code is of the column's type; false for texts. */
  #fits(code: number): boolean {
    return this.#type !== 'text' && this.#keys[code]! !== Infinity;
  }

  #addKey(code: number) {
    this.#keys = withCapacity(this.#keys, code + 1);
    this.#keys[code] = orderKeyOf(this.#type, this.#values.value(code)) ?? Infinity;
  }
}

export type ServedColumn = NumberColumn | CodedColumn;

const compareNumbers = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Converts the first rows of a number column in which another value was found. */
export function codedFrom(numbers: NumberColumn, coded: CodedColumn, rows: number): CodedColumn {
  coded.reserve(numbers.numbers.length);
  for (let row = 0; row < rows; row += 1) {
    const value = numbers.value(row);
    if (value !== null) coded.set(row, value);
  }
  return coded;
}
