import type { TextReading } from '../../contract/drive';
import { rawHash } from '../rawTab/packedRaw';
import { type FileOfText, readCsv } from './csv/csvReader';
import { withUnlocked } from './locked/unlocked';
import { readOds } from './ods/odsReader';
import { Budget } from './readingLimits';
import { notAWorkbook } from './refusals';
import type { ImportedTab } from './tabWriter';
import { kindOfZip, packageOf } from './workbookKind';
import { readXlsx } from './xlsx/xlsxReader';
import { openZip } from './zip/zipFile';

declare module '../workers/workers' {
  interface Jobs {
    /** Reads a workbook from a file on this machine. */
    importWorkbook: { input: FileToImport; output: ImportedWorkbook };
  }
}

export interface ImportedWorkbook {
  readonly kind: 'xlsx' | 'ods' | 'csv';
  /** In the order of the workbook, hidden ones too. */
  readonly tabs: ImportedTab[];
  /** How a file of text was read. */
  readonly reading?: TextReading;
}

/** A file on this machine. */
export interface FileToImport extends FileOfText {
  /** Whether each tab is to get its mark. */
  readonly marked?: boolean;
}

/**
 * Reads a workbook from a file; its content decides of what kind it is. Memory stays small however large the file is or claims
 * to be. Runs in a worker thread: it would block the server.
 *
 * @throws {Refusal} `not_a_workbook`, `damaged_workbook`, `unsafe_workbook` or `too_large`, each with what to do
 */
export async function importWorkbook(file: FileToImport): Promise<ImportedWorkbook> {
  const workbook = await readWorkbook(file);
  if (workbook.tabs.length === 0) throw notAWorkbook('The workbook has no sheet with cells.');
  if (file.marked !== true) return workbook;
  const tabs: ImportedTab[] = [];
  for (const tab of workbook.tabs) tabs.push({ ...tab, mark: await rawHash(tab.raw) });
  return { ...workbook, tabs };
}

async function readWorkbook(file: FileToImport): Promise<ImportedWorkbook> {
  const { path, fileName } = file;
  const budget = new Budget();
  const found = await packageOf(path, fileName);
  if (found === 'text') {
    const { tab, reading } = await readCsv(file, budget);
    return { kind: 'csv', tabs: [tab], reading };
  }
  return found === 'locked' ? withUnlocked(path, (unlocked) => readZip(unlocked, budget)) : readZip(path, budget);
}

async function readZip(path: string, budget: Budget): Promise<ImportedWorkbook> {
  const zip = await openZip(path);
  try {
    const kind = await kindOfZip(zip);
    return { kind, tabs: kind === 'xlsx' ? await readXlsx(zip, budget) : await readOds(zip, budget) };
  } finally {
    zip.close();
  }
}
