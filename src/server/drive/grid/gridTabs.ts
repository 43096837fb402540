import type { Kysely } from 'kysely';
import { readBlob } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { type Memory, SharedCache } from '../../store/memory/memory';
import { Refusal } from '../../refusal';
import { findDriveTab } from '../driveRepository';
import { GridTab, readBlocks } from './gridTab';

/** Bytes in memory for all tabs together; a larger tab is read anew for each request. */
const BUDGET = 96 * 1024 * 1024;

/** Tries to read a tab that is replaced while it is read. */
const TRIES = 5;

export const noTab = () =>
  new Refusal('not_found', 'This spreadsheet has no such sheet.', { hint: 'It may have been deleted.' });

/** Cache of opened tabs, by the blob that each was read from. */
export class GridTabs {
  readonly #tabs: SharedCache<GridTab>;
  readonly #reading = new Map<string, Promise<GridTab>>();

  /** @param memory the budget that it shares with other caches of the server */
  constructor(
    private readonly db: Kysely<Database>,
    memory: Memory,
  ) {
    this.#tabs = new SharedCache(BUDGET, { memory });
  }

  /**
   * A tab, and its row in the database.
   *
   * @throws Refusal `not_found`, `busy` when it changes too fast
   */
  async open(spreadsheetId: string, sheetId: number) {
    let failure: unknown = new Refusal('busy', 'This sheet changes too fast to be read. Try again.');
    for (let tried = 0; tried < TRIES; tried += 1) {
      const stored = await findDriveTab(this.db, spreadsheetId, sheetId);
      if (stored === undefined) throw noTab();
      try {
        const tab = await this.#tabOf(stored);
        if (await this.#follow(tab, stored)) return { tab, stored };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** Applies new entries of the log. @returns false when the tab has got another blob meanwhile */
  async #follow(tab: GridTab, { spreadsheet_id, sheet_id, sequence }: DriveTabsTable): Promise<boolean> {
    if (tab.sequence >= sequence) return true;
    const entries = await this.db
      .selectFrom('record_log')
      .select(['sequence', 'entries'])
      .where((eb) => eb.and({ spreadsheet_id, sheet_id }))
      .where('sequence', '>', tab.sequence)
      .orderBy('sequence')
      .execute();
    // Another request may have applied some of them since.
    const next = entries.filter((entry) => entry.sequence > tab.sequence);
    if (next.some((entry, at) => entry.sequence !== tab.sequence + at + 1)) return false;
    const texts = next.map((entry) => entry.entries);
    tab.follow(texts, tab.sequence + next.length);
    return tab.sequence >= sequence;
  }

  async #tabOf({ raw_blob, raw_sequence }: DriveTabsTable): Promise<GridTab> {
    const known = this.#tabs.get(raw_blob);
    if (known !== undefined) return known;
    const reading = this.#reading.get(raw_blob) ?? this.#read(raw_blob, raw_sequence);
    this.#reading.set(raw_blob, reading);
    return reading.finally(() => this.#reading.delete(raw_blob));
  }

  async #read(blob: string, sequence: number): Promise<GridTab> {
    const blocks = await readBlocks(await readBlob(this.db, blob));
    const tab = new GridTab(blocks, sequence);
    this.#tabs.set(blob, tab, blocks.bytes);
    return tab;
  }
}
