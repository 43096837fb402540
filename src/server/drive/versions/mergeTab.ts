import type { Column } from '../../../contract/rows';
import type { DerivedTab, TabSettings } from '../../normalise/deriveTab';
import { foldRaw } from '../../records/foldRaw';
import { compareRows, type RowComparison } from '../../sync/compareRows';
import { deriveRead } from '../../workbook/deriveRead';
import { createPackedRaw, readRawHead, readRawRows } from '../../workbook/packedRaw';
import type { RawCell, RawRow, RawTabHead } from '../../workbook/rawTab';
import { type Carried, carriedIds } from './carriedIds';
import { cellAcross, type SharedColumn, sharedColumns } from './cellsAcross';

/** A tab as it is stored. */
export interface StoredRaw {
  readonly raw: Buffer;
  readonly log: readonly string[];
  /** The columns its endpoint has now, where rows were written to it. */
  readonly known?: readonly Column[];
}

/** A tab of a file that is to take the place of one of the drive. */
export interface TabToMerge {
  /** Undefined where the drive has no such tab yet. */
  readonly old?: StoredRaw;
  /** The packed raw tab of the file. */
  readonly fresh: Buffer;
  readonly sheetId: number;
  readonly title: string;
  readonly settings: TabSettings;
  /** Whether the rows of `fresh` have their ids of old. */
  readonly ownIds: boolean;
  /** Whether rows that were added here and are not in the file stay. */
  readonly keepAdded: boolean;
}

export interface MergedTab extends RowComparison {
  /** The packed raw tab, with ids carried. */
  readonly raw: Buffer;
  /** The old one with its log; undefined where there is no log. */
  readonly oldRaw?: Buffer;
  readonly derived: Pick<DerivedTab, 'columns' | 'rows' | 'warnings'>;
  /** The columns before. */
  readonly columnsBefore: readonly Column[];
  /** Rows that were added here and are not in the file. */
  readonly missing: number;
}

/** The rows of a raw tab with some ids. */
async function rowsWithIds(raw: Buffer, ids: ReadonlySet<string>): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  if (ids.size === 0) return rows;
  for await (const row of readRawRows(raw)) if (ids.has(row.id)) rows.push(row);
  return rows;
}

/** Rows whose ids the restored tab does not know. */
async function missingById(old: Buffer, fresh: Buffer): Promise<Carried> {
  const known = new Set<string>();
  for await (const { id } of readRawRows(fresh)) known.add(id);
  const missing = new Set<string>();
  for await (const { id, added } of readRawRows(old)) if (added === true && !known.has(id)) missing.add(id);
  return { ids: new Map(), missing };
}

interface Staying {
  readonly rows: readonly RawRow[];
  readonly head: RawTabHead;
  readonly shared: readonly SharedColumn[];
}

/** A row that stays, with its cells where their columns are now. */
function movedRow({ id, cells }: RawRow, row: number, { head: from, shared }: Staying, to: RawTabHead): RawRow {
  const moved: RawCell[] = [];
  for (const [old, fresh] of shared) {
    const cell = cells[old] ?? null;
    while (moved.length < fresh) moved.push(null);
    moved[fresh] = cell === null ? null : cellAcross(cell, from, to);
  }
  while (moved.length > 0 && (moved.at(-1) ?? null) === null) moved.pop();
  return { id, row, cells: moved, added: true };
}

async function write(tab: TabToMerge, { ids }: Carried, headerRow: number, staying: Staying | undefined) {
  const head = { ...(await readRawHead(tab.fresh)), sheetId: tab.sheetId, title: tab.title };
  const writer = createPackedRaw();
  let place = 0;
  let last = headerRow;
  for await (const row of readRawRows(tab.fresh)) {
    const id = row.row > headerRow ? ids.get(place++) : undefined;
    writer.add(id === undefined ? row : { ...row, id });
    last = Math.max(last, row.row);
  }
  for (const row of staying?.rows ?? []) {
    const moved = staying && movedRow(row, last + 1, staying, head);
    if (moved === undefined || moved.cells.length === 0) continue;
    writer.add(moved);
    last += 1;
  }
  return writer.finish(head);
}

const factsOf = ({ columns, rows, warnings }: DerivedTab) => ({ columns, rows, warnings });

async function mergeNew(tab: TabToMerge): Promise<MergedTab> {
  const raw = await write(tab, { ids: new Map(), missing: new Set() }, 0, undefined);
  const derived = await deriveRead(raw, tab.settings);
  const counts = { added: derived.rows, changed: 0, deleted: 0, gone: [] };
  return { raw, derived: factsOf(derived), columnsBefore: [], missing: 0, ...counts };
}

/**
 * Lets a tab of a file take the place of one of the drive: rows that are recognised keep their ids, rows that were added here
 * stay below, unless they are to go. Runs in a worker thread.
 */
export async function mergeTab(tab: TabToMerge): Promise<MergedTab> {
  const { old, fresh, settings } = tab;
  if (old === undefined) return mergeNew(tab);
  const oldRaw = old.log.length === 0 ? old.raw : await foldRaw(old.raw, old.log);
  const before = await deriveRead(oldRaw, { ...settings, known: old.known });
  const alone = await deriveRead(fresh, settings);
  const shared = sharedColumns(before.columns, alone.columns);
  const headerRow = alone.headerRow ?? 0;
  const carried = tab.ownIds
    ? await missingById(oldRaw, fresh)
    : await carriedIds({ raw: oldRaw, headerRow: before.headerRow ?? 0 }, { raw: fresh, headerRow }, shared);
  const rows = tab.keepAdded ? await rowsWithIds(oldRaw, carried.missing) : [];
  const raw = await write(tab, carried, headerRow, { rows, shared, head: await readRawHead(oldRaw) });
  const derived = await deriveRead(raw, settings);
  return {
    ...(await compareRows({ before: before.packed, after: derived.packed })),
    raw,
    derived: factsOf(derived),
    columnsBefore: before.columns,
    missing: carried.missing.size,
    ...(old.log.length > 0 && { oldRaw }),
  };
}
