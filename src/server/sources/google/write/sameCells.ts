import type { RawCell } from '../../../workbook/rawTab';

/** A text of a cell that is equal for equal cells. What a formula has come to does not count: it changes by itself. */
function markOf(cell: RawCell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell !== 'object') return JSON.stringify(cell);
  const { kind, value, formula } = cell;
  if (formula !== undefined) return `=${formula}`;
  // Which of the two it is depends on how its cell shows it.
  if (kind === 'date') return `datetime ${String(value)}T00:00:00`;
  return kind === 'text' || kind === 'number' || kind === 'boolean'
    ? JSON.stringify(value)
    : `${kind} ${String(value)}`;
}

/** Whether two cells hold the same. */
export const isSameCell = (one: RawCell | undefined, other: RawCell | undefined): boolean =>
  markOf(one) === markOf(other);

/** Whether two rows hold the same, whatever blanks follow. */
export function areSameCells(one: readonly RawCell[], other: readonly RawCell[]): boolean {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (!isSameCell(one[at], other[at])) return false;
  return true;
}
