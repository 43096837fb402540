import { LRUCache } from 'lru-cache';
import { DRIVE_ID_PREFIX, isDriveSheetId } from '../../contract/sheetUrl';
import { MIN_GOOGLE_ID_LENGTH, PUBLISHED_PAGE_ID, publishedPage } from '../google/reading/googleRefusals';
import { Refusal } from '../refusal';
import { createSharedWork, withTimeout } from '../timeLimits';
import type { FetchedSpreadsheet, Owner, Source } from '../workbook/source';

const DRIVE_ID = new RegExp(`^${DRIVE_ID_PREFIX}[A-Za-z0-9_-]{24}$`);

/** Returns whether an id has the form of a drive id; others need no query. */
export const couldBeDriveId = (id: string) => DRIVE_ID.test(id);

/**
 * Refuses a spreadsheet without any content, including one with charts only. A single tab without rows is a valid, empty endpoint.
 *
 * @throws Refusal `source_empty`
 */
export function refuseEmpty({ tabs }: Pick<FetchedSpreadsheet, 'tabs'>): void {
  if (tabs.some(({ columns }) => columns > 0)) return;
  throw new Refusal('source_empty', 'There is nothing in this spreadsheet yet.', {
    hint: 'Fill in some cells, then try again.',
  });
}

/** Refusal when a URL leads to no spreadsheet, or to another person's. */
export const noSheet = () => new Refusal('source_not_found', 'There is no spreadsheet at this URL.');

const CACHE_TTL_MS = 10 * 60 * 1000;
const MAX_CACHED = 50;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/**
 * Creates a cache of recently checked spreadsheets, so that a check and the sync after it read once. Very large spreadsheets are
 * not cached; the oldest ones are evicted first.
 *
 * @param clock in milliseconds
 */
export const createCheckCache = (clock: { now(): number } = performance) =>
  new LRUCache<string, FetchedSpreadsheet>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: clock,
  });

/** Timeout of a read that a person waits for: shorter than the browser's, so that our error message arrives. */
const TIMEOUT_MS = 8_000;

/** Timeout of a version request; without a version, the spreadsheet is read. */
const VERSION_TIMEOUT_MS = 5_000;

interface SourcesOptions {
  readonly drive: Source;
  readonly google: Source;
  readonly readTimeoutMs?: number;
}

/** Options of reading a spreadsheet; both false by default. */
interface ReadOptions {
  /** Uses what a check has read in the last ten minutes, once. */
  readonly reuseCheck?: boolean;
  /** Whether no person waits, so that the source's own timeout applies. */
  readonly isBackground?: boolean;
}

/** Refuses ids that no spreadsheet can have, without a request to a source. */
function refuseImpossible(sheetId: string) {
  if (sheetId === PUBLISHED_PAGE_ID) throw publishedPage();
  const possible = isDriveSheetId(sheetId) ? couldBeDriveId(sheetId) : sheetId.length >= MIN_GOOGLE_ID_LENGTH;
  if (!possible) throw noSheet();
}

/** Creates the reader of all sources of spreadsheets. Its reads throw a Refusal `source_…` with a sentence a person can act on. */
export function createSources({ drive, google, readTimeoutMs = TIMEOUT_MS }: SourcesOptions) {
  /** By person and spreadsheet. */
  const checked = createCheckCache();
  const shareCheck = createSharedWork<FetchedSpreadsheet>();
  const keyOf = (owner: Owner, sheetId: string) => `${owner.id} ${sheetId}`;
  const sourceOf = (sheetId: string) => (isDriveSheetId(sheetId) ? drive : google);

  async function readWithTimeout(owner: Owner, sheetId: string, signal: AbortSignal, isBackground = false) {
    refuseImpossible(sheetId);
    const source = sourceOf(sheetId);
    const timeoutMs = (isBackground ? source.backgroundTimeoutMs : undefined) ?? readTimeoutMs;
    const timedOut = () => new Refusal('source_unavailable', source.timeoutMessage);
    return withTimeout(timeoutMs, signal, timedOut, (ending) => source.read(owner, sheetId, ending));
  }

  return {
    /** Reads a spreadsheet for a check, once for concurrent checks, and caches it for the sync that may follow. */
    async look(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
      const key = keyOf(owner, sheetId);
      const spreadsheet = await shareCheck(key, signal, (ending) => readWithTimeout(owner, sheetId, ending));
      if (sourceOf(sheetId).cachesChecks) checked.set(key, spreadsheet);
      return spreadsheet;
    },
    /** Reads a spreadsheet. */
    async read(
      owner: Owner,
      sheetId: string,
      signal: AbortSignal,
      { reuseCheck = false, isBackground = false }: ReadOptions = {},
    ): Promise<FetchedSpreadsheet> {
      if (reuseCheck) {
        const cached = checked.get(keyOf(owner, sheetId));
        // A second sync needs the current content.
        checked.delete(keyOf(owner, sheetId));
        if (cached !== undefined) return cached;
      }
      return readWithTimeout(owner, sheetId, signal, isBackground);
    },
    /** Returns a version that changes with the spreadsheet, if its source has one without reading it. Times out after five seconds. */
    version: async (owner: Owner, sheetId: string): Promise<string | undefined> =>
      sourceOf(sheetId).version?.(owner, sheetId, AbortSignal.timeout(VERSION_TIMEOUT_MS)),
  };
}

export type Sources = ReturnType<typeof createSources>;
