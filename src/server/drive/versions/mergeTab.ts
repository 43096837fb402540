import type { Column } from '../../../contract/rows';
import { deriveTab } from '../../normalise/deriveTab';
import { type DerivedTab, haveEqualSettings, type TabSettings } from '../../normalise/derivedTab';
import { readCell } from '../../normalise/readCell';
import { foldRaw } from '../../store/log/foldRaw';
import { untyped } from '../../store/log/logEntries';
import { type Carried, carriedIds, type HeadedTab, type SharedColumn, sharedColumns } from '../../sync/carriedIds';
import { compareRows, type RowComparison } from '../../sync/compareRows';
import { createPackedRaw, readRawHead, readRawRows } from '../../rawTab/packedRaw';
import type { CellReading, RawTabHead } from '../../rawTab/rawTab';
import { placed, type RawCell, type RawRow, withoutBlankEnd } from '../../rawTab/rawCells';
import { cellOfReading } from '../grid/gridCells';

declare module '../../workers/workers' {
  interface Jobs {
    /** Lets a tab of a file take the place of a tab of the drive. */
    mergeTab: typeof mergeTab;
    /** Says what a tab of the drive holds by now. */
    inspectTab: typeof inspectTab;
  }
}

/** A tab as it is stored. */
export interface StoredRaw {
  readonly raw: Buffer;
  /** Texts of its log, in order. */
  readonly log: readonly string[];
  /** The columns of its endpoint are known where rows were written to it. */
  readonly settings: TabSettings;
}

export interface InspectedTab {
  /** The raw tab with its log folded into it; undefined where there is no log. */
  readonly oldRaw?: Buffer;
  readonly columns: readonly Column[];
  /** Rows of its endpoint. */
  readonly rows: number;
  /** How many of them were added by the API. */
  readonly apiRows: number;
}

const folded = ({ raw, log }: StoredRaw) => (log.length === 0 ? raw : foldRaw(raw, log));

/** Says what a stored tab holds. Runs in a worker thread. */
export async function inspectTab(tab: StoredRaw): Promise<InspectedTab> {
  const oldRaw = await folded(tab);
  const { columns, rows, headerRow } = await deriveTab(oldRaw, tab.settings);
  let apiRows = 0;
  for await (const { row, added } of readRawRows(oldRaw)) {
    if (added === true && headerRow !== null && row > headerRow) apiRows += 1;
  }
  return { columns, rows, apiRows, ...(tab.log.length > 0 && { oldRaw }) };
}

/** A tab of a file that takes the place of one of the drive. */
export interface TabToMerge {
  /** Undefined where the drive has no such tab yet. */
  readonly old?: StoredRaw;
  /** The packed raw tab of the file. */
  readonly fresh: Buffer;
  /** What is derived of that while a person has decided nothing, where it is known already. */
  readonly alone?: Pick<DerivedTab, 'columns' | 'headerRow'>;
  readonly sheetId: number;
  readonly title: string;
  /** Whether the rows of `fresh` have their former ids. */
  readonly ownIds: boolean;
  /** Whether rows that were added by the API and are not in the file stay. */
  readonly keepAdded: boolean;
}

export interface MergedTab extends RowComparison {
  /** The packed raw tab, with ids carried. */
  readonly raw: Buffer;
  /** The old one with its log folded into it; undefined where there is no log. */
  readonly oldRaw?: Buffer;
  readonly derived: DerivedTab;
  /** What its rows were derived by. */
  readonly derivedBy: TabSettings;
  readonly columnsBefore: readonly Column[];
  /** Rows that were added by the API and are not in the file: those that stay, and those that go. */
  readonly apiRows: { readonly kept: number; readonly dropped: number };
}

/** A cell of an untyped file, whose texts are read for their values, as one of a typed file. */
function typedCell(cell: RawCell, from: CellReading): RawCell {
  const read = readCell(cell, from);
  return cellOfReading(read, read.text === '' ? null : read.text);
}

/** A cell of one file's tab as a cell of another's. */
function cellAcross(cell: RawCell, from: RawTabHead, to: RawTabHead): RawCell {
  if (cell === null || from.typed === to.typed) return cell;
  return to.typed ? typedCell(cell, from) : untyped(cell);
}

/** A row of the old tab that stays, with its cells in their columns of the file. */
type StayingRow = Pick<RawRow, 'id' | 'cells'>;

/** Those of some rows that stay: the file has a column for one of their cells at least. */
async function stayingRows(
  old: Buffer,
  fresh: Buffer,
  wanted: ReadonlySet<string>,
  shared: readonly SharedColumn[],
): Promise<StayingRow[]> {
  const [from, to] = [await readRawHead(old), await readRawHead(fresh)];
  const staying: StayingRow[] = [];
  for await (const { id, cells } of readRawRows(old)) {
    if (!wanted.has(id)) continue;
    const moved = shared.map(([oldAt, freshAt]) => [freshAt, cells[oldAt] ?? null] as const);
    const own = withoutBlankEnd(placed<RawCell, RawCell>([], moved, (cell) => cellAcross(cell, from, to), null));
    if (own.length > 0) staying.push({ id, cells: own });
  }
  return staying;
}

/** @returns the packed raw tab */
async function write(tab: TabToMerge, ids: Carried['ids'], headerRow: number, staying: readonly StayingRow[]) {
  const head = { ...(await readRawHead(tab.fresh)), sheetId: tab.sheetId, title: tab.title };
  const writer = createPackedRaw();
  let lastRow = 0;
  for await (const row of readRawRows(tab.fresh)) {
    writer.add({ ...row, id: ids.get(row.row) ?? row.id });
    lastRow = row.row;
  }
  const below = Math.max(headerRow, lastRow) + 1;
  for (const [at, row] of staying.entries()) writer.add({ ...row, row: below + at, added: true });
  const { file = staying.length > 0 ? { lastRow, rows: [] } : undefined } = head;
  return writer.finish({ ...head, ...(file && { file }) });
}

async function mergeNew(tab: TabToMerge): Promise<MergedTab> {
  const raw = await write(tab, new Map(), 0, []);
  const derived = await deriveTab(raw);
  const counts = { added: derived.rows, changed: 0, deleted: 0, gone: [] };
  return { raw, derived, derivedBy: {}, columnsBefore: [], apiRows: { kept: 0, dropped: 0 }, ...counts };
}

/** Which rows of the file were there before. Tabs that share no column share no row. */
async function carriedIn(
  { ownIds, fresh: raw }: TabToMerge,
  old: HeadedTab,
  headerRow: number,
  shared: readonly SharedColumn[],
): Promise<Carried> {
  if (!ownIds && shared.length > 0) return carriedIds(old, { raw, headerRow }, shared);
  const missing = new Set<string>();
  for await (const { id, added } of readRawRows(old.raw)) if (added === true) missing.add(id);
  if (ownIds) for await (const { id } of readRawRows(raw)) missing.delete(id);
  return { ids: new Map(), missing };
}

/**
 * Puts a tab of a file in the place of one of the drive: rows that are recognised keep their ids, and rows that were added by the
 * API stay below, unless they are to go or no column of the file has any of their cells. Runs in a worker thread.
 */
export async function mergeTab(tab: TabToMerge): Promise<MergedTab> {
  const { old, fresh } = tab;
  if (old === undefined) return mergeNew(tab);
  const oldRaw = await folded(old);
  const before = await deriveTab(oldRaw, old.settings);
  const settings = { ...old.settings, known: undefined };
  const alone = (haveEqualSettings(settings, {}) && tab.alone) || (await deriveTab(fresh, settings));
  const shared = sharedColumns(before.columns, alone.columns);
  const headerRow = alone.headerRow ?? 0;
  const { ids, missing } = await carriedIn(tab, { raw: oldRaw, headerRow: before.headerRow ?? 0 }, headerRow, shared);
  // A tab without columns has no endpoint that could answer a row that stays.
  const mayStay = tab.keepAdded && missing.size > 0 && before.columns.length > 0 && alone.columns.length > 0;
  const staying = mayStay ? await stayingRows(oldRaw, fresh, missing, shared) : [];
  const raw = await write(tab, ids, headerRow, staying);
  const derived = await deriveTab(raw, settings);
  return {
    ...(await compareRows({ before: before.packed, after: derived.packed })),
    raw,
    derived,
    derivedBy: settings,
    columnsBefore: before.columns,
    apiRows: { kept: staying.length, dropped: missing.size - staying.length },
    ...(old.log.length > 0 && { oldRaw }),
  };
}
