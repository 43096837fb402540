import type { Column } from '../../../contract/rows';
import { deriveTab } from '../../normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../../normalise/derivedTab';
import { readCell } from '../../normalise/readCell';
import { foldRaw } from '../../store/log/foldRaw';
import { untyped } from '../../store/log/logEntries';
import { type Carried, carriedIds, type HeadedTab, sharedColumns } from '../../sync/carriedIds';
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
  /** The columns of its endpoint, where rows were written to it. */
  readonly known?: readonly Column[];
}

/** A stored tab that a version may not have. */
export interface TabToInspect extends StoredRaw {
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
export async function inspectTab(tab: TabToInspect): Promise<InspectedTab> {
  const oldRaw = await folded(tab);
  const { columns, rows, headerRow } = await deriveTab(oldRaw, { ...tab.settings, known: tab.known });
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
  readonly sheetId: number;
  readonly title: string;
  readonly settings: TabSettings;
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
  readonly derived: Pick<DerivedTab, 'columns' | 'rows' | 'warnings'>;
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

/** Rows of the old tab that stay below those of the file. */
interface Staying {
  readonly rows: readonly RawRow[];
  readonly head: RawTabHead;
  readonly shared: ReturnType<typeof sharedColumns>;
}

/** The cells of a row that stays, in their columns of the file; none where the file has no column for any of them. */
function movedCells({ cells }: RawRow, { head: from, shared }: Staying, to: RawTabHead): RawCell[] {
  const moved = shared.map(([old, fresh]) => [fresh, cells[old] ?? null] as const);
  return withoutBlankEnd(placed<RawCell, RawCell>([], moved, (cell) => cellAcross(cell, from, to), null));
}

/** @returns the packed raw tab, and how many of the rows that are to stay have a cell in it */
async function write(tab: TabToMerge, ids: Carried['ids'], headerRow: number, staying?: Staying) {
  const head = { ...(await readRawHead(tab.fresh)), sheetId: tab.sheetId, title: tab.title };
  const writer = createPackedRaw();
  let [lastOfFile, last, kept] = [0, headerRow, 0];
  for await (const row of readRawRows(tab.fresh)) {
    writer.add({ ...row, id: ids.get(row.row) ?? row.id });
    lastOfFile = row.row;
    last = Math.max(last, row.row);
  }
  for (const row of staying?.rows ?? []) {
    const cells = staying === undefined ? [] : movedCells(row, staying, head);
    if (cells.length === 0) continue;
    kept += 1;
    writer.add({ id: row.id, row: last + kept, cells, added: true });
  }
  const { file = kept > 0 ? { lastRow: lastOfFile, rows: [] } : undefined } = head;
  return { raw: await writer.finish({ ...head, ...(file && { file }) }), kept };
}

const factsOf = ({ columns, rows, warnings }: DerivedTab) => ({ columns, rows, warnings });

async function mergeNew(tab: TabToMerge): Promise<MergedTab> {
  const { raw } = await write(tab, new Map(), 0);
  const derived = await deriveTab(raw, tab.settings);
  const counts = { added: derived.rows, changed: 0, deleted: 0, gone: [] };
  return { raw, derived: factsOf(derived), columnsBefore: [], apiRows: { kept: 0, dropped: 0 }, ...counts };
}

/** Ids of the old rows that were added by the API and are not among some ids. */
async function addedExcept(old: Buffer, known: ReadonlySet<string>): Promise<Carried> {
  const missing = new Set<string>();
  for await (const { id, added } of readRawRows(old)) if (added === true && !known.has(id)) missing.add(id);
  return { ids: new Map(), missing };
}

/** Which rows of the file were there before. Tabs that share no column share no row. */
async function carriedIn(tab: TabToMerge, old: HeadedTab, headerRow: number, shared: Staying['shared']) {
  if (!tab.ownIds && shared.length > 0) return carriedIds(old, { raw: tab.fresh, headerRow }, shared);
  const known = new Set<string>();
  if (tab.ownIds) for await (const { id } of readRawRows(tab.fresh)) known.add(id);
  return addedExcept(old.raw, known);
}

/**
 * Puts a tab of a file in the place of one of the drive: rows that are recognised keep their ids, and rows that were added by the
 * API stay below, unless they are to go or no column of the file has any of their cells. Runs in a worker thread.
 */
export async function mergeTab(tab: TabToMerge): Promise<MergedTab> {
  const { old, fresh, settings } = tab;
  if (old === undefined) return mergeNew(tab);
  const oldRaw = await folded(old);
  const before = await deriveTab(oldRaw, { ...settings, known: old.known });
  const alone = await deriveTab(fresh, settings);
  const shared = sharedColumns(before.columns, alone.columns);
  const headerRow = alone.headerRow ?? 0;
  const { ids, missing } = await carriedIn(tab, { raw: oldRaw, headerRow: before.headerRow ?? 0 }, headerRow, shared);
  const rows: RawRow[] = [];
  // A tab without columns has no endpoint that could answer a row that stays.
  if (tab.keepAdded && missing.size > 0 && before.columns.length > 0 && alone.columns.length > 0) {
    for await (const row of readRawRows(oldRaw)) if (missing.has(row.id)) rows.push(row);
  }
  const { raw, kept } = await write(tab, ids, headerRow, { rows, shared, head: await readRawHead(oldRaw) });
  const derived = await deriveTab(raw, settings);
  return {
    ...(await compareRows({ before: before.packed, after: derived.packed })),
    raw,
    derived: factsOf(derived),
    columnsBefore: before.columns,
    apiRows: { kept, dropped: missing.size - kept },
    ...(old.log.length > 0 && { oldRaw }),
  };
}
