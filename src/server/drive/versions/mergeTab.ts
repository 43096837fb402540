import type { Column } from '../../../contract/rows';
import { deriveTab } from '../../normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../../normalise/derivedTab';
import { readCell } from '../../normalise/readCell';
import { createPackedRaw, readRawHead, readRawRows } from '../../rawTab/packedRaw';
import { placed, type RawCell, type RawRow, withoutBlankEnd } from '../../rawTab/rawCells';
import type { CellReading, RawTabHead } from '../../rawTab/rawTab';
import { compactRaw, type PackedLog, textsOf } from '../../store/log/compactRaw';
import { untyped } from '../../store/log/logEntries';
import {
  type Carried,
  carriedIds,
  columnIndexOf,
  type HeadedTab,
  type SharedColumn,
  sharedColumns,
  textOf,
} from '../../sync/carriedIds';
import { compareRows, type RowComparison } from '../../sync/compareRows';
import { cellOfReading } from '../grid/gridCells';

declare module '../../workers/workers' {
  interface Jobs {
    /** Merges a tab of a file into a tab of the drive. */
    mergeTab: typeof mergeTab;
    /** Describes the current content of a tab of the drive. */
    inspectTab: typeof inspectTab;
  }
}

/** Stored tab. */
interface StoredRaw {
  readonly raw: Buffer;
  readonly log: PackedLog;
  /** Settings of its endpoint; with its columns if rows were written to it. */
  readonly settings: TabSettings;
}

export interface InspectedTab {
  /** Raw tab with its log folded in; undefined if there is no log. */
  readonly oldRaw?: Buffer;
  readonly columns: readonly Column[];
  /** Number of rows of its endpoint. */
  readonly rows: number;
  /** Number of rows that were added through the API. */
  readonly apiRows: number;
}

const foldedRaw = ({ raw, log }: StoredRaw) => (log.length === 0 ? raw : compactRaw(raw, textsOf(log)));

/** Describes a stored tab. Runs in a worker thread. */
export async function inspectTab(tab: StoredRaw): Promise<InspectedTab> {
  const oldRaw = await foldedRaw(tab);
  const { columns, rows, headerRow } = await deriveTab(oldRaw, tab.settings);
  let apiRows = 0;
  for await (const { row, added } of readRawRows(oldRaw)) {
    if (added === true && headerRow !== null && row > headerRow) apiRows += 1;
  }
  return { columns, rows, apiRows, ...(tab.log.length > 0 && { oldRaw }) };
}

/** Tab of a file, and the tab of the drive that it replaces. */
interface TabToMerge {
  /** Undefined if the tab is new in the drive. */
  readonly old?: StoredRaw;
  /** Packed raw tab of the file. */
  readonly fresh: Buffer;
  readonly sheetId: number;
  readonly title: string;
  /** Whether the rows of `fresh` have their former ids. */
  readonly ownIds: boolean;
  /** Whether rows that were added through the API and are not in the file are kept. */
  readonly keepAdded: boolean;
}

export interface MergedTab extends RowComparison {
  /** Packed raw tab, with the former ids. */
  readonly raw: Buffer;
  /** Old raw tab with its log folded in; undefined if there is no log. */
  readonly oldRaw?: Buffer;
  readonly derived: DerivedTab;
  /** Settings that its rows were derived with. */
  readonly derivedBy: TabSettings;
  readonly columnsBefore: readonly Column[];
  /** Numbers of rows that were added through the API and are not in the file: kept and dropped ones. */
  readonly apiRows: { readonly kept: number; readonly dropped: number };
}

/** Converts a cell of an untyped file, by parsing its text, to a cell of a typed file. */
function typedCell(cell: RawCell, reading: CellReading): RawCell {
  const read = readCell(cell, reading);
  return cellOfReading(read, read.text === '' ? null : read.text);
}

/** Converts a cell of one file's tab to a cell of another's. */
function convertedCell(cell: RawCell, oldHead: RawTabHead, freshHead: RawTabHead): RawCell {
  if (cell === null || oldHead.typed === freshHead.typed) return cell;
  return freshHead.typed ? typedCell(cell, oldHead) : untyped(cell);
}

/** Kept row of the old tab, with its cells in their columns of the file. */
type KeptRow = Pick<RawRow, 'id' | 'cells'>;

/** Returns the rows to keep, out of the candidates: those with a cell in at least one column of the file. */
async function rowsToKeep(
  old: Buffer,
  fresh: Buffer,
  candidates: ReadonlySet<string>,
  shared: readonly SharedColumn[],
): Promise<KeptRow[]> {
  const oldHead = await readRawHead(old);
  const freshHead = await readRawHead(fresh);
  const convert = (cell: RawCell) => convertedCell(cell, oldHead, freshHead);
  const keptRows: KeptRow[] = [];
  for await (const { id, cells } of readRawRows(old)) {
    if (!candidates.has(id)) continue;
    const moved = shared.map(([oldAt, freshAt]) => [freshAt, cells[oldAt] ?? null] as const);
    const movedCells = withoutBlankEnd(placed<RawCell, RawCell>([], moved, convert, null));
    if (movedCells.length > 0) keptRows.push({ id, cells: movedCells });
  }
  return keptRows;
}

/** Writes the merged tab: the rows of the file with their former ids, and the kept rows below. @returns the packed raw tab */
async function write(tab: TabToMerge, ids: Carried['ids'], headerRow: number, keptRows: readonly KeptRow[]) {
  const head = { ...(await readRawHead(tab.fresh)), sheetId: tab.sheetId, title: tab.title };
  const writer = createPackedRaw();
  let lastRow = 0;
  for await (const row of readRawRows(tab.fresh)) {
    writer.add({ ...row, id: ids.get(row.row) ?? row.id });
    lastRow = row.row;
  }
  if (keptRows.length === 0) return writer.finish(head);
  const firstBelow = Math.max(headerRow, lastRow) + 1;
  for (const [index, row] of keptRows.entries()) writer.add({ ...row, row: firstBelow + index, added: true });
  return writer.finish({ ...head, file: head.file ?? { lastRow, rows: [] } });
}

async function mergeNew(tab: TabToMerge): Promise<MergedTab> {
  const raw = await write(tab, new Map(), 0, []);
  const derived = await deriveTab(raw);
  return {
    raw,
    derived,
    derivedBy: {},
    columnsBefore: [],
    apiRows: { kept: 0, dropped: 0 },
    added: derived.rows,
    changed: 0,
    deleted: 0,
    gone: [],
  };
}

/** Finds the rows of the file that existed before. Tabs that share no column share no row. */
async function findCarried(
  { ownIds, fresh: raw }: TabToMerge,
  old: HeadedTab,
  headerRow: number,
  shared: readonly SharedColumn[],
  isKeyed: boolean,
): Promise<Carried> {
  if (!ownIds && shared.length > 0) return carriedIds(old, { raw, headerRow }, shared, isKeyed);
  const missing = new Set<string>();
  for await (const { id, added } of readRawRows(old.raw)) if (added === true) missing.add(id);
  if (ownIds) for await (const { id } of readRawRows(raw)) missing.delete(id);
  return { ids: new Map(), missing };
}

/** Leaves out rows whose key a row of the file has: they are that row. */
async function withoutKeysOf(
  fresh: Buffer,
  headerRow: number,
  [oldAt, freshAt]: SharedColumn,
  old: Buffer,
  rows: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const remaining = new Set(rows);
  const idsByKey = new Map<string, string>();
  for await (const { id, cells } of readRawRows(old)) {
    if (rows.has(id)) idsByKey.set(textOf(cells[oldAt]), id);
  }
  idsByKey.delete('');
  for await (const { row, cells } of readRawRows(fresh)) {
    if (row > headerRow) remaining.delete(idsByKey.get(textOf(cells[freshAt])) ?? '');
  }
  return remaining;
}

/**
 * Merges a tab of a file into one of the drive: recognized rows keep their ids, and rows that were added through the API are kept
 * below, unless they are to be dropped or no column of the file has any of their cells. Runs in a worker thread.
 */
export async function mergeTab(tab: TabToMerge): Promise<MergedTab> {
  const { old, fresh } = tab;
  if (old === undefined) return mergeNew(tab);
  const oldRaw = await foldedRaw(old);
  const before = await deriveTab(oldRaw, old.settings);
  const settings = { ...old.settings, known: undefined };
  const detected = await deriveTab(fresh, settings);
  const shared = sharedColumns(before.columns, detected.columns);
  const headerRow = detected.headerRow ?? 0;
  const keyColumn = before.columns.find(({ key }) => key === settings.keyColumn);
  const key = shared.find(([oldAt]) => keyColumn !== undefined && oldAt === columnIndexOf(keyColumn));
  const oldTab = { raw: oldRaw, headerRow: before.headerRow ?? 0 };
  const { ids, missing: unmatched } = await findCarried(tab, oldTab, headerRow, shared, key !== undefined);
  const missing = key === undefined ? unmatched : await withoutKeysOf(fresh, headerRow, key, oldRaw, unmatched);
  // A tab without columns has no endpoint that could serve a kept row.
  const mayKeep = tab.keepAdded && missing.size > 0 && before.columns.length > 0 && detected.columns.length > 0;
  const keptRows = mayKeep ? await rowsToKeep(oldRaw, fresh, missing, shared) : [];
  const raw = await write(tab, ids, headerRow, keptRows);
  const derived = await deriveTab(raw, settings);
  return {
    ...(await compareRows({ before: before.packed, after: derived.packed })),
    raw,
    derived,
    derivedBy: settings,
    columnsBefore: before.columns,
    apiRows: { kept: keptRows.length, dropped: missing.size - keptRows.length },
    ...(old.log.length > 0 && { oldRaw }),
  };
}
