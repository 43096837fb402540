import type { TextChoices, TextReading } from '../../contract/drive';
import type { Warning } from '../../contract/projects';
import type { DerivedTab } from '../normalise/deriveTab';
import { type Budget, createBudget } from './readingLimits';
import { readCsv } from './csv/csvReader';
import { withUnlocked } from './locked/unlocked';
import { readOds } from './ods/odsReader';

import { rawHash } from '../rawTab/packedRaw';
import type { RawTabHead } from '../rawTab/rawTab';
import { notAWorkbook } from './refusals';
import type { ReadTab } from './tabWriter';
import { kindOfZip, packageOf } from './workbookKind';
import { readXlsx } from './xlsx/xlsxReader';
import { openZip } from './zip/zipFile';

declare module '../workers/workers' {
  interface Jobs {
    /** Reads a workbook from a file on this machine. */
    importWorkbook: { input: FileToImport; output: ImportedWorkbook };
  }
}

/** A tab that was read. */
export interface ImportedTab {
  readonly head: RawTabHead;
  /** Rows of the endpoint, the header row not counted. */
  readonly rows: number;
  readonly columns: number;
  /** 1-based row of the sheet that holds the headers, 0 where it has none; null when nothing stands in it. */
  readonly headerRow: number | null;
  readonly warnings: Warning[];
  /** The packed raw tab (`packedRaw.ts`). */
  readonly raw: Buffer;
  /** The endpoint's rows, nothing being decided by a person. */
  readonly derived: DerivedTab;
  /** Its hash (`packedRaw.ts`), where that was requested: another one means that the tab has changed. */
  readonly mark?: string;
}

export interface ImportedWorkbook {
  readonly kind: 'xlsx' | 'ods' | 'csv';
  /** In the order of the workbook, hidden ones too. */
  readonly tabs: ImportedTab[];
  /** How a file of text was read. */
  readonly reading?: TextReading;
}

/** A file on this machine. */
export interface FileToImport {
  readonly path: string;
  /** As the person has it; it names the tab of a CSV. */
  readonly fileName: string;
  /** Whether each tab is to get its mark. */
  readonly marked?: boolean;
  /** How it is to be read, where it is a text. */
  readonly chosen?: TextChoices;
  /** Whether that was chosen for another file: then it counts as far as it fits this one. */
  readonly chosenBefore?: boolean;
}

/**
 * Reads a workbook from a file; its content decides of what kind it is. Memory stays small however large the file is or claims
 * to be. Runs in a worker thread: it would block the server.
 *
 * @throws {Refusal} `not_a_workbook`, `damaged_workbook`, `unsafe_workbook` or `too_large`, each with what to do
 */
export async function importWorkbook(file: FileToImport) {
  const { kind, tabs: read, reading } = await readWorkbook(file);
  if (read.length === 0) throw notAWorkbook('The workbook has no sheet with cells.');
  const tabs: ImportedTab[] = [];
  for (const { head, raw, derived } of read) {
    const { rows, columns, headerRow, warnings } = derived;
    const mark = file.marked === true ? { mark: await rawHash(raw) } : {};
    tabs.push({ head, rows, columns: columns.length, headerRow, warnings, raw, derived, ...mark });
  }
  return { kind, tabs, ...(reading !== undefined && { reading }) } satisfies ImportedWorkbook;
}

/** A workbook as its reader leaves it. */
interface ReadWorkbook extends Pick<ImportedWorkbook, 'kind' | 'reading'> {
  readonly tabs: readonly ReadTab[];
}

async function readWorkbook(file: FileToImport): Promise<ReadWorkbook> {
  const { path, fileName } = file;
  const budget = createBudget();
  const found = await packageOf(path, fileName);
  if (found === 'text') {
    const { tab, reading } = await readCsv(file, budget);
    return { kind: 'csv', tabs: [tab], reading };
  }
  return found === 'locked' ? withUnlocked(path, (unlocked) => readZip(unlocked, budget)) : readZip(path, budget);
}

async function readZip(path: string, budget: Budget): Promise<ReadWorkbook> {
  const zip = await openZip(path);
  try {
    const kind = await kindOfZip(zip);
    const tabs: ReadTab[] = kind === 'xlsx' ? await readXlsx(zip, budget) : await readOds(zip, budget);
    return { kind, tabs };
  } finally {
    zip.close();
  }
}
