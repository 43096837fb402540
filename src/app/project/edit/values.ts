import type { CellValue, Column, LockedCells, Row } from '../../../contract/rows';

/** What the editor of a cell needs to know about its column. */
export type EditedColumn = Pick<Column, 'key' | 'type'>;

/** Returns the columns of a tab, and after them those of typed texts that were renamed or removed meanwhile. */
export const columnsWith = (
  texts: Readonly<Record<string, string>>,
  columns: readonly Column[],
): readonly EditedColumn[] => {
  const known = new Set(columns.map(({ key }) => key));
  const gone = Object.keys(texts).filter((key) => !known.has(key));
  return [...columns, ...gone.map((key) => ({ key, type: 'text' as const }))];
};

/** Returns the initial text of the editor of a cell. */
export const editText = (value: CellValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** Returns the text of the boolean that a letter stands for; undefined for other letters. */
export function booleanTextFor(letter: string): 'true' | 'false' | undefined {
  if (/[ty1]/i.test(letter)) return 'true';
  return /[fn0]/i.test(letter) ? 'false' : undefined;
}

/** A JSON number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

const digitsOf = (text: string) => text.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').length;

/** Maximum number of digits that a double represents exactly. */
const MAX_EXACT_DIGITS = 15;

function booleanOf(text: string): boolean | undefined {
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : undefined;
}

/** Converts typed text to the value to send for a column. Invalid text is sent unchanged: the server returns a message about it. */
export function valueOf(text: string, { type }: Pick<Column, 'type'>): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'text') return text;
  if (type === 'boolean') return booleanOf(trimmed) ?? text;
  if (type !== 'integer' && type !== 'number') return trimmed;
  return NUMBER.test(trimmed) && digitsOf(trimmed) <= MAX_EXACT_DIGITS ? Number(trimmed) : text;
}

/** Reasons why cells are read-only. */
const lockWords = {
  formula: 'This cell holds a formula: the sheet works out its value.',
  merged: 'This cell is merged with others in the sheet.',
} as const;

const isIn = (runs: readonly number[], row: number) =>
  runs.some((first, at) => at % 2 === 0 && row >= first && row <= (runs[at + 1] ?? first));

/** Returns why a cell is read-only; undefined if it is writable. */
export function lockOf(locked: readonly LockedCells[], row: Row, column: string): string | undefined {
  const number = row._row;
  if (typeof number !== 'number') return undefined;
  const found = locked.find(({ key, runs }) => key === column && isIn(runs, number));
  return found && lockWords[found.why];
}
