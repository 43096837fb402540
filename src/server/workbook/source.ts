import type { SourceKind, Warning } from '../../contract/projects';
import type { DerivedTab, TabSettings } from '../normalise/derivedTab';

/** Owner of spreadsheets. */
export interface Owner {
  readonly id: string;
}

/** Raw tab fetched from its source. */
export interface FetchedRaw {
  /** Reads the packed raw tab (`../rawTab/packedRaw.ts`). */
  readonly packed: () => Promise<Buffer>;
  /** Rows derived from it, if its source stores them. */
  readonly derived?: DerivedTab;
  /** Settings of this derivation; default settings if absent. */
  readonly derivedBy?: TabSettings;
  /** Only of a tab of the drive. */
  readonly drive?: DriveRaw;
  /** Only of a tab that its source does not store for us. */
  readonly foreign?: ForeignRaw;
}

/** Data of a raw tab whose source has no row ids: rows recognised by content keep their ids. */
export interface ForeignRaw {
  /** Hash of its content (`rawHash` in `../rawTab/packedRaw.ts`). */
  readonly rawHash: string;
  /** Id of its blob, if already stored. */
  readonly blob?: string;
}

/** Data of a raw tab of the drive. */
export interface DriveRaw {
  /** Id of the blob it was read from. */
  readonly blob: string;
  /** Later writes, as entries of the log (`../store/log/logEntries.ts`). */
  readonly log: readonly string[];
  /** Sequence of the last entry; that of the blob if there is none. */
  readonly sequence: number;
}

/** Tab of a source; its rows are fetched lazily. */
export interface FetchedTab {
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  /** Number of rows of its endpoint, without the header row. */
  readonly rows: number;
  /** Number of columns; 0 without a header row. */
  readonly columns: number;
  /** Headers of its columns, if they help to recognise the tab. */
  readonly headers?: readonly string[];
  readonly warnings: readonly Warning[];
  /** Header row chosen before the project existed, as in `TabSettings`; detected if absent. */
  readonly headerRow?: number | null;
  /** Whether it was chosen to become an endpoint; if absent, a visible tab does and a hidden one does not. */
  readonly published?: boolean;
  /** Id of the blob that writes by an endpoint were based on, if any. */
  readonly writtenOver?: string;
  /** Whether writes to its endpoint are discarded: its rows are then never those of the last snapshot. */
  readonly givesUpLog?: boolean;
  /** Hash of its content, if its source does not store the tab. */
  readonly rawHash?: string;
  raw(): Promise<FetchedRaw>;
}

/** Spreadsheet of a source. */
export interface FetchedSpreadsheet {
  readonly source: SourceKind;
  readonly title: string;
  readonly writable: boolean;
  readonly readOnlyReason?: string;
  /** Whether tab ids are stable when tabs are added, moved or removed. */
  readonly steadyNumbers: boolean;
  /** Memory use in bytes. */
  readonly bytes: number;
  readonly tabs: readonly FetchedTab[];
}

/** Source of spreadsheets: a port, implemented by the drive and by the two ways of reading Google. */
export interface Source {
  /** Whether the spreadsheet read by a check is cached for the sync after it, because reads are slow or rate-limited. */
  readonly cachesChecks: boolean;
  /** Message for a source that does not respond in time. */
  readonly timeoutMessage: string;
  /** Timeout in milliseconds of reads that no person waits for; the usual one if absent. */
  readonly backgroundTimeoutMs?: number;
  /**
   * Reads a spreadsheet.
   *
   * @param signal cancels the read
   * @throws Refusal `source_…` with a message a person can act on
   */
  read(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
  /**
   * Returns a version that changes with the spreadsheet, if the source has a cheap way to request it.
   *
   * @returns undefined if unknown: the spreadsheet has to be read
   */
  version?(owner: Owner, sheetId: string, signal: AbortSignal): Promise<string | undefined>;
}
