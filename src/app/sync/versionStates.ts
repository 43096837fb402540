import type { VersionDifference } from '../../contract/versions';
import type { RenameAnswer } from './renames';

/** The workbook that gets another version, and the project that is made of it. */
interface OfWorkbook {
  readonly projectId: string;
  readonly sheetId: string;
}

/** A file that was chosen as the next version. */
interface OfFile extends OfWorkbook {
  readonly fileName: string;
}

interface Compared extends OfFile {
  readonly difference: VersionDifference;
  /** Whether rows that were added by the API go. */
  readonly dropApiRows: boolean;
  /** What was said of sheets that may have been renamed; nothing is applied before all is said. */
  readonly answers: readonly RenameAnswer[];
}

/** The way of another version: chosen, compared, agreed to, applied. */
export type VersionState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'comparing'; readonly percent: number } & OfFile)
  | ({ readonly phase: 'compared' } & Compared)
  | ({ readonly phase: 'applying'; readonly percent: number } & Compared)
  | ({ readonly phase: 'restoring'; readonly n: number } & OfWorkbook)
  | ({ readonly phase: 'refused'; readonly message: string } & OfWorkbook);

/** What can happen to it, with what comes along. */
export interface VersionEvents {
  readonly versionChosen: OfFile;
  readonly versionProgressed: { readonly percent: number };
  readonly versionCompared: { readonly difference: VersionDifference };
  /** "Remove rows added by the API" is ticked or no more. */
  readonly dropChosen: { readonly dropApiRows: boolean };
  /** "Renamed?" is answered for a sheet. */
  readonly renameAnswered: RenameAnswer;
  readonly versionConfirmed: void;
  readonly restoreAsked: OfWorkbook & { readonly n: number };
  readonly versionDone: void;
  readonly versionRefused: OfWorkbook & { readonly message: string };
  readonly versionCancelled: void;
}

/** Every event, in the order of the grid. */
export const versionEvents = [
  'versionChosen',
  'versionProgressed',
  'versionCompared',
  'dropChosen',
  'renameAnswered',
  'versionConfirmed',
  'restoreAsked',
  'versionDone',
  'versionRefused',
  'versionCancelled',
] as const satisfies readonly (keyof VersionEvents)[];
