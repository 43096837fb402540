import type { Column } from '../../../contract/rows';
import { deriveTab } from '../../normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../../normalise/derivedTab';
import { compactRaw, type PackedLog, packLog, textsOf } from '../../store/log/compactRaw';
import type { LoggedChange } from '../../store/log/logEntries';
import { columnOfAddress } from '../../rawTab/cellAddress';
import { type CellFormats, movedFormats, removedFormats, withRestored } from '../../rawTab/cellFormats';
import { afterMove } from '../../rawTab/fileRows';
import { createPackedRaw, readRawHead, readRawRows } from '../../rawTab/packedRaw';
import { type RawCell, type RawRow, withoutBlankEnd } from '../../rawTab/rawCells';
import type { RawTabHead } from '../../rawTab/rawTab';
import { isRowChange, movedMerge, movedNumber, type Reshape } from '../../rawTab/reshape';

declare module '../../workers/workers' {
  interface Jobs {
    /** Changes cells, rows or columns of a tab, and derives its endpoint's rows. */
    changeRaw: typeof changeRaw;
  }
}

const blanks = (count: number): RawCell[] => Array.from({ length: count }, () => null);

/** Inserts cells before a column. @param column its index, from 0 */
function insertCells(cells: readonly RawCell[], column: number, inserted: readonly RawCell[]): RawCell[] {
  const gap = blanks(Math.max(0, column - cells.length));
  return withoutBlankEnd([...cells.slice(0, column), ...gap, ...inserted, ...cells.slice(column)]);
}

/**
 * Returns a row after the change, and its removed part.
 *
 * @param restored cells to restore where columns are inserted
 */
function reshapeRow(row: RawRow, reshape: Reshape, restored: readonly RawCell[] = []) {
  const { kind, at, count } = reshape;
  if (isRowChange(reshape)) {
    const newNumber = movedNumber(row.row, reshape);
    if (newNumber === undefined) return { removed: { ...row, row: row.row - at + 1 } };
    return { kept: { ...row, row: newNumber } };
  }
  if (kind === 'deleteColumns') {
    const cells = [...row.cells];
    const removed = withoutBlankEnd(cells.splice(at - 1, count));
    return { kept: { ...row, cells: withoutBlankEnd(cells) }, removed: { ...row, cells: removed } };
  }
  const inserted = [...restored, ...blanks(count - restored.length)].slice(0, count);
  return { kept: { ...row, cells: insertCells(row.cells, at - 1, inserted) } };
}

/**
 * Returns the rows of a removed part that the tab does not have: removed rows, each at its former position among them, unless they
 * have come back already; of removed columns the rows that had no other cells.
 */
async function missingRows(part: readonly RawRow[], packedRaw: Buffer, reshape: Reshape): Promise<RawRow[]> {
  const { kind, at, count } = reshape;
  if (part.length === 0) return [];
  const missing = new Map(part.map((row) => [row.id, row]));
  for await (const { id } of readRawRows(packedRaw)) missing.delete(id);
  const rows = [...missing.values()];
  if (kind !== 'insertRows') return rows.map((row) => ({ ...row, cells: insertCells([], at - 1, row.cells) }));
  const placedRows = rows.map((row) => ({ ...row, row: at + row.row - 1 }));
  return placedRows.filter(({ row }) => row < at + count);
}

/**
 * Returns the head of a tab after the change.
 *
 * @param lastRow number of its last row before the change
 * @param restored formats of the part to restore
 */
function headAfter(head: RawTabHead, reshape: Reshape, lastRow: number, restored: CellFormats | undefined): RawTabHead {
  const { merges, formats, file = { lastRow, rows: [] } } = head;
  const moved = formats && movedFormats(formats, reshape);
  return {
    ...head,
    merges: merges.flatMap((merge) => movedMerge(merge, reshape)),
    file: afterMove(file, reshape),
    ...(moved && { formats: restored === undefined ? moved : withRestored(moved, restored, reshape) }),
  };
}

/** Tab after rows or columns were inserted or removed. */
interface Reshaped {
  readonly raw: Buffer;
  /** Removed part, as a packed raw tab: rows numbered from 1, or the removed cells of each row. */
  readonly removed: Buffer;
}

/**
 * Inserts or removes rows or columns of a tab. Every row keeps its id.
 *
 * @param packedRaw packed raw tab (`../../rawTab/packedRaw.ts`)
 * @param piece part removed by an earlier change, to restore at the inserted rows or columns
 */
export async function reshapeRaw(packedRaw: Buffer, reshape: Reshape, piece?: Buffer): Promise<Reshaped> {
  const head = await readRawHead(packedRaw);
  const part: RawRow[] = [];
  if (piece !== undefined) for await (const row of readRawRows(piece)) part.push(row);
  const restoredCells = new Map(part.map(({ id, cells }) => [id, cells]));
  const missing = await missingRows(part, packedRaw, reshape);
  const remaining = createPackedRaw();
  const removed = createPackedRaw();
  const addRow = (writer: typeof remaining, row: RawRow | undefined) => {
    if (row !== undefined && row.cells.length > 0) writer.add(row);
  };
  let lastRow = 0;
  for await (const row of readRawRows(packedRaw)) {
    const newNumber = isRowChange(reshape) ? (movedNumber(row.row, reshape) ?? 0) : row.row;
    while (missing[0] !== undefined && missing[0].row < newNumber) addRow(remaining, missing.shift());
    // A row that was written meanwhile where a removed one stood gets the cells of that one.
    const replaced = missing[0]?.row === newNumber ? missing.shift() : undefined;
    const cells = restoredCells.get(row.id) ?? restoredCells.get(replaced?.id ?? '');
    const reshaped = reshapeRow(row, reshape, cells);
    addRow(remaining, reshaped.kept);
    addRow(removed, reshaped.removed);
    lastRow = row.row;
  }
  for (const row of missing) addRow(remaining, row);
  const formatsToRestore = piece && (await readRawHead(piece)).formats;
  return {
    raw: await remaining.finish(headAfter(head, reshape, lastRow, formatsToRestore)),
    removed: await removed.finish({
      ...head,
      merges: [],
      file: undefined,
      formats: head.formats && removedFormats(head.formats, reshape),
    }),
  };
}

/** Returns the new keys of columns whose keys have changed, by the old ones. */
function renamedColumns(before: readonly Column[], after: readonly Column[], reshape: Reshape | undefined) {
  const newKeys = new Map<number | undefined, string>(after.map(({ cell, key }) => [columnOfAddress(cell), key]));
  const renamed = new Map<string, string>();
  const areMoved = reshape !== undefined && !isRowChange(reshape);
  for (const { cell, key } of before) {
    const column = columnOfAddress(cell);
    const newKey = newKeys.get(areMoved ? movedNumber(column, reshape) : column);
    if (newKey !== undefined && newKey !== key) renamed.set(key, newKey);
  }
  return renamed;
}

/**
 * Returns the settings with the new keys of columns, so that the key column stays the key column; undefined if no named key has
 * changed.
 */
function renamedSettings(settings: TabSettings, renamed: ReadonlyMap<string, string>): TabSettings | undefined {
  const { keyColumn, columnTypes = {} } = settings;
  const named = [...Object.keys(columnTypes), ...(keyColumn ? [keyColumn] : [])];
  if (!named.some((name) => renamed.has(name))) return undefined;
  const nameOf = (name: string) => renamed.get(name) ?? name;
  return {
    ...settings,
    keyColumn: keyColumn ? nameOf(keyColumn) : keyColumn,
    columnTypes: Object.fromEntries(Object.entries(columnTypes).map(([name, type]) => [nameOf(name), type])),
  };
}

/** Stored tab, and the change to apply. */
export interface RawChange {
  readonly raw: Buffer;
  readonly log: PackedLog;
  /** Rows to write. */
  readonly changes: readonly LoggedChange[];
  readonly reshape?: Reshape;
  /** Removed part to restore at the inserted rows or columns. */
  readonly piece?: Buffer;
  readonly settings: TabSettings;
  /** Columns of its endpoint. */
  readonly columns: readonly Column[];
}

/** Tab after the change, with its log folded in, and its endpoint's rows. */
export interface ChangedRaw {
  readonly raw: Buffer;
  readonly removed?: Buffer;
  readonly derived: DerivedTab;
  /** Settings, with the new column names. */
  readonly settings: TabSettings;
}

/** Changes a tab's cells or its shape and derives its endpoint's rows. Runs in a worker thread. */
export async function changeRaw(change: RawChange): Promise<ChangedRaw> {
  const { raw, log, changes, reshape, piece, settings, columns } = change;
  const entries = changes.length === 0 ? log : [...log, ...packLog([JSON.stringify([changes])])];
  const folded = entries.length === 0 ? raw : await compactRaw(raw, textsOf(entries));
  const changed = reshape === undefined ? { raw: folded } : await reshapeRaw(folded, reshape, piece);
  const derived = await deriveTab(changed.raw, settings);
  const renamed = renamedSettings(settings, renamedColumns(columns, derived.columns, reshape));
  if (renamed === undefined) return { ...changed, derived, settings };
  return { ...changed, derived: await deriveTab(changed.raw, renamed), settings: renamed };
}
