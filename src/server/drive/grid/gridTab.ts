import type { GridRow } from '../../../contract/driveGrid';
import { readBlob } from '../../database/blobs';
import { ChangedMeanwhile, retryIfChanged } from '../../database/optimisticLocking';
import type { ServerEvents } from '../../database/events';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { TYPED } from '../../normalise/readCell';
import { placed, type RawCell, type RawRow, withoutBlankEnd } from '../../rawTab/rawCells';
import { Refusal } from '../../refusal';
import { readLog } from '../../store/log/driveLog';
import { changesIn, type FinalRow, finalRows } from '../../store/log/logEntries';
import { type Memory, SharedCache } from '../../store/memory/memory';
import { createYielding } from '../../yieldToEventLoop';
import { findDriveTab } from '../driveRepository';
import { gridCellOf } from './gridCells';
import { type RawBlocks, readBlocks } from './rawBlocks';

/** Approximate memory of a changed row besides its texts, in bytes. */
const BYTES_PER_CHANGE = 400;

/** Current tab of the drive: its stored blocks, and the rows that its log has changed since. */
export class GridTab {
  /** Number of the last row that contains, or has contained, anything. */
  lastRow: number;
  /** Number of the last column that contains, or has contained, anything. */
  columns: number;
  /** Number of row changes in the log. */
  logged = 0;
  /** Length of the log's texts. */
  loggedCharacters = 0;
  #changed = new Map<number, FinalRow>();

  /**
   * @param blocks the stored tab, without its log
   * @param sequence number of the last applied log entry
   */
  constructor(
    readonly blocks: RawBlocks,
    public sequence: number,
  ) {
    this.lastRow = blocks.lastRow;
    this.columns = blocks.width;
  }

  /** Estimate of the bytes in memory. */
  get bytes(): number {
    return this.blocks.bytes + this.loggedCharacters * 2 + this.#changed.size * BYTES_PER_CHANGE;
  }

  /** Applies the next log entry. */
  apply(entry: string): void {
    this.sequence += 1;
    this.loggedCharacters += entry.length;
    for (const change of changesIn([entry])) {
      finalRows([change], this.#changed);
      this.logged += 1;
      if (change.kind === 'remove') continue;
      this.lastRow = Math.max(this.lastRow, change.row);
      for (const [column] of change.cells) this.columns = Math.max(this.columns, column + 1);
    }
  }

  /** Returns a copy to which later writes are not applied. */
  copy(): GridTab {
    const copy = new GridTab(this.blocks, this.sequence);
    copy.#changed = new Map(this.#changed);
    copy.lastRow = this.lastRow;
    copy.columns = this.columns;
    return copy;
  }

  /** Returns rows from one number to another, both inclusive; blank rows are left out. */
  rows(from: number, to: number): GridRow[] {
    const stored = new Map(this.blocks.between(from, to).map((row) => [row.row, row]));
    const rows: GridRow[] = [];
    for (let number = from; number <= Math.min(to, this.lastRow); number += 1) {
      const row = this.#rowOf(number, stored.get(number), this.#changed.get(number));
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  row(number: number): GridRow | undefined {
    return this.rows(number, number)[0];
  }

  /** Returns the numbers of the rows that the log has written or removed, and their stored cells. */
  *loggedRows(): Generator<readonly [row: number, stored: readonly RawCell[]], void, undefined> {
    for (const row of [...this.#changed.keys()].toSorted((a, b) => a - b)) {
      yield [row, this.blocks.between(row, row)[0]?.cells ?? []];
    }
  }

  #rowOf(number: number, stored: RawRow | undefined, changed: FinalRow | undefined): GridRow | undefined {
    if (changed?.kind === 'removed') return undefined;
    const before = changed?.kind === 'new' ? undefined : stored;
    const id = changed?.kind === 'new' ? changed.id : before?.id;
    if (id === undefined) return undefined;
    const gridCells = (before?.cells ?? []).map((cell) => gridCellOf(cell, this.blocks.head));
    const cells = withoutBlankEnd(placed(gridCells, changed?.cells ?? [], (cell) => gridCellOf(cell, TYPED), null));
    return cells.length === 0 ? undefined : { row: number, id, cells };
  }
}

/** Tab, and its row in the database. */
export interface OpenedTab {
  readonly tab: GridTab;
  readonly stored: DriveTabsTable;
}

/** Maximum bytes of all tabs in memory; a larger tab is read for each request. */
const MAX_BYTES = 96 * 1024 * 1024;

const changesTooFast = () => new Refusal('busy', 'This sheet changes too fast to be read. Try again.');

export const noTab = () =>
  new Refusal('not_found', 'This spreadsheet has no such sheet.', { hint: 'It may have been deleted.' });

/** Cache of opened tabs, by the blob that each was read from. */
export class GridTabs {
  readonly #tabs: SharedCache<GridTab>;
  readonly #reading = createSingleFlight<GridTab>();

  /** @param memory memory budget shared with other caches */
  constructor(
    private readonly db: Db,
    events: Pick<ServerEvents, 'deleted'>,
    memory: Memory,
  ) {
    this.#tabs = new SharedCache(MAX_BYTES, { memory });
    events.deleted.on((ids) => ids.forEach((id) => this.#tabs.delete(id)));
  }

  /**
   * Opens a tab, with its row in the database.
   *
   * @throws Refusal `not_found`, `busy` if it changes too fast
   */
  open(spreadsheetId: string, sheetId: number): Promise<OpenedTab> {
    return retryIfChanged(changesTooFast, async () => {
      const stored = await findDriveTab(this.db, spreadsheetId, sheetId);
      if (stored === undefined) throw noTab();
      const tab = await this.#tabOf(stored);
      await this.#catchUp(tab, stored);
      return { tab, stored };
    });
  }

  /** Opens several tabs as copies, which later changes do not reach. @throws Refusal as {@link open} */
  async openCopies(tabs: readonly DriveTabsTable[]): Promise<OpenedTab[]> {
    const opened: OpenedTab[] = [];
    for (const { spreadsheet_id, sheet_id } of tabs) {
      const { tab, stored } = await this.open(spreadsheet_id, sheet_id);
      opened.push({ tab: tab.copy(), stored });
    }
    return opened;
  }

  /** Applies new log entries. @throws ChangedMeanwhile if the tab has received another blob meanwhile */
  async #catchUp(tab: GridTab, { spreadsheet_id, sheet_id, sequence, raw_blob }: DriveTabsTable): Promise<void> {
    const after = tab.sequence;
    if (after >= sequence) return;
    const part = await readLog(this.db, { spreadsheetId: spreadsheet_id, sheetId: sheet_id, after });
    if (part === undefined) throw new ChangedMeanwhile();
    const yielding = createYielding();
    for (const [index, entry] of part.log.entries()) {
      // Another request may have applied it meanwhile.
      if (tab.sequence === after + index) tab.apply(entry);
      const pause = yielding();
      if (pause) await pause;
    }
    if (tab.sequence < sequence) throw new ChangedMeanwhile();
    if (this.#tabs.peek(raw_blob) === tab) this.#tabs.set(raw_blob, tab, tab.bytes);
  }

  async #tabOf({ raw_blob, raw_sequence }: DriveTabsTable): Promise<GridTab> {
    const read = async () => {
      const blocks = await readBlocks(await readBlob(this.db, raw_blob));
      const tab = new GridTab(blocks, raw_sequence);
      this.#tabs.set(raw_blob, tab, blocks.bytes);
      return tab;
    };
    return this.#tabs.get(raw_blob) ?? this.#reading(raw_blob, read);
  }
}
