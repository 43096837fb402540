import type { Column } from '../../contract/rows';
import { columnOfAddress } from '../rawTab/cellAddress';
import { readRawRows } from '../rawTab/packedRaw';
import type { RawCell, RawRow } from '../rawTab/rawCells';
import { anchoredDiff, type Gap, rowHash } from '../workbook/rowDiff';

/** A raw tab and the number of its header row; 0 when it has none. */
export interface HeadedTab {
  readonly raw: Buffer;
  readonly headerRow: number;
}

/** A column that two tabs have: its 0-based places in the old and in the fresh one. */
export type SharedColumn = readonly [old: number, fresh: number];

const columnIndexOf = ({ cell }: Column) => columnOfAddress(cell) - 1;

/** The columns that two tabs share, by their keys; where one tab has none, by their places. */
export function sharedColumns(old: readonly Column[], fresh: readonly Column[]): SharedColumn[] {
  if (old.length === 0 || fresh.length === 0)
    return [...old, ...fresh].map((column) => [columnIndexOf(column), columnIndexOf(column)]);
  const indexes = new Map(fresh.map((column) => [column.key, columnIndexOf(column)]));
  return old.flatMap((column) => {
    const index = indexes.get(column.key);
    return index === undefined ? [] : [[columnIndexOf(column), index] as const];
  });
}

/** Which rows are recognised. */
export interface Carried {
  /** By number of a fresh row: the id it has had. */
  readonly ids: ReadonlyMap<number, string>;
  /** Ids of rows that were added by the API and are not in the fresh tab. */
  readonly missing: ReadonlySet<string>;
}

/** The rows of a tab below its header. Each is named by its index among them, from 0. */
interface HashedRows {
  readonly ids: readonly string[];
  /** Numbers in the sheet. */
  readonly numbers: readonly number[];
  /** Of each row's content: equal rows have equal numbers. */
  readonly hashes: Float64Array;
  /** Indexes of the rows that were added by the API. */
  readonly added: ReadonlySet<number>;
}

const SEPARATOR = '\u001f';

/** Pairs of rows that are compared in a gap at most; in a longer one no row that was added is recognised by likeness. */
const MOST_PAIRS = 1_000_000;

/** Part of its filled cells that an added row has to share with a row of the file to be that row. */
const ALIKE = 1 / 2;

/** A cell's content as text, which is equal for equal contents in files of two kinds. */
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

/** @param columns 0-based places of the columns whose content counts */
async function hashedRows(tab: HeadedTab, columns: readonly number[]): Promise<HashedRows> {
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

/** Whether a row of the file is an added row with other cells, and not some other row at its position. */
function isAlike(added: readonly string[] = [], fresh: readonly string[] = []): boolean {
  const filled = added.filter((text) => text !== '').length;
  const same = added.filter((text, at) => text !== '' && text === fresh[at]).length;
  return same > 0 && same >= filled * ALIKE;
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The rows whose likeness is looked at: added rows in gaps, and the fresh rows that they may be. */
function comparedRows(gaps: readonly Gap[], added: ReadonlySet<number>) {
  const [old, fresh] = [new Set<number>(), new Set<number>()];
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const own = range(oldFrom, oldTo).filter((rowIndex) => added.has(rowIndex));
    if (own.length === 0 || own.length * (freshTo - freshFrom) > MOST_PAIRS) continue;
    for (const rowIndex of own) old.add(rowIndex);
    for (const rowIndex of range(freshFrom, freshTo)) fresh.add(rowIndex);
  }
  return { old, fresh };
}

/**
 * Recognises the rows of a fresh tab: by their content first, then by their position between rows that are recognised so. A row
 * that was added by the API is recognised at another content only when most of its cells are the same.
 */
export async function carriedIds(old: HeadedTab, fresh: HeadedTab, shared: readonly SharedColumn[]): Promise<Carried> {
  const [oldColumns, freshColumns] = [shared.map(([column]) => column), shared.map(([, column]) => column)];
  const before = await hashedRows(old, oldColumns);
  const after = await hashedRows(fresh, freshColumns);
  const { twins, gaps } = anchoredDiff(before.hashes, after.hashes);
  const compared = comparedRows(gaps, before.added);
  const oldTexts = await textsAt(old, oldColumns, compared.old);
  const freshTexts = await textsAt(fresh, freshColumns, compared.fresh);
  for (const { oldFrom, oldTo, freshFrom, freshTo } of gaps) {
    const free = new Set(range(freshFrom, freshTo));
    const oldRows = range(oldFrom, oldTo);
    for (const rowIndex of oldRows.filter((one) => oldTexts.has(one))) {
      const alike = [...free].find((other) => isAlike(oldTexts.get(rowIndex), freshTexts.get(other)));
      if (alike === undefined) continue;
      twins[alike] = rowIndex;
      free.delete(alike);
    }
    const rest = oldRows.filter((rowIndex) => !before.added.has(rowIndex));
    for (const [at, freshRow] of [...free].entries()) twins[freshRow] = rest[at] ?? -1;
  }
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
