import type { Column } from '../../contract/rows';
import { columnOfAddress } from '../rawTab/cellAddress';
import { readRawRows } from '../rawTab/packedRaw';
import type { RawCell, RawRow } from '../rawTab/rawCells';
import { anchoredDiff, type Gap, rowHash } from '../workbook/rowDiff';
import { type CellHashes, similarRows } from './similarRows';

/** A raw tab and the number of its header row; 0 without one. */
export interface HeadedTab {
  readonly raw: Buffer;
  readonly headerRow: number;
}

/** A column of both tabs: its 0-based index in the old and in the fresh one. */
export type SharedColumn = readonly [old: number, fresh: number];

const columnIndexOf = ({ cell }: Column) => columnOfAddress(cell) - 1;

/** Returns the columns of both tabs by key; by index when one tab has no columns. */
export function sharedColumns(old: readonly Column[], fresh: readonly Column[]): SharedColumn[] {
  if (old.length === 0 || fresh.length === 0)
    return [...old, ...fresh].map((column) => [columnIndexOf(column), columnIndexOf(column)]);
  const indexes = new Map(fresh.map((column) => [column.key, columnIndexOf(column)]));
  return old.flatMap((column) => {
    const index = indexes.get(column.key);
    return index === undefined ? [] : [[columnIndexOf(column), index] as const];
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
  /** Indexes of the rows that were added by the API. */
  readonly added: ReadonlySet<number>;
}

const SEPARATOR = '\u001f';

/** Maximum pairs of rows compared in a gap; in a larger one, added rows are not recognized by similarity. */
const MAX_PAIRS = 1_000_000;

/** Minimum share of an added row's filled cells that a row of the file must have in common with it. */
const MIN_SIMILARITY = 1 / 2;

/** Returns a cell's content as text, equal for equal content in different file formats. */
function textOf(cell: RawCell | undefined): string {
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
  return { ids, numbers, hashes: Float64Array.from(hashes), added };
}

async function textsAt(tab: HeadedTab, columns: readonly number[], wanted: ReadonlySet<number>) {
  const texts = new Map<number, readonly string[]>();
  if (wanted.size === 0) return texts;
  for await (const [rowIndex, row] of rowsBelowHeader(tab)) {
    if (wanted.has(rowIndex)) texts.set(rowIndex, textsOf(row, columns));
  }
  return texts;
}

/** Returns whether a row of the file is likely an edited added row, rather than another row at its position. */
function isSimilar(added: readonly string[] = [], fresh: readonly string[] = []): boolean {
  const filled = added.filter((text) => text !== '').length;
  const same = added.filter((text, at) => text !== '' && text === fresh[at]).length;
  return same > 0 && same >= filled * MIN_SIMILARITY;
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Returns the rows to compare by similarity: added rows in gaps, and the fresh rows in the same gaps. */
function comparedRows(gaps: readonly Gap[], added: ReadonlySet<number>) {
  const [old, fresh] = [new Set<number>(), new Set<number>()];
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const own = range(oldFrom, oldTo).filter((rowIndex) => added.has(rowIndex));
    if (own.length === 0 || own.length * (freshTo - freshFrom) > MAX_PAIRS) continue;
    for (const rowIndex of own) old.add(rowIndex);
    for (const rowIndex of range(freshFrom, freshTo)) fresh.add(rowIndex);
  }
  return { old, fresh };
}

/**
 * Recognizes the rows of a fresh tab: by content first, then by position between rows recognized so. A row added by the API with
 * changed content is recognized only if most of its cells are equal.
 */
export async function carriedIds(old: HeadedTab, fresh: HeadedTab, shared: readonly SharedColumn[]): Promise<Carried> {
  const [oldColumns, freshColumns] = [shared.map(([column]) => column), shared.map(([, column]) => column)];
  const before = await hashRows(old, oldColumns);
  const after = await hashRows(fresh, freshColumns);
  const { twins, gaps } = anchoredDiff(before.hashes, after.hashes);
  const compared = comparedRows(gaps, before.added);
  const oldTexts = await textsAt(old, oldColumns, compared.old);
  const freshTexts = await textsAt(fresh, freshColumns, compared.fresh);
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const free = new Set(range(freshFrom, freshTo));
    const oldRows = range(oldFrom, oldTo);
    for (const rowIndex of oldRows.filter((one) => oldTexts.has(one))) {
      const similar = [...free].find((other) => isSimilar(oldTexts.get(rowIndex), freshTexts.get(other)));
      if (similar === undefined) continue;
      twins[similar] = rowIndex;
      free.delete(similar);
    }
    const rest = oldRows.filter((rowIndex) => !before.added.has(rowIndex));
    for (const [at, freshRow] of [...free].entries()) twins[freshRow] = rest[at] ?? -1;
  }
  return carriedOf(before, after, twins);
}

async function cellHashesAt(tab: HeadedTab, columns: readonly number[], rows: readonly number[]): Promise<CellHashes> {
  const hashes = new Float64Array(rows.length * columns.length);
  let at = 0;
  for await (const [rowIndex, row] of rowsBelowHeader(tab)) {
    if (rowIndex !== rows[at]) continue;
    hashes.set(
      textsOf(row, columns).map((text) => (text === '' ? 0 : rowHash(text))),
      at * columns.length,
    );
    at += 1;
  }
  return { rows, columns: columns.length, hashes };
}

/**
 * Recognizes the rows of a fresh tab of a source without row ids: by content first, then by similarity between rows recognized so.
 * Never by position alone: after rows were removed, moved or sorted, another row may be there.
 */
export async function recognizedIds(
  old: HeadedTab,
  fresh: HeadedTab,
  shared: readonly SharedColumn[],
): Promise<ReadonlyMap<number, string>> {
  const [oldColumns, freshColumns] = [shared.map(([column]) => column), shared.map(([, column]) => column)];
  const before = await hashRows(old, oldColumns);
  const after = await hashRows(fresh, freshColumns);
  const { twins, gaps } = anchoredDiff(before.hashes, after.hashes);
  if (gaps.length > 0) {
    const matched = new Set(twins);
    const oldRows = range(0, before.ids.length).filter((rowIndex) => !matched.has(rowIndex));
    const freshRows = range(0, twins.length).filter((rowIndex) => twins[rowIndex] === -1);
    const oldCells = await cellHashesAt(old, oldColumns, oldRows);
    const freshCells = await cellHashesAt(fresh, freshColumns, freshRows);
    for (const [oldRow, freshRow] of similarRows(oldCells, freshCells, gaps)) twins[freshRow] = oldRow;
  }
  return carriedOf(before, after, twins).ids;
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
