import { changeRaw, type ChangedRaw, type RawChange } from '../drive/grid/changeRaw';
import { type MergedTab, mergeTab, type TabToMerge } from '../drive/versions/mergeTab';
import type { DerivedTab, TabSettings } from '../normalise/deriveTab';
import { foldRaw } from '../records/foldRaw';
import { foldWritten, type FoldedTab, type WrittenTab } from '../sources/google/write/foldWritten';
import { compareRows, type RowComparison, type RowsToCompare } from '../sync/compareRows';
import { deriveAnew, type DerivedAnew } from '../sync/deriveAnew';
import { deriveRead } from '../workbook/deriveRead';
import { type FileToImport, importWorkbook, type ImportedWorkbook } from '../workbook/importWorkbook';

import { type GridText, importGoogleSheet, type ImportedGoogleSheet } from '../workbook/google/importGoogleSheet';
/** A tab as it is stored: its packed raw tab, and the texts of its log that are not part of it yet. */
export interface TabInput {
  readonly raw: Buffer;
  readonly log?: readonly string[];
  readonly settings?: TabSettings;
}

/** A tab whose log is to become part of it. The texts are bytes, so that they need not be copied from thread to thread. */
export interface LogToFold {
  readonly raw: Buffer;
  readonly log: readonly Buffer[];
  readonly settings?: TabSettings;
}

/** A tab whose endpoint's rows are to be derived. */
export interface TabToDerive extends TabInput {
  /** The packed rows it has had, where rows that are recognised keep their ids. */
  readonly before?: Buffer;
  /** Whether somebody reads these, so that those that follow are wanted as they are answered. */
  readonly isRead?: boolean;
  /** What would be derived, where that is known already. */
  readonly derived?: Omit<DerivedTab, 'ready'> | undefined;
  /** Whether the raw tab is to be kept, with the ids that its rows have had. */
  readonly keepsRaw?: boolean;
}

/** The work that is done away from the main thread: name, what it is given, what it answers. */
export interface Jobs {
  /** Reads a workbook from a file on this machine. */
  importWorkbook: { input: FileToImport; output: ImportedWorkbook };
  /** Reads what the Sheets API has answered. */
  importGoogleSheet: { input: GridText; output: ImportedGoogleSheet };
  /** Makes endpoints' rows of raw tabs, in the order given. */
  deriveTabs: { input: { readonly tabs: readonly TabToDerive[] }; output: { readonly tabs: DerivedAnew[] } };
  /** Says what has become of the rows of a tab. */
  compareRows: { input: RowsToCompare; output: RowComparison };
  /** Lets tabs of a file take the place of tabs of the drive. */
  mergeTabs: { input: { readonly tabs: readonly TabToMerge[] }; output: { readonly tabs: readonly MergedTab[] } };
  /** Makes what was written to a tab part of it, and its endpoint's rows of that. */
  foldLog: { input: LogToFold; output: { readonly raw: Buffer; readonly derived: DerivedTab } };
  /** Makes what was written to a tab of another source part of it. */
  foldWritten: { input: WrittenTab; output: FoldedTab };
  /** Changes cells, rows or columns of a tab, and makes its endpoint's rows of that. */
  changeRaw: { input: RawChange; output: ChangedRaw };
}

export type JobName = keyof Jobs;

/** A job as a thread is given it. */
export interface GivenJob {
  readonly name: JobName;
  readonly input: unknown;
  /** Whether everything else comes first; the thread stands back for good. */
  readonly standsBack: boolean;
}

/** How far `deriveTabs` is: rows of the tab at a place of its input that are read. */
export interface JobProgress {
  readonly tab: number;
  readonly rows: number;
  readonly done: boolean;
}

/** What runs for each name, inside the worker thread. */
export const jobs: {
  readonly [Name in JobName]: (
    input: Jobs[Name]['input'],
    tell: (progress: JobProgress) => void,
  ) => Promise<Jobs[Name]['output']>;
} = {
  importWorkbook,
  importGoogleSheet,
  compareRows,
  mergeTabs: async ({ tabs }) => {
    const merged: MergedTab[] = [];
    for (const tab of tabs) merged.push(await mergeTab(tab));
    return { tabs: merged };
  },
  deriveTabs: async ({ tabs }, tell) => {
    const derived: DerivedAnew[] = [];
    for (const [tab, input] of tabs.entries()) {
      const one = await deriveAnew(input, (rows) => tell({ tab, rows, done: false }));
      tell({ tab, rows: one.rows, done: true });
      derived.push(one);
    }
    return { tabs: derived };
  },
  foldLog: async ({ raw: before, log, settings }) => {
    const raw = await foldRaw(before, { [Symbol.iterator]: () => textsOf(log) });
    return { raw, derived: await deriveRead(raw, settings) };
  },
  foldWritten,
  changeRaw,
};

function* textsOf(log: readonly Buffer[]): Generator<string, void, undefined> {
  for (const text of log) yield text.toString();
}
