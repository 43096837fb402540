import type { SourceKind, Warning } from '../../contract/projects';
import type { DerivedTab, TabSettings } from '../normalise/derivedTab';

/** Whose spreadsheets are read. */
export interface Owner {
  readonly id: string;
}

/** A raw tab as its source keeps it. */
export interface FetchedRaw {
  /** Reads the packed raw tab (`../rawTab/packedRaw.ts`). */
  readonly packed: () => Promise<Buffer>;
  /** The endpoint's rows of it, where its source has them already. */
  readonly derived?: DerivedTab;
  /** What these were derived by; nothing that a person has decided where it is not given. */
  readonly derivedBy?: TabSettings;
  /** Of a tab of the drive. */
  readonly drive?: DriveRaw;
  /** Of a tab that its source does not keep for us. */
  readonly foreign?: ForeignRaw;
}

/** What belongs to a raw tab of a source that knows no rows but only what stands in them: recognised ones keep the ids they had. */
export interface ForeignRaw {
  /** What tells whether it has changed (`rawHash` in `../rawTab/packedRaw.ts`). */
  readonly mark: string;
  /** Id of the blob with it, where it is stored already. */
  readonly blob?: string;
}

/** What belongs to a packed raw tab of the drive. */
export interface DriveRaw {
  /** Id of the blob it was read from. */
  readonly blob: string;
  /** What was written since, as texts of the log (`../store/log/logEntries.ts`). */
  readonly log: readonly string[];
  /** Number of the last entry, of the blob if there is none. */
  readonly sequence: number;
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
  /** The headers of its columns, where they help to recognise it. */
  readonly headers?: readonly string[];
  readonly warnings: readonly Warning[];
  /** The header row that was chosen before there was a project, as in `TabSettings`; found where it is not given. */
  readonly headerRow?: number | null;
  /** Whether it was chosen to become an endpoint or not to; one that is not hidden becomes one where nothing is said. */
  readonly published?: boolean;
  /** Where rows were written to it through an endpoint: id of the blob that these are written over. */
  readonly writtenOver?: string;
  /** Whether what was written to its endpoint is to be given up: its rows are then never those of the last snapshot. */
  readonly givesUpLog?: boolean;
  /** What tells whether it has changed since, where its source does not keep it. */
  readonly mark?: string;
  raw(): Promise<FetchedRaw>;
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
  /** Milliseconds that a read may take when no person waits for it; as long as others where it is not given. */
  readonly patience?: number;
  /**
   * @param signal aborted when the answer is not waited for any more
   * @throws Refusal `source_…` with a sentence a person can act on
   */
  read(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
  /**
   * What tells whether a spreadsheet has changed since, where that is cheap to ask.
   *
   * @returns undefined where it is not known: the spreadsheet has to be read
   */
  version?(owner: Owner, sheetId: string, signal: AbortSignal): Promise<string | undefined>;
}
