import type { Column } from '../../../contract/rows';
import { readCell } from '../../normalise/readCell';
import { untyped } from '../../records/loggedRows';
import { columnOfAddress } from '../../workbook/cellAddress';
import type { RawCell } from '../../workbook/rawTab';

/** A cell's content as text, so that the same thing in files of two kinds is equal. */
export function textOf(cell: RawCell | undefined): string {
  const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

/** A cell of an untyped file, where types are read from texts, as one of a typed file. */
function typed(cell: RawCell): RawCell {
  const { kind, value, text } = readCell(cell, false);
  if (kind === 'integer' || kind === 'number' || kind === 'boolean') return value;
  if (kind === 'date' || kind === 'datetime' || kind === 'time') return { kind, value };
  if (kind === 'instant') return { kind: 'datetime', value };
  return text === '' ? null : text;
}

/** A cell that goes from one file's tab into another's. */
export function cellAcross(cell: RawCell, from: { readonly typed: boolean }, to: { readonly typed: boolean }): RawCell {
  if (from.typed === to.typed) return cell;
  return to.typed ? typed(cell) : untyped(cell);
}

/** A column that both have: its 0-based places in the old and in the fresh sheet. */
export type SharedColumn = readonly [old: number, fresh: number];

const placeOf = ({ cell }: Column) => columnOfAddress(cell) - 1;

/** The columns that two tabs share, by their keys; where a tab has none, columns of the same place. */
export function sharedColumns(old: readonly Column[], fresh: readonly Column[]): SharedColumn[] {
  if (old.length === 0 || fresh.length === 0)
    return [...old, ...fresh].map((column) => [placeOf(column), placeOf(column)]);
  const places = new Map(fresh.map((column) => [column.key, placeOf(column)]));
  return old.flatMap((column) => {
    const place = places.get(column.key);
    return place === undefined ? [] : [[placeOf(column), place] as const];
  });
}
