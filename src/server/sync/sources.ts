import { LRUCache } from 'lru-cache';
import { DRIVE_ID_PREFIX, isDriveSheetId } from '../../contract/sheetUrl';
import { Refusal } from '../refusal';
import { PUBLISHED_PAGE_ID, publishedPage, MIN_GOOGLE_ID_LENGTH } from '../google/reading/googleRefusals';
import type { FetchedSpreadsheet, Owner, Source } from '../workbook/source';
import { withTimeout } from '../timeLimits';

const DRIVE_ID = new RegExp(`^${DRIVE_ID_PREFIX}[A-Za-z0-9_-]{24}$`);

/** Whether an id has the form of a drive id; others need no query. */
export const couldBeDriveId = (id: string) => DRIVE_ID.test(id);

/**
 * A tab without rows is an empty endpoint; a spreadsheet in which nothing stands is none yet, or none at the moment. So is one that
 * has no tabs with cells at all, but charts only.
 *
 * @throws Refusal `source_empty`
 */
export function refuseEmpty({ tabs }: Pick<FetchedSpreadsheet, 'tabs'>): void {
  if (tabs.some(({ columns }) => columns > 0)) return;
  throw new Refusal('source_empty', 'There is nothing in this spreadsheet yet.', {
    hint: 'Fill in some cells, then try again.',
  });
}

/** Said when a URL leads to no spreadsheet, or to one that is not this person's. */
export const noSheet = () => new Refusal('source_not_found', 'There is no spreadsheet at this URL.');

const HELD_MILLISECONDS = 10 * 60 * 1000;
const ENTRIES = 50;
const BYTES = 64 * 1024 * 1024;

/**
 * Spreadsheets that were looked at a short while ago, by person: a check and the sync after it read once. One too large to be held
 * is left out; those that were looked at first make room.
 *
 * @param clock in milliseconds
 */
export function createFetched(clock: { now(): number } = performance) {
  const held = new LRUCache<string, FetchedSpreadsheet>({
    max: ENTRIES,
    maxSize: BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    ttl: HELD_MILLISECONDS,
    ttlResolution: 0,
    perf: clock,
  });
  const keyOf = (owner: Owner, sheetId: string) => `${owner.id} ${sheetId}`;
  return {
    /** Gives what was put, once: a second call wants the spreadsheet as it is by then. */
    take(owner: Owner, sheetId: string): FetchedSpreadsheet | undefined {
      const spreadsheet = held.get(keyOf(owner, sheetId));
      held.delete(keyOf(owner, sheetId));
      return spreadsheet;
    },
    put(owner: Owner, sheetId: string, spreadsheet: FetchedSpreadsheet): void {
      held.set(keyOf(owner, sheetId), spreadsheet);
    },
  };
}

/** The server gives up before the browser does, so that its own sentence arrives. */
const GIVE_UP_MILLISECONDS = 8_000;

/** For a version: without it, the spreadsheet is read. */
const VERSION_MILLISECONDS = 5_000;

/**
 * All places a spreadsheet can be read from.
 *
 * Both throw a Refusal `source_…` with a sentence a person can act on.
 */
export interface Sources {
  /** Reads a spreadsheet, and holds what was read for the sync that may follow. */
  look(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
  /**
   * Reads a spreadsheet.
   *
   * @param afterLook takes what a look has read in the last ten minutes, once
   * @param patient where no person waits for it: it may take as long as its source allows
   */
  read(
    owner: Owner,
    sheetId: string,
    signal: AbortSignal,
    afterLook?: boolean,
    patient?: boolean,
  ): Promise<FetchedSpreadsheet>;
  /** What tells whether a spreadsheet has changed since, where its source can say that without reading it. Gives up after five seconds. */
  version(owner: Owner, sheetId: string): Promise<string | undefined>;
}

export interface SourcesOptions {
  readonly drive: Source;
  readonly google: Source;
  readonly giveUpMilliseconds?: number;
}

/** Refuses ids that no spreadsheet can have, without asking a source. */
function refuseImpossible(sheetId: string) {
  if (sheetId === PUBLISHED_PAGE_ID) throw publishedPage();
  const possible = isDriveSheetId(sheetId) ? couldBeDriveId(sheetId) : sheetId.length >= MIN_GOOGLE_ID_LENGTH;
  if (!possible) throw noSheet();
}

export function createSources(options: SourcesOptions): Sources {
  const { drive, google, giveUpMilliseconds = GIVE_UP_MILLISECONDS } = options;
  const fetched = createFetched();
  const sourceOf = (sheetId: string) => (isDriveSheetId(sheetId) ? drive : google);

  async function ask(owner: Owner, sheetId: string, signal: AbortSignal, patient: boolean) {
    refuseImpossible(sheetId);
    const source = sourceOf(sheetId);
    const milliseconds = patient ? (source.patience ?? giveUpMilliseconds) : giveUpMilliseconds;
    const late = () => new Refusal('source_unavailable', source.late);
    return withTimeout(milliseconds, signal, late, (ending) => source.read(owner, sheetId, ending));
  }

  return {
    async look(owner, sheetId, signal) {
      const spreadsheet = await ask(owner, sheetId, signal, false);
      if (sourceOf(sheetId).held) fetched.put(owner, sheetId, spreadsheet);
      return spreadsheet;
    },
    async read(owner, sheetId, signal, afterLook = false, patient = false) {
      const held = afterLook ? fetched.take(owner, sheetId) : undefined;
      return held ?? ask(owner, sheetId, signal, patient);
    },
    version: async (owner, sheetId) =>
      sourceOf(sheetId).version?.(owner, sheetId, AbortSignal.timeout(VERSION_MILLISECONDS)),
  };
}
