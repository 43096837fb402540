import type { Column } from '../../contract/rows';
import { grouped } from '../lists';
import { fingerprint } from '../normalise/distinctValues';
import { columnOfAddress } from '../rawTab/cellAddress';
import { readRawRows } from '../rawTab/packedRaw';
import type { RawCell, RawRow } from '../rawTab/rawCells';
import { equalTwins, gapsOf, rowHash } from './equalRows';
import { type CellHashes, matchSimilar } from './similarRows';

/** A raw tab and the number of its header row; 0 without one. */
export interface HeadedTab {
  readonly raw: Buffer;
  readonly headerRow: number;
}

/** A column of both tabs: its 0-based index in the old and in the fresh one. */
export type SharedColumn = readonly [old: number, fresh: number];

/** Returns the 0-based index of a column in the sheet. */
export const columnIndexOf = ({ cell }: Column) => columnOfAddress(cell) - 1;

/** Returns the columns of both tabs by key; by index when one tab has no columns. */
export function sharedColumns(old: readonly Column[], fresh: readonly Column[]): SharedColumn[] {
  if (old.length === 0 || fresh.length === 0) {
    return [...old, ...fresh].map((column) => [columnIndexOf(column), columnIndexOf(column)]);
  }
  const freshIndexes = new Map(fresh.map((column) => [column.key, columnIndexOf(column)]));
  return old.flatMap((column) => {
    const freshIndex = freshIndexes.get(column.key);
    return freshIndex === undefined ? [] : [[columnIndexOf(column), freshIndex] as const];
  });
}

/** Result of recognizing rows. */
export interface Carried {
  /** By number of a fresh row: its former id. */
  readonly ids: ReadonlyMap<number, string>;
  /** Ids of rows that were added by the API and are missing in the fresh tab. */
  readonly missing: ReadonlySet<string>;
}

/** The rows of a tab below its header, by index from 0. */
interface HashedRows {
  readonly ids: readonly string[];
  /** Row numbers in the sheet. */
  readonly numbers: readonly number[];
  /** Hashes of the rows' content. */
  readonly hashes: Float64Array;
  /** Hash of a row whose content is in other columns only: such rows are equal by chance. */
  readonly blank: number;
  /** Indexes of the rows that were added by the API. */
  readonly added: ReadonlySet<number>;
}

const SEPARATOR = '\u001f';

/** Returns a cell's content as text, equal for equal content in different file formats. */
export function textOf(cell: RawCell | undefined): string {
  const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

async function* rowsBelowHeader({ raw, headerRow }: HeadedTab): AsyncGenerator<[number, RawRow], void, undefined> {
  let rowIndex = 0;
  for await (const row of readRawRows(raw)) if (row.row > headerRow) yield [rowIndex++, row];
}

const textsOf = ({ cells }: RawRow, columns: readonly number[]) => columns.map((column) => textOf(cells[column]));

/** @param columns 0-based indexes of the columns to hash */
async function hashRows(tab: HeadedTab, columns: readonly number[]): Promise<HashedRows> {
  const ids: string[] = [];
  const numbers: number[] = [];
  const hashes: number[] = [];
  const added = new Set<number>();
  for await (const [rowIndex, row] of rowsBelowHeader(tab)) {
    ids.push(row.id);
    numbers.push(row.row);
    hashes.push(rowHash(textsOf(row, columns).join(SEPARATOR)));
    if (row.added === true) added.add(rowIndex);
  }
  const blank = rowHash(SEPARATOR.repeat(columns.length - 1));
  return { ids, numbers, hashes: Float64Array.from(hashes), blank, added };
}

/** Matches rows that were added by the API with equal ones at another place, so that the tab does not have them twice. */
function matchAdded(before: HashedRows, after: HashedRows, twins: Int32Array): void {
  const matched = new Set(twins);
  // Reversed, so that `pop` takes them in the order of the sheet.
  const unmatched = [...before.added].filter((rowIndex) => !matched.has(rowIndex)).toReversed();
  const unmatchedByHash = grouped(unmatched, (rowIndex) => String(before.hashes[rowIndex]));
  for (const [freshRow, hash] of after.hashes.entries()) {
    if (twins[freshRow] === -1) twins[freshRow] = unmatchedByHash.get(String(hash))?.pop() ?? -1;
  }
}

/** Returns a hash of a cell's content, 53 bits as an integer; 0 for a blank cell. */
function cellHash(text: string): number {
  if (text === '') return 0;
  const [high, low] = fingerprint(text);
  return (high >>> 11) * 2 ** 32 + low;
}

/** @param rows indexes of the rows to hash, ascending */
async function cellHashesAt(tab: HeadedTab, columns: readonly number[], rows: readonly number[]): Promise<CellHashes> {
  const hashes = new Float64Array(rows.length * columns.length);
  let position = 0;
  for await (const [rowIndex, row] of rowsBelowHeader(tab)) {
    if (rowIndex !== rows[position]) continue;
    hashes.set(textsOf(row, columns).map(cellHash), position * columns.length);
    position += 1;
  }
  return { rows, columns: columns.length, hashes };
}

/**
 * Recognizes the rows of a fresh tab: by content first, then by similarity beside rows recognized so. Never by position alone:
 * after rows were removed, moved or sorted, another row may be there.
 *
 * @param isKeyed whether the tab has a key column: rows with other keys are other rows, however similar
 */
export async function carriedIds(
  old: HeadedTab,
  fresh: HeadedTab,
  shared: readonly SharedColumn[],
  isKeyed = false,
): Promise<Carried> {
  const oldColumns = shared.map(([old]) => old);
  const freshColumns = shared.map(([, fresh]) => fresh);
  const before = await hashRows(old, oldColumns);
  const after = await hashRows(fresh, freshColumns);
  const twins = equalTwins(before.hashes, after.hashes);
  matchAdded(before, after, twins);
  const gaps = gapsOf(before.ids.length, twins);
  if (gaps.length > 0) {
    const matched = new Set(twins);
    // Rows that were added by the API to a tab with keys are recognized by their keys, which the caller compares.
    const canMatch = (rowIndex: number) => !matched.has(rowIndex) && !(isKeyed && before.added.has(rowIndex));
    const oldRows = [...before.ids.keys()].filter(canMatch);
    const freshRows = [...twins.keys()].filter((rowIndex) => twins[rowIndex] === -1);
    const oldCells = await cellHashesAt(old, oldColumns, oldRows);
    const freshCells = await cellHashesAt(fresh, freshColumns, freshRows);
    matchSimilar(oldCells, freshCells, gaps, before.added, twins);
  }
  for (const [freshRow, oldRow] of twins.entries()) if (before.hashes[oldRow] === before.blank) twins[freshRow] = -1;
  return carriedOf(before, after, twins);
}

function carriedOf({ ids: known, added }: HashedRows, { numbers }: HashedRows, twins: Int32Array): Carried {
  const ids = new Map<number, string>();
  const missing = new Set([...added].map((rowIndex) => known[rowIndex] ?? ''));
  for (const [rowIndex, twin] of twins.entries()) {
    const id = known[twin];
    if (id === undefined) continue;
    ids.set(numbers[rowIndex] ?? 0, id);
    missing.delete(id);
  }
  return { ids, missing };
}
