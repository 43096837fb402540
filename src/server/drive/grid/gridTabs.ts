import type { Kysely } from 'kysely';
import { readBlob } from '../../database/blobs';
import type { Database } from '../../database/schema';
import { Lru } from '../../endpoints/engine/lru';
import { memoryOf } from '../../endpoints/memoryOf';
import { Refusal } from '../../refusal';
import { GridTab } from './gridTab';
import { readBlocks } from './rawBlocks';

type Db = Kysely<Database>;

/** Bytes in memory for all tabs together; one that is larger is read anew for each call. */
const BUDGET = 96 * 1024 * 1024;

/** So often a tab is read again because it was replaced while it was being read. */
const TRIES = 5;

/** Where a tab stands in the database. */
export interface StoredGrid {
  readonly raw_blob: string;
  readonly sequence: number;
  readonly raw_sequence: number;
}

const findStored = (db: Db, spreadsheetId: string, sheetId: number): Promise<StoredGrid | undefined> =>
  db
    .selectFrom('drive_tabs')
    .select(['raw_blob', 'sequence', 'raw_sequence'])
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .executeTakeFirst();

const entriesAfter = (db: Db, spreadsheetId: string, sheetId: number, sequence: number) =>
  db
    .selectFrom('record_log')
    .select(['sequence', 'entries'])
    .where('spreadsheet_id', '=', spreadsheetId)
    .where('sheet_id', '=', sheetId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .execute();

export const noTab = () =>
  new Refusal('not_found', 'This spreadsheet has no such sheet.', { hint: 'It may have been deleted.' });

/** Tabs that are looked at, in memory, each with the blob that it was read from. */
export class GridTabs {
  readonly #tabs: Lru<GridTab>;
  readonly #reading = new Map<string, Promise<GridTab>>();

  constructor(private readonly db: Db) {
    this.#tabs = new Lru(BUDGET, { memory: memoryOf(db) });
  }

  /**
   * A tab as it is stored by now, and where it stands.
   *
   * @throws Refusal `not_found`
   */
  async open(spreadsheetId: string, sheetId: number): Promise<{ readonly tab: GridTab; readonly stored: StoredGrid }> {
    let failure: Error | undefined;
    for (let tried = 0; tried < TRIES; tried += 1) {
      const stored = await findStored(this.db, spreadsheetId, sheetId);
      if (stored === undefined) throw noTab();
      try {
        const tab = await this.#blocksOf(stored);
        if (await this.#follow(tab, stored, spreadsheetId, sheetId)) return { tab, stored };
      } catch (error) {
        failure = error instanceof Error ? error : new Error('A tab could not be read.', { cause: error });
      }
    }
    throw failure ?? new Refusal('busy', 'This sheet changes too fast to be read. Try again.');
  }

  /** @returns false when the tab has got another blob meanwhile */
  async #follow(tab: GridTab, { sequence }: StoredGrid, spreadsheetId: string, sheetId: number): Promise<boolean> {
    if (tab.sequence >= sequence) return true;
    const entries = await entriesAfter(this.db, spreadsheetId, sheetId, tab.sequence);
    const next = entries.filter((entry) => entry.sequence > tab.sequence);
    if (next.some((entry, at) => entry.sequence !== tab.sequence + at + 1)) return false;
    const last = next.at(-1);
    if (last !== undefined) {
      tab.follow(
        next.map((entry) => entry.entries),
        last.sequence,
      );
    }
    return tab.sequence >= sequence;
  }

  async #blocksOf({ raw_blob, raw_sequence }: StoredGrid): Promise<GridTab> {
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

const opened = new WeakMap<Db, GridTabs>();

/** The one {@link GridTabs} of a server. */
export function gridTabsOf(db: Db): GridTabs {
  const tabs = opened.get(db) ?? new GridTabs(db);
  opened.set(db, tabs);
  return tabs;
}
