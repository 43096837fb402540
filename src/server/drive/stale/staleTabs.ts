import { ChangedMeanwhile, retryIfChanged } from '../../database/optimisticLocking';
import { createKeyedMutex } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { differingColumns, type FileRows } from '../../rawTab/fileRows';
import type { RawCell } from '../../rawTab/rawCells';
import { type Memory, SharedCache } from '../../store/memory/memory';
import { runInSteps, type Steps } from '../../yieldToEventLoop';
import { busyWriting, listTabs } from '../driveRepository';
import type { GridTab, GridTabs } from '../grid/gridTab';
import type { RawBlocks } from '../grid/rawBlocks';
import { type FormulaIndex, indexFormulas, MAX_GROUPS } from './formulaIndex';
import { LAST_COLUMN, LAST_ROW } from './references';
import { type ChangedRange, type SheetFormulas, staleCells, type StaleCells } from './staleCells';

const ALL_COLUMNS = [1, LAST_COLUMN] as const;

/** 0-based columns whose cells differ from the file, by row. */
type ChangedColumns = ReadonlyMap<number, readonly number[]>;

/** Compares a stored tab, without its log, with its file. */
function* storedChanges({ head: { file }, between }: RawBlocks): Steps<ChangedColumns> {
  const changed = new Map<number, readonly number[]>();
  for (const [row, cells] of file?.rows ?? []) {
    changed.set(row, differingColumns(cells, between(row, row)[0]?.cells ?? []));
    yield;
  }
  return changed;
}

/** Returns the ranges of moved rows and columns. */
function movedRanges({ movedRow, movedColumn }: Partial<FileRows>): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  if (movedRow !== undefined) ranges.push({ columns: ALL_COLUMNS, rows: [movedRow, LAST_ROW], isMoved: true });
  if (movedColumn !== undefined) {
    ranges.push({ columns: [movedColumn, LAST_COLUMN], rows: [1, LAST_ROW], isMoved: true });
  }
  return ranges;
}

/**
 * Returns the cells of a tab that differ from its file.
 *
 * @param stored see {@link storedChanges}
 */
function* changedCells(tab: GridTab, stored: ChangedColumns): Steps<ChangedRange[]> {
  const { head, lastRow: lastStored } = tab.blocks;
  const file = new Map<number, readonly RawCell[]>(head.file?.rows);
  const lastRow = head.file?.lastRow ?? lastStored;
  const changed = new Map(stored);
  let isLonger = lastStored > lastRow;
  for (const [row, storedCells] of tab.loggedRows()) {
    const currentCells = tab.row(row)?.cells ?? [];
    if (row > lastRow) isLonger ||= currentCells.length > 0;
    else changed.set(row, differingColumns(file.get(row) ?? storedCells, currentCells));
    yield;
  }
  const ranges = movedRanges(head.file ?? {});
  if (isLonger) ranges.push({ columns: ALL_COLUMNS, rows: [lastRow + 1, LAST_ROW] });
  for (const [row, columns] of changed) {
    for (const index of columns) ranges.push({ columns: [index + 1, index + 1], rows: [row, row] });
  }
  return ranges;
}

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 96 * MEBIBYTE;
const BYTES_PER_CHANGED_ROW = 120;
const BYTES_PER_RUN = 60;
const BYTES_PER_ENTRY = 2_000;

/** Data derived from a stored tab, valid for its blob. */
interface StoredFormulas {
  readonly index: FormulaIndex;
  readonly changed: ChangedColumns;
}

/** Stale cells of a spreadsheet. */
interface StaleSpreadsheet {
  /** See {@link stateOf}. */
  readonly state: string;
  readonly cells: StaleCells;
}

/** Returns the state of a spreadsheet that determines its stale cells. */
const stateOf = (tabs: readonly DriveTabsTable[]) =>
  tabs.map(({ sheet_id, raw_blob, sequence }) => `${sheet_id} ${raw_blob} ${sequence}`).join(' ');

const runsIn = (cells: StaleCells) => [...cells.values()].reduce((sum, { length }) => sum + length, 0);

const NONE: StaleCells = new Map();

/**
 * Finds the formulas whose values are older than their inputs. The result is computed on request from the stored tabs and their
 * logs: the formulas of a blob are analyzed once, and later changes are applied.
 */
export class StaleTabs {
  /** By blob of a tab. */
  readonly #stored: SharedCache<StoredFormulas>;
  /** By spreadsheet. */
  readonly #results: SharedCache<StaleSpreadsheet>;
  /** Runs one computation at a time per spreadsheet, however fast it changes; waiting requests use its result. */
  readonly #mutex = createKeyedMutex();

  constructor(
    private readonly db: Db,
    private readonly tabs: GridTabs,
    memory: Memory,
  ) {
    this.#stored = new SharedCache(MAX_BYTES, { memory });
    this.#results = new SharedCache(MAX_BYTES, { memory });
  }

  /** Returns the current stale cells of a spreadsheet; none if it does not exist. */
  of(spreadsheetId: string): Promise<StaleCells> {
    return this.#mutex(spreadsheetId, () => retryIfChanged(busyWriting, () => this.#compute(spreadsheetId)));
  }

  /** @throws ChangedMeanwhile if tabs are replaced or removed meanwhile */
  async #compute(spreadsheetId: string): Promise<StaleCells> {
    const tabs = await listTabs(this.db, spreadsheetId);
    const state = stateOf(tabs);
    const cached = this.#results.get(spreadsheetId);
    if (cached?.state === state) return cached.cells;
    try {
      const cells = tabs.some(({ edited }) => edited === 1) ? await this.#findStale(tabs) : NONE;
      this.#results.set(spreadsheetId, { state, cells }, BYTES_PER_ENTRY + runsIn(cells) * BYTES_PER_RUN);
      return cells;
    } catch (error) {
      const isUnchanged = stateOf(await listTabs(this.db, spreadsheetId)) === state;
      throw isUnchanged ? error : new ChangedMeanwhile();
    }
  }

  async #findStale(tabs: readonly DriveTabsTable[]): Promise<StaleCells> {
    const opened = await this.tabs.openCopies(tabs);
    const withFormulas = opened.filter(({ tab }) => tab.blocks.hasFormulas).length;
    if (withFormulas === 0) return NONE;
    const max = Math.floor(MAX_GROUPS / withFormulas);
    const sheets: SheetFormulas[] = [];
    for (const { tab, stored } of opened) {
      const { index, changed } = await this.#formulasOf(tab.blocks, stored, max);
      sheets.push({
        sheetId: stored.sheet_id,
        title: tab.blocks.head.title,
        groups: index.groups,
        changed: await runInSteps(changedCells(tab, changed)),
      });
    }
    return runInSteps(staleCells(sheets));
  }

  async #formulasOf(blocks: RawBlocks, { raw_blob }: DriveTabsTable, max: number): Promise<StoredFormulas> {
    const cached = this.#stored.get(raw_blob);
    if (cached !== undefined) return cached;
    const index = await runInSteps(indexFormulas(blocks.hasFormulas ? blocks.all() : [], max));
    const changed = await runInSteps(storedChanges(blocks));
    const bytes = BYTES_PER_ENTRY + index.bytes + changed.size * BYTES_PER_CHANGED_ROW;
    this.#stored.set(raw_blob, { index, changed }, bytes);
    return { index, changed };
  }
}
