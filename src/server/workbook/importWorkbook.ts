import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TextReading } from '../../contract/drive';
import { rawHash } from '../rawTab/packedRaw';
import { type FileOfText, readCsv } from './csv/csvReader';
import { withUnlocked } from './locked/unlocked';
import { readOds } from './odsReader';
import { Budget } from './readingLimits';
import { notAWorkbook } from './refusals';
import { type ImportedTab, TabWriter } from './tabWriter';
import { readSharedStrings } from './xlsx/sharedStrings';
import {
  type ListedSheet,
  readStyles,
  readWorkbookPart,
  type Relationship,
  relationshipsOf,
} from './xlsx/workbookParts';
import { type Book, WorksheetReader } from './xlsx/worksheetPart';
import { readXml } from './zip/xml';
import { openZip, type Zip } from './zip/zipFile';

/**
 * Reads the worksheets of an Office Open XML workbook (ECMA-376), in its order. Parts are found by their relationships,
 * regardless of the list of content types; sheets without cells (charts, dialogs, macros) are skipped.
 */
async function readXlsx(zip: Zip, budget: Budget): Promise<ImportedTab[]> {
  const part = targetOf(await relationshipsOf(zip, ''), 'officeDocument') ?? 'xl/workbook.xml';
  if (part.endsWith('.bin')) {
    throw notAWorkbook('The file is an .xlsb workbook, which is not read.', 'Save it as .xlsx and upload that file.');
  }
  if (!zip.has(part)) throw notAWorkbook('The file is an Office file, but not a workbook.');
  const relationships = await relationshipsOf(zip, part);
  const { sheets, date1904 } = await readWorkbookPart(zip, part);
  const styles = targetOf(relationships, 'styles');
  const strings = targetOf(relationships, 'sharedStrings');
  const book = {
    date1904,
    styles: styles !== undefined && zip.has(styles) ? await readStyles(zip, styles) : [],
    strings: strings !== undefined && zip.has(strings) ? await readSharedStrings(zip, strings) : undefined,
  };
  const tabs: ImportedTab[] = [];
  for (const sheet of sheets) {
    const target = relationships.find(({ id }) => id === sheet.relationship);
    if (target?.type === 'worksheet') tabs.push(await readSheet(zip, target.target, sheet, book, budget));
  }
  return tabs;
}

async function readSheet(zip: Zip, part: string, sheet: ListedSheet, book: Book, budget: Budget) {
  const { sheetId, title, hidden } = sheet;
  const writer = new TabWriter(title, budget, { typed: true });
  const reader = new WorksheetReader(writer, book);
  await readXml(zip.read(part), part, reader);
  const { merges, formats, arrays } = reader;
  return writer.finish({
    sheetId,
    title,
    hidden,
    merges,
    formats: formats.end(),
    ...(arrays.length > 0 && { arrays }),
  });
}

const targetOf = (relationships: readonly Relationship[], type: string) =>
  relationships.find((relationship) => relationship.type === type)?.target;

const saveAsXlsx = 'Save it as .xlsx and upload that file.';

/** First bytes of files often mistaken for workbooks, with the messages for them. */
const otherFormats: readonly (readonly [start: string, detail: string, hint?: string])[] = [
  ['%PDF-', 'The file is a PDF document, not a workbook.'],
  ['MZ', 'The file is a program, not a workbook.'],
  ['\x1f\x8b', 'The file is compressed.', 'Unpack it and upload the .xlsx, .ods or .csv file that is in it.'],
  ['Rar!', 'The file is an archive.', 'Unpack it and upload the .xlsx, .ods or .csv file that is in it.'],
  ['7z\xbc\xaf', 'The file is an archive.', 'Unpack it and upload the .xlsx, .ods or .csv file that is in it.'],
  ['\x89PNG', 'The file is a picture, not a workbook.'],
  ['\xff\xd8\xff', 'The file is a picture, not a workbook.'],
  ['PK\x05\x06', 'The file is an archive with nothing in it.'],
  ['{\\rtf', 'The file is a text document, not a workbook.'],
];
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|\?xml)/i;
const TEXT_ENDINGS = ['.csv', '.txt', '.tsv', ''];

/**
 * Detects the format of a file by its first bytes; its name only decides whether a text may be read as CSV.
 *
 * @throws {Refusal} `not_a_workbook`, naming the actual format
 */
async function packageOf(path: string, fileName: string): Promise<'zip' | 'text' | 'locked'> {
  const start = await startOf(path);
  if (start === '') throw notAWorkbook('The file is empty.');
  if (start.startsWith('PK\x03\x04')) return 'zip';
  if (start.startsWith(OLE)) return requireLocked(path);
  const [, detail, hint] = otherFormats.find(([beginning]) => start.startsWith(beginning)) ?? [];
  if (detail !== undefined) throw notAWorkbook(detail, hint);
  if (MARKUP.test(start)) throw notAWorkbook('The file is a web page or XML, not a workbook.', saveAsXlsx);
  const ending = posix.extname(fileName).toLowerCase();
  if (TEXT_ENDINGS.includes(ending)) return 'text';
  throw notAWorkbook(`The file is named ${ending.slice(0, 20)}, but what is in it is not a workbook.`);
}

/** Returns the first bytes of a file, one character each. */
const startOf = async (path: string) => (await buffer(createReadStream(path, { end: 1023 }))).toString('latin1');

/**
 * Checks that an old Office file contains an encrypted new workbook (MS-OFFCRYPTO, section 1.4).
 *
 * @throws {Refusal} `not_a_workbook` if it does not
 */
async function requireLocked(path: string): Promise<'locked'> {
  const mark = Buffer.from('EncryptedPackage', 'utf16le');
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([before, chunk as Buffer]);
    if (bytes.includes(mark)) return 'locked';
    before = bytes.subarray(-mark.length);
  }
  throw notAWorkbook('The file is in an old Office format such as .xls.', saveAsXlsx);
}

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet';

/**
 * Detects the format of a zip by its parts.
 *
 * @throws {Refusal} `not_a_workbook` if it is no workbook
 */
async function kindOfZip(zip: Zip): Promise<'xlsx' | 'ods'> {
  const hasFolder = (folder: string) => zip.names.some((name) => name.startsWith(folder));
  if (hasFolder('word/') || hasFolder('ppt/')) {
    throw notAWorkbook('The file is a document or a presentation, not a workbook.');
  }
  if (zip.has('content.xml')) {
    if (zip.has('mimetype') && !(await mimetypeOf(zip)).startsWith(SPREADSHEET)) {
      throw notAWorkbook('The file is an OpenDocument file, but not a spreadsheet.');
    }
    return 'ods';
  }
  if (zip.has('[Content_Types].xml') || zip.has('_rels/.rels')) return 'xlsx';
  if (zip.names.some((name) => /(?:^index\.zip|\.iwa)$/i.test(name))) {
    throw notAWorkbook(
      'The file is an Apple Numbers or Pages document.',
      'Export it to Excel (.xlsx) and upload that file.',
    );
  }
  throw notAWorkbook(
    'The file is an archive, not a workbook.',
    'If a workbook is in it, unpack it and upload the .xlsx, .ods or .csv file.',
  );
}

async function mimetypeOf(zip: Zip) {
  for await (const chunk of zip.read('mimetype')) return chunk.toString('latin1', 0, 100);
  return '';
}

declare module '../workers/workers' {
  interface Jobs {
    /** Reads a workbook from a file on this machine. */
    importWorkbook: typeof importWorkbook;
  }
}

export interface ImportedWorkbook {
  readonly kind: 'xlsx' | 'ods' | 'csv';
  /** Tabs in the order of the workbook, hidden ones included. */
  readonly tabs: ImportedTab[];
  /** Settings a text file was parsed with. */
  readonly reading?: TextReading;
}

/** File on this machine. */
interface FileToImport extends FileOfText {
  /** Whether to compute the hash of each tab. */
  readonly withHashes?: boolean;
}

/**
 * Reads a workbook from a file, whose content determines its format. Memory use stays small however large the file is or claims
 * to be. Runs in a worker thread, as it would block the event loop.
 *
 * @throws {Refusal} `not_a_workbook`, `damaged_workbook`, `unsafe_workbook` or `too_large`, each with a hint
 */
export async function importWorkbook(file: FileToImport): Promise<ImportedWorkbook> {
  const workbook = await readWorkbook(file);
  if (workbook.tabs.length === 0) throw notAWorkbook('The workbook has no sheet with cells.');
  if (file.withHashes !== true) return workbook;
  const tabs: ImportedTab[] = [];
  for (const tab of workbook.tabs) tabs.push({ ...tab, rawHash: await rawHash(tab.raw) });
  return { ...workbook, tabs };
}

async function readWorkbook(file: FileToImport): Promise<ImportedWorkbook> {
  const { path, fileName } = file;
  const budget = new Budget();
  const packaging = await packageOf(path, fileName);
  if (packaging === 'text') {
    const { tab, reading } = await readCsv(file, budget);
    return { kind: 'csv', tabs: [tab], reading };
  }
  if (packaging === 'locked') return withUnlocked(path, (unlocked) => readZip(unlocked, budget));
  return readZip(path, budget);
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
