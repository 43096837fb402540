import type { DerivedTab, TabSettings } from '../normalise/deriveTab';
import { foldRaw } from '../records/foldRaw';
import { changesIn } from '../records/logEntries';
import { deriveRead } from '../workbook/deriveRead';
import { importWorkbook, type ImportedWorkbook } from '../workbook/importWorkbook';

/** A tab as it is stored: its packed raw tab, and the texts of its log that are not part of it yet. */
export interface TabInput {
  readonly raw: Buffer;
  readonly log?: readonly string[];
  readonly settings?: TabSettings;
}

/** The work that is done away from the main thread: name, what it is given, what it answers. */
export interface Jobs {
  /** Reads a workbook from a file on this machine. */
  importWorkbook: { input: { readonly path: string; readonly fileName: string }; output: ImportedWorkbook };
  /** Makes endpoints' rows of raw tabs, in the order given. */
  deriveTabs: { input: { readonly tabs: readonly TabInput[] }; output: { readonly tabs: DerivedTab[] } };
  /** Makes what was written to a tab part of it, and its endpoint's rows of that. */
  foldLog: { input: TabInput; output: { readonly raw: Buffer; readonly derived: DerivedTab } };
}

export type JobName = keyof Jobs;

/** What runs for each name, inside the worker thread. */
export const jobs: { readonly [Name in JobName]: (input: Jobs[Name]['input']) => Promise<Jobs[Name]['output']> } = {
  importWorkbook,
  deriveTabs: async ({ tabs }) => {
    const derived: DerivedTab[] = [];
    for (const tab of tabs) derived.push(await deriveRead(await folded(tab), tab.settings));
    return { tabs: derived };
  },
  foldLog: async (tab) => {
    const raw = await folded(tab);
    return { raw, derived: await deriveRead(raw, tab.settings) };
  },
};

const folded = async ({ raw, log = [] }: TabInput) => (log.length === 0 ? raw : foldRaw(raw, changesIn(log)));
