import type { SourceKind, Warning } from '../../contract/projects';

/** Whose spreadsheets are read. */
export interface Owner {
  readonly id: string;
}

/** A tab as its source has it; its rows are fetched only when they are asked for. */
export interface FetchedTab {
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  /** Rows of the endpoint it would be, the header row not counted. */
  readonly rows: number;
  /** 0 when no header row was found. */
  readonly columns: number;
  readonly warnings: readonly Warning[];
  /** The packed raw tab (`../workbook/packedRaw.ts`). */
  raw(): Promise<Buffer>;
}

/** A spreadsheet as its source has it. */
export interface FetchedSpreadsheet {
  readonly source: SourceKind;
  readonly title: string;
  readonly writable: boolean;
  readonly readOnlyReason?: string;
  /** Whether a tab keeps its number when others are added, moved or removed. */
  readonly steadyNumbers: boolean;
  /** Memory it takes while it is held. */
  readonly bytes: number;
  readonly tabs: readonly FetchedTab[];
}

/** Where spreadsheets are read from: the port that the drive and Google's two ways fill. */
export interface Source {
  /** What a check has read is held for the sync after it: reading is slow, or is counted by its host. */
  readonly held: boolean;
  /** The sentence for a source that does not answer in time. */
  readonly late: string;
  /**
   * @param signal aborted when nobody waits for the answer any more
   * @throws Refusal `source_…` with a sentence a person can act on
   */
  read(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
}
