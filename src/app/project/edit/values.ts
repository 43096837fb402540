import type { CellValue, Column, LockedCells, Row } from '../../../contract/rows';

/** What an editor of a cell begins with. */
export const editText = (value: CellValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** The text of the boolean that a letter stands for; undefined where it stands for none. */
export const booleanTextFor = (letter: string): 'true' | 'false' | undefined =>
  /[ty1]/i.test(letter) ? 'true' : /[fn0]/i.test(letter) ? 'false' : undefined;

/** A number as JSON has it, that keeps all its digits. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

const digitsOf = (text: string) => text.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').length;

/** The most digits that a number is sure to keep. */
const MOST_DIGITS = 15;

/**
 * What was typed, as it is sent for a column. What is none of the column's values is sent as it is: the server says in its own
 * words what is wrong with it.
 */
export function valueOf(text: string, { type }: Pick<Column, 'type'>): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'text') return text;
  if (type === 'boolean') return /^true$/i.test(trimmed) ? true : /^false$/i.test(trimmed) ? false : text;
  if (type !== 'integer' && type !== 'number') return trimmed;
  return NUMBER.test(trimmed) && digitsOf(trimmed) <= MOST_DIGITS ? Number(trimmed) : text;
}

/** What is said of cells that cannot be written. */
const lockWords = {
  formula: 'This cell holds a formula: the sheet works out its value.',
  merged: 'This cell is merged with others in the sheet.',
} as const;

const isIn = (runs: readonly number[], row: number) =>
  runs.some((first, at) => at % 2 === 0 && row >= first && row <= (runs[at + 1] ?? first));

/** Why a cell cannot be written; undefined where it can. */
export function lockOf(locked: readonly LockedCells[], row: Row, column: string): string | undefined {
  const number = row._row;
  if (typeof number !== 'number') return undefined;
  const found = locked.find(({ key, runs }) => key === column && isIn(runs, number));
  return found && lockWords[found.why];
}
