import type { CellValue, Column, ColumnType } from '../../../contract/rows';
import { type Arena, grown } from './arena';
import type { FilterValue } from './engine';
import { endOfWord, JsonScalars } from './jsonScalars';
import { collator, compareValues, type Folding, folds, orderKeyOf, textOf } from './values';

/** First byte of `null`. */
const N = 0x6e;

const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];

const isDigit = (byte: number) => byte >= ZERO && byte <= ZERO + 9;

/** Characters of a number that are at most so many digits that a double keeps them. */
const SHORT = 15;

/** A JSON number. Digits with or without a point are the quotient of two whole numbers, which is rounded as it has to be. */
function numberIn(block: Buffer, start: number, end: number): number {
  let digits = 0;
  let scale = 0;
  for (let at = block[start] === MINUS ? start + 1 : start; at < end; at += 1) {
    const byte = block[at]!;
    if (isDigit(byte) && end - start <= SHORT) {
      digits = digits * 10 + byte - ZERO;
      scale *= 10;
    } else if (byte === POINT && scale === 0) scale = 1;
    else return Number(block.toString('latin1', start, end));
  }
  const number = digits / (scale || 1);
  return block[start] === MINUS ? -number : number;
}

/** Returned by {@link NumberColumn.read} for a value that is not a number: the column has to become a {@link CodedColumn}. */
export const NOT_A_NUMBER = -1;

/** Bytes of texts, decoded and folded, that one tab keeps. Others are decoded each time. */
const KEPT_TEXT_BYTES = 32 * 1024 * 1024;

/** Bytes of a string beside its characters. */
const STRING_BYTES = 32;

/** Bytes of texts that the columns of a tab keep. */
export interface KeptTextBytes {
  bytes: number;
}

/** A column of numbers, by row index; `NaN` is blank. */
export class NumberColumn {
  readonly kind = 'numbers';
  numbers = new Float64Array(0);

  get bytes(): number {
    return this.numbers.length * 8;
  }

  reserve(rows: number): void {
    this.numbers = grown(this.numbers, rows);
  }

  /** Reads a row's value from its JSON. @returns where it ends, or {@link NOT_A_NUMBER} */
  read(block: Buffer, start: number, _base: number, row: number): number {
    const first = block[start]!;
    if (first === N) {
      this.numbers[row] = NaN;
      return start + 4;
    }
    if (first !== MINUS && !isDigit(first)) return NOT_A_NUMBER;
    const end = endOfWord(block, start);
    this.numbers[row] = numberIn(block, start, end);
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
    return this.numbers[one]! - this.numbers[other]!;
  }

  /** Whether a value is of the column's type. */
  fits(value: FilterValue): boolean {
    return typeof value === 'number';
  }

  /** Compares rows' values, which are not blank, with a value of their sort. */
  comparerWith(value: FilterValue): (row: number) => number {
    return (row) => this.numbers[row]! - Number(value);
  }

  /** Whether a row's value, which is not blank, is of the column's type. */
  rowFits(row: number): boolean {
    return !this.isBlank(row);
  }
}

const scanEnd = { end: 0 };

/** A column of any values: by row index the number of its value among the column's distinct values; 0 is blank. */
export class CodedColumn {
  readonly kind = 'codes';
  codes = new Uint32Array(0);
  /** The ranks of the first codes in the column's order, once they are known. */
  ranks: Uint32Array | undefined;
  readonly #values: JsonScalars;
  readonly #type: ColumnType;
  /** By code: what it is ordered by (`orderKeyOf`); infinite where it does not fit the type. Empty in a column of texts. */
  #keys = new Float64Array(0);
  readonly #texts: Partial<Record<Folding, string[]>> = {};

  constructor(
    private readonly arena: Arena,
    { type }: Pick<Column, 'type'>,
    private readonly kept: KeptTextBytes,
  ) {
    this.#type = type;
    this.#values = new JsonScalars(arena);
  }

  /** Bytes held in memory, without the texts that are kept. */
  get bytes(): number {
    const { codes, ranks } = this;
    return (codes.length + (ranks?.length ?? 0)) * 4 + this.#keys.length * 8 + this.#values.bytes;
  }

  /** One more than there are distinct values. */
  get size(): number {
    return this.#values.size;
  }

  reserve(rows: number): void {
    this.codes = grown(this.codes, rows);
  }

  /** Reads a row's value from its JSON. @param base position in the arena at which the block begins @returns where it ends */
  read(block: Buffer, start: number, base: number, row: number): number {
    if (block[start] === N) {
      this.codes[row] = 0;
      return start + 4;
    }
    const { size } = this.#values;
    const code = this.#values.intern(block, start, base, scanEnd);
    this.codes[row] = code;
    if (code === size && this.#type !== 'text') this.#addKey(code);
    return scanEnd.end;
  }

  /** Sets a row's value by itself: its JSON is put into the arena. */
  set(row: number, value: FilterValue): void {
    const json = Buffer.from(`${JSON.stringify(value)},`);
    const position = this.arena.reserve(json.length);
    const [block, offset] = [this.arena.blockOf(position), this.arena.offsetOf(position)];
    json.copy(block, offset);
    this.read(block, offset, position - offset, row);
  }

  value(row: number): CellValue {
    const code = this.codes[row]!;
    return code === 0 ? null : this.#values.value(code);
  }

  isBlank(row: number): boolean {
    return this.codes[row] === 0;
  }

  /** The code of a value; 0 when no row has had it. */
  codeOf(value: FilterValue): number {
    return this.#values.numberOf(value);
  }

  /** The text of a value, folded. Those that were asked for are kept as far as there is room. */
  text(code: number, folding: Folding): string {
    const texts = (this.#texts[folding] ??= new Array<string>(this.size));
    const known = texts[code];
    if (known !== undefined) return known;
    const text = folds[folding](textOf(this.#values.value(code)));
    const bytes = STRING_BYTES + text.length * 2;
    if (this.kept.bytes + bytes <= KEPT_TEXT_BYTES) {
      this.kept.bytes += bytes;
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

  /** Compares two values by their codes, neither of them blank. */
  #compareCodes(one: number, other: number): number {
    if (one === other) return 0;
    const { ranks } = this;
    if (ranks !== undefined && one < ranks.length && other < ranks.length) return ranks[one]! - ranks[other]!;
    if (this.#fits(one) || this.#fits(other)) return compareNumbers(this.#keys[one]!, this.#keys[other]!);
    return collator.compare(this.text(one, 'none'), this.text(other, 'none'));
  }

  /** Compares two values by their codes, for many comparisons: each text is decoded once. */
  codeComparer(): (one: number, other: number) => number {
    if (this.#type !== 'text') return (one, other) => this.#compareCodes(one, other);
    const texts: string[] = new Array<string>(this.size);
    const textAt = (code: number) => (texts[code] ??= textOf(this.#values.value(code)));
    return (one, other) => collator.compare(textAt(one), textAt(other));
  }

  /** Whether a value, by its code, is of the column's type; a text never is. */
  #fits(code: number): boolean {
    return this.#type !== 'text' && this.#keys[code]! !== Infinity;
  }

  #addKey(code: number) {
    this.#keys = grown(this.#keys, code + 1);
    this.#keys[code] = orderKeyOf(this.#type, this.#values.value(code)) ?? Infinity;
  }
}

export type ServedColumn = NumberColumn | CodedColumn;

const compareNumbers = (one: number, other: number): number => (one === other ? 0 : one - other);

/** A column of numbers that has turned out to hold other values too, with the values of its first rows. */
export function codedFrom(numbers: NumberColumn, coded: CodedColumn, rows: number): CodedColumn {
  coded.reserve(numbers.numbers.length);
  for (let row = 0; row < rows; row += 1) {
    const value = numbers.value(row);
    if (value !== null) coded.set(row, value);
  }
  return coded;
}
