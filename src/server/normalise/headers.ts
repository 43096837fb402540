import { addressOf, lettersOf } from '../../contract/gridCells';
import { limits } from '../../contract/limits';
import type { Column } from '../../contract/rows';
import { type CellFormats, ColumnFormats } from '../rawTab/cellFormats';
import { shownByFormat } from '../rawTab/displayedText';
import { cut } from '../titles';
import { isNothing, type ReadCell } from './readCell';
import { quoted, type Warnings } from './warnings';

/** Letters that Unicode does not decompose into a base letter and a mark. */
const transliterations: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};

/**
 * Converts a name to lower-case ASCII snake case: `First Name` becomes `first_name`, `Größe (cm)` `grosse_cm`.
 *
 * @returns an empty string if no ASCII letter or digit results
 */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[æðđħıĸłŋøœßþŧ]/g, (letter) => transliterations[letter] ?? letter)
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Makes names unique: a name already used gets `_2`, `_3` and so on. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #last = new Map<string, number>();

  /** @param reserved names used by other columns */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  claim(name: string): string {
    return this.#taken.has(name) ? this.number(name) : this.#take(name);
  }

  /** Returns the next unused `name_2`, `name_3` and so on. */
  number(name: string): string {
    let n = (this.#last.get(name) ?? 1) + 1;
    while (this.#taken.has(`${name}_${n}`)) n += 1;
    this.#last.set(name, n);
    return this.#take(`${name}_${n}`);
  }

  #take(name: string) {
    this.#taken.add(name);
    return name;
  }
}

/** Header row number of sheets without one: all rows are data. */
export const NO_HEADER = 0;

/** Non-blank row at the top of a tab. */
export interface TopRow {
  /** 1-based row of the sheet. */
  readonly row: number;
  readonly cells: readonly ReadCell[];
  /** Cells without repeated values of merged ranges, if different: a title over many columns is one title. */
  readonly own?: readonly ReadCell[];
}

/** Number of non-blank rows searched for the header row. */
export const TOP_ROWS = 50;

const filledCells = ({ cells }: TopRow) => cells.filter((cell) => !isNothing(cell)).length;

const isYear = (number: number) => number >= 1800 && number <= 2200;

/** Returns whether each value but the first fits the one before it. */
const areFollowing = <V>(values: readonly V[], fits: (value: V, previous: V) => boolean) =>
  values.every((value, index) => index === 0 || fits(value, values[index - 1]!));

const isMonotonic = (values: readonly (string | number)[]) =>
  areFollowing(values, (value, previous) => value > previous) ||
  areFollowing(values, (value, previous) => value < previous);

/** Returns whether numbers can be headers: ascending or descending years, or a count such as 1, 2, 3. */
function areHeadings(numbers: readonly number[]): boolean {
  if (numbers.length >= 2 && numbers.every(isYear)) return isMonotonic(numbers);
  return numbers.length >= 3 && areFollowing(numbers, (number, previous) => number === previous + 1);
}

/** Returns whether a row looks like a header: mostly text, perhaps with years, dates or a count. */
function looksLikeHeader(top: TopRow): boolean {
  const texts = top.cells.filter(({ kind }) => kind === 'text').length;
  const numbers = top.cells.filter(({ kind }) => kind === 'integer').map(({ value }) => Number(value));
  const dates = top.cells.filter(({ kind }) => kind === 'date').map(({ value }) => String(value));
  const numberHeadings = areHeadings(numbers) ? numbers.length : 0;
  const dateHeadings = dates.length >= 2 && isMonotonic(dates) ? dates.length : 0;
  return texts > 0 && (texts + numberHeadings + dateHeadings) * 2 > filledCells(top);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Returns whether a row of only text is above a column that is mostly of another type. */
function isAboveOtherTypes(top: TopRow, under: readonly TopRow[]): boolean {
  const cells = top.cells.filter((cell) => !isNothing(cell));
  if (!cells.every(({ kind }) => kind === 'text')) return false;
  return top.cells.some((head, index) => {
    const below = under.map(({ cells }) => cells[index]).filter((cell) => cell !== undefined && !isNothing(cell));
    const others = below.filter((cell) => cell?.kind !== 'text').length;
    return head.kind === 'text' && others * 2 > below.length;
  });
}

/**
 * Returns whether the first row is a title above the table. A title has fewer filled cells than the table, and also at most half
 * as many, or a blank row below it, or a row below it that is clearly the header. Fewer cells alone are not enough: a header row
 * may have blank headers.
 */
function isTitleLine([top, next, ...rest]: readonly TopRow[]): boolean {
  if (top === undefined || next === undefined) return false;
  const tableWidth = Math.max(filledCells(next), median([next, ...rest.slice(0, 19)].map(filledCells)));
  const width = filledCells(top);
  if (width >= tableWidth) return false;
  return width * 2 <= tableWidth || next.row > top.row + 1 || isAboveOtherTypes(next, rest);
}

/**
 * Finds the header row: the first row that is mostly text and below any titles.
 *
 * @param tops the first non-blank rows, at most {@link TOP_ROWS}
 * @returns its index in `tops`, or undefined if no row looks like a header
 */
export function findHeaderRow(tops: readonly TopRow[]): number | undefined {
  const isTitle = (index: number) => isTitleLine(tops.slice(index));
  const isHeader = (index: number) => tops[index] !== undefined && looksLikeHeader(tops[index]);
  const first = tops.findIndex((_, index) => !isTitle(index));
  if (isHeader(first)) return first;
  if (isHeader(first - 1)) return first - 1;
  const later = tops.findIndex((_, index) => index > first && isHeader(index) && !isTitle(index));
  return later < 0 ? undefined : later;
}

/**
 * Formats numbers and dates of the header row with the formats of their cells: 25 %, Jan-24. With an unsupported format a date
 * stays as in JSON.
 */
export function headerAsShown(header: TopRow, formats: CellFormats | undefined): TopRow {
  if (formats === undefined) return header;
  const cells = header.cells.map((cell, index) => {
    const { kind, value } = cell;
    if (value === null || typeof value === 'boolean' || kind === 'text' || kind === 'code') return cell;
    const code = new ColumnFormats(formats, index).find(header.row);
    const text = code === undefined ? '' : (shownByFormat(value, code)?.trim() ?? '');
    return text === '' ? cell : { ...cell, text };
  });
  return { ...header, cells };
}

/** Column with its names, before its type is known. */
export interface NamedColumn extends Pick<Column, 'key' | 'header' | 'slug' | 'cell'> {
  /** 0-based index in the row. */
  readonly index: number;
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Names that begin with `_` are reserved: a person's own such name gets one more underscore. */
const escaped = (name: string) => (name.startsWith('_') ? `_${name}` : name);

const headerOf = (cell: ReadCell | undefined) => (cell === undefined || cell.kind === 'error' ? '' : cell.text);

/** Returns the name that a header gives its column. */
const nameOf = (header: string) => cut(header.trim(), limits.charactersPerKey).trimEnd();

/** Returns the column of a sheet without a header row: its name is its letters, and its address has no row. */
const columnByLetters = (letters: string, index: number): NamedColumn => ({
  index,
  key: letters,
  header: letters,
  slug: letters.toLowerCase(),
  cell: letters,
});

/**
 * Names the columns: the trimmed header, `price_2` for a second `price` (a header that is really `price_2` keeps it), `column_C`
 * for a blank header above data, the beginning of a long one; a column without header and data is left out. Without a header row
 * they are A, B, C ….
 *
 * @param hasData returns whether a column, by 0-based index, has values below its header
 * @param width number of columns of the header row and the rows below it
 */
export function nameColumns(
  { row, cells }: TopRow,
  hasData: (index: number) => boolean,
  width: number,
  warnings: Warnings,
): NamedColumn[] {
  const names = Array.from({ length: width }, (_, index) => escaped(nameOf(headerOf(cells[index]))));
  const times = countOf(names);
  const seen = new Map<string, number>();
  const keys = new UniqueNames(names);
  const slugs = new UniqueNames();
  return names.flatMap((name, index) => {
    if (name === '' && !hasData(index)) return [];
    if (row === NO_HEADER) return [columnByLetters(lettersOf(index + 1), index)];
    const cell = addressOf(row, index + 1);
    const key = name === '' ? keys.claim(`column_${lettersOf(index + 1)}`) : keyOf(name, keys, seen);
    const slug = slugs.claim(slugOf(key) || `column_${lettersOf(index + 1).toLowerCase()}`);
    const header = headerOf(cells[index]);
    if (nameOf(header) !== header.trim()) warnOfLong(cell, warnings);
    if (name === '') warnOfBlank(key, cell, warnings);
    else if (key !== name) warnOfRepeated({ name, key, cell }, times.get(name) ?? 0, seen.get(name) ?? 0, warnings);
    return [{ index, key, header, slug, cell }];
  });
}

function countOf(names: readonly string[]) {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Names of a column, and the cell of its header. */
export type HeadedColumn = Pick<Column, 'key' | 'header' | 'cell'>;

/** Matches the address of a cell, not the bare letters of a column without a header row. */
const HEADER_CELL = /\d$/;

/**
 * Returns the keys of columns with a unique header. Other keys (`price_2`, `column_C`, and `B` without a header row) depend on
 * the column's position: when a column is inserted or moved, they pass to another column.
 */
export function ownNames(columns: readonly HeadedColumn[]): ReadonlySet<string> {
  const times = countOf(columns.map(({ header }) => nameOf(header)));
  const isOwn = ({ header, cell }: HeadedColumn) =>
    HEADER_CELL.test(cell) && header.trim() !== '' && times.get(nameOf(header)) === 1;
  return new Set(columns.filter(isOwn).map(({ key }) => key));
}

function keyOf(name: string, keys: UniqueNames, seen: Map<string, number>) {
  const nth = (seen.get(name) ?? 0) + 1;
  seen.set(name, nth);
  return nth === 1 ? name : keys.number(name);
}

function warnOfBlank(key: string, cell: string, warnings: Warnings) {
  const letters = cell.replace(/\d+$/, '');
  warnings.add('blank_header', `Column ${letters} has values but no header. It is ${key} in the API.`, cell);
}

function warnOfLong(cell: string, warnings: Warnings) {
  const detail = `The header in ${cell} has more than ${limits.charactersPerKey} characters. Its column has the first ${limits.charactersPerKey} as name in the API.`;
  warnings.add('cut_text', detail, cell);
}

function warnOfRepeated(
  { name, key, cell }: { name: string; key: string; cell: string },
  times: number,
  nth: number,
  warnings: Warnings,
) {
  const which = ordinals[nth] === undefined ? `Number ${nth}` : `The ${ordinals[nth]} one`;
  const detail = `${words[times] ?? times} columns are called ${quoted(name)}. ${which}, ${cell}, is ${quoted(key)} in the API.`;
  warnings.add('duplicate_header', detail, cell);
}
