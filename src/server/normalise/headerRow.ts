import { isNothing, type ReadCell } from './readCell';

/** A row of the top of a tab that is not blank. */
export interface TopRow {
  /** 1-based row of the sheet. */
  readonly row: number;
  readonly cells: readonly ReadCell[];
  /** Its cells without what merged ranges repeat, where that is another thing: a title over many columns is one title. */
  readonly own?: readonly ReadCell[];
}

/** So many rows that are not blank are looked at to find the header row. */
export const TOP_ROWS = 50;

const filled = ({ cells }: TopRow) => cells.filter((cell) => !isNothing(cell)).length;

const isYear = (number: number) => number >= 1800 && number <= 2200;

const isSteady = <V extends string | number>(values: readonly V[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? value)) ||
  values.every((value, at) => at === 0 || value < (values[at - 1] ?? value));

/** Whether numbers can head columns: years one after the other, or a count such as 1, 2, 3. */
function areHeadings(numbers: readonly number[]): boolean {
  if (numbers.length >= 2 && numbers.every(isYear)) return isSteady(numbers);
  return numbers.length >= 3 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

/** Mostly text; beside it years, dates or a count may head columns. */
function looksLikeHeader(top: TopRow): boolean {
  const texts = top.cells.filter(({ kind }) => kind === 'text').length;
  const numbers = top.cells.filter(({ kind }) => kind === 'integer').map(({ value }) => Number(value));
  const dates = top.cells.filter(({ kind }) => kind === 'date').map(({ value }) => String(value));
  const headings =
    (areHeadings(numbers) ? numbers.length : 0) + (dates.length >= 2 && isSteady(dates) ? dates.length : 0);
  return texts > 0 && (texts + headings) * 2 > filled(top);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Whether a row of nothing but text stands over a column that is mostly something else. */
function standsOverOtherTypes(top: TopRow, under: readonly TopRow[]): boolean {
  const cells = top.cells.filter((cell) => !isNothing(cell));
  if (!cells.every(({ kind }) => kind === 'text')) return false;
  return top.cells.some((head, index) => {
    const below = under.map(({ cells }) => cells[index]).filter((cell) => cell !== undefined && !isNothing(cell));
    const others = below.filter((cell) => cell?.kind !== 'text').length;
    return head.kind === 'text' && others * 2 > below.length;
  });
}

/**
 * Whether the first of the rows is a line over the table and no part of it. It has fewer filled cells than the table under it,
 * and beside that at most half as many, or a blank row under it, or a row under it that is clearly the header. Fewer alone
 * is not enough: a header row may leave out a header.
 */
function isTitleLine([top, next, ...rest]: readonly TopRow[]): boolean {
  if (top === undefined || next === undefined) return false;
  const width = Math.max(filled(next), median([next, ...rest.slice(0, 19)].map(filled)));
  const own = filled(top);
  if (own >= width) return false;
  return own * 2 <= width || next.row > top.row + 1 || standsOverOtherTypes(next, rest);
}

/**
 * Finds the header row: the first row that is mostly text and below any title lines.
 *
 * @param tops the first rows that are not blank, {@link TOP_ROWS} at most
 * @returns its place in `tops`, or undefined when no row looks like a header row
 */
export function findHeaderRow(tops: readonly TopRow[]): number | undefined {
  const first = tops.findIndex((_, at) => !isTitleLine(tops.slice(at)));
  const isHeader = (at: number) => tops[at] !== undefined && looksLikeHeader(tops[at]);
  if (isHeader(first)) return first;
  if (isHeader(first - 1)) return first - 1;
  const later = tops.findIndex((_, at) => at > first && isHeader(at) && !isTitleLine(tops.slice(at)));
  return later < 0 ? undefined : later;
}
