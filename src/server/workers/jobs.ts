import type { DerivedTab, TabSettings } from '../normalise/deriveTab';
import { deriveRead } from '../workbook/deriveRead';
import { importWorkbook, type ImportedWorkbook } from '../workbook/importWorkbook';

/** The work that is done away from the main thread: name, what it is given, what it answers. */
export interface Jobs {
  /** Reads a workbook from a file on this machine. */
  importWorkbook: { input: { readonly path: string; readonly fileName: string }; output: ImportedWorkbook };
  /** Makes endpoints' rows of raw tabs, in the order given. */
  deriveTabs: {
    input: { readonly tabs: readonly { readonly raw: Buffer; readonly settings?: TabSettings }[] };
    output: { readonly tabs: DerivedTab[] };
  };
}

export type JobName = keyof Jobs;

/** What runs for each name, inside the worker thread. */
export const jobs: { readonly [Name in JobName]: (input: Jobs[Name]['input']) => Promise<Jobs[Name]['output']> } = {
  importWorkbook,
  deriveTabs: async ({ tabs }) => {
    const derived: DerivedTab[] = [];
    for (const { raw, settings } of tabs) derived.push(await deriveRead(raw, settings));
    return { tabs: derived };
  },
};
