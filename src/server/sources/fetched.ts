import type { FetchedSpreadsheet, Owner } from './source';

const HELD_MILLISECONDS = 10 * 60 * 1000;
const ENTRIES = 50;
const BYTES = 64 * 1024 * 1024;

/** Spreadsheets that were looked at a short while ago, by person: a check and the sync after it read once. */
export interface Fetched {
  /** Gives what was put, once: whoever asks again wants it as it is by then. */
  take(owner: Owner, sheetId: string): FetchedSpreadsheet | undefined;
  /** One too large to be held is left out; the oldest make room. */
  put(owner: Owner, sheetId: string, spreadsheet: FetchedSpreadsheet): void;
}

interface Entry {
  readonly spreadsheet: FetchedSpreadsheet;
  readonly until: number;
}

const keyOf = (owner: Owner, sheetId: string) => `${owner.id} ${sheetId}`;

/** @param now clock in milliseconds */
export function createFetched(now: () => number = Date.now): Fetched {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= entries.get(key)?.spreadsheet.bytes ?? 0;
    entries.delete(key);
  };

  /** Entries are in the order of their end, as all are held for the same time. */
  const makeRoom = () => {
    for (const [key, { until }] of entries) {
      if (until > now() && entries.size <= ENTRIES && bytes <= BYTES) return;
      drop(key);
    }
  };

  return {
    take(owner, sheetId) {
      makeRoom();
      const key = keyOf(owner, sheetId);
      const spreadsheet = entries.get(key)?.spreadsheet;
      drop(key);
      return spreadsheet;
    },
    put(owner, sheetId, spreadsheet) {
      const key = keyOf(owner, sheetId);
      drop(key);
      if (spreadsheet.bytes > BYTES) return;
      entries.set(key, { spreadsheet, until: now() + HELD_MILLISECONDS });
      bytes += spreadsheet.bytes;
      makeRoom();
    },
  };
}
