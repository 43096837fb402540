import type { Budget } from '../readingLimits';
import { notAWorkbook } from '../refusals';
import { type ImportedTab, TabWriter } from '../tabWriter';
import { readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { readSharedStrings } from './sharedStrings';
import { type ListedSheet, type Relationship, readStyles, readWorkbookPart, relationshipsOf } from './workbookParts';
import { type Book, WorksheetReader } from './worksheetPart';

/**
 * Reads the worksheets of an Office Open XML workbook (ECMA-376), in its order. Parts are found by their relationships,
 * whatever the list of content types says; sheets that hold no cells (charts, dialogs, macros) are left out.
 */
export async function readXlsx(zip: Zip, budget: Budget): Promise<ImportedTab[]> {
  const [main] = ofType(await relationshipsOf(zip, ''), 'officeDocument');
  const part = main?.target ?? 'xl/workbook.xml';
  if (part.endsWith('.bin')) {
    throw notAWorkbook('The file is an .xlsb workbook, which is not read.', 'Save it as .xlsx and upload that file.');
  }
  if (!zip.has(part)) throw notAWorkbook('The file is an Office file, but not a workbook.');
  const relationships = await relationshipsOf(zip, part);
  const { sheets, date1904 } = await readWorkbookPart(zip, part);
  const book = { date1904, ...(await readShared(zip, relationships)) };
  const tabs: ImportedTab[] = [];
  for (const sheet of sheets) {
    const target = relationships.find(({ id }) => id === sheet.relationship);
    if (target?.type === 'worksheet') tabs.push(await readSheet(zip, target.target, sheet, book, budget));
  }
  return tabs;
}

async function readShared(zip: Zip, relationships: readonly Relationship[]): Promise<Omit<Book, 'date1904'>> {
  const [styles] = ofType(relationships, 'styles');
  const [strings] = ofType(relationships, 'sharedStrings');
  const looks = styles && zip.has(styles.target) ? await readStyles(zip, styles.target) : { styles: [], formats: [] };
  return {
    ...looks,
    strings: strings && zip.has(strings.target) ? await readSharedStrings(zip, strings.target) : undefined,
  };
}

async function readSheet(zip: Zip, part: string, sheet: ListedSheet, book: Book, budget: Budget) {
  const { sheetId, title, hidden } = sheet;
  const writer = new TabWriter(title, budget, { typed: true });
  const reader = new WorksheetReader(writer, book);
  await readXml(zip.read(part), part, reader);
  return writer.finish({ sheetId, title, hidden, merges: reader.merges, formats: reader.formats.end() });
}

const ofType = (relationships: readonly Relationship[], type: string) =>
  relationships.filter((relationship) => relationship.type === type);
