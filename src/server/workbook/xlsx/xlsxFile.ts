import { PassThrough, pipeline, Readable } from 'node:stream';
import { type Options, ZipFile } from 'yazl';
import { WrittenFormats } from './writtenFormats';
import { sheetXml, type Table } from './xlsxSheet';

/** Maximum rows and columns of a sheet in the format. */
export const XLSX_ROWS = 1_048_576;
export const XLSX_COLUMNS = 16_384;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const numbered = (count: number, xml: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => xml(index + 1)).join('');

const contentTypes = (sheets: number) =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>` +
  numbered(
    sheets,
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  ) +
  '</Types>';

const ROOT_RELATIONSHIPS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbookRelationships = (sheets: number) =>
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  numbered(sheets, (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`) +
  `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** Maximum characters of a sheet name. */
const MAX_NAME_CHARS = 31;

/** Converts a tab's title to a sheet name, which is short and may not contain some characters. */
function sheetName(title: string, maxChars = MAX_NAME_CHARS): string {
  const name = [...title.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')]
    .join('')
    .slice(0, maxChars)
    .replace(/^'+|'+$/g, '')
    .trim();
  return name.replace(/[\ud800-\udbff]$/, '') || 'Sheet1';
}

/** Returns a unique sheet name for each title. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    let name = sheetName(title);
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${sheetName(title, MAX_NAME_CHARS - 4)} ${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

const inXml = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Sheet of a workbook to write. */
export interface WrittenSheet {
  readonly title: string;
  /** Its unique `sheetId`, from 1; if no sheet has one, they are numbered in order. */
  readonly number?: number;
  readonly hidden?: boolean;
  /** Bytes of the worksheet part. */
  readonly content: AsyncIterable<Buffer>;
}

function workbook(sheets: readonly WrittenSheet[], hasFormulas: boolean): string {
  const names = sheetNames(sheets.map(({ title }) => title));
  const list = sheets.map(({ number, hidden = false }, index) => {
    const state = hidden ? ' state="hidden"' : '';
    const position = index + 1;
    return `<sheet name="${inXml(names[index]!)}" sheetId="${number ?? position}"${state} r:id="rId${position}"/>`;
  });
  const calculation = hasFormulas ? '<calcPr fullCalcOnLoad="1"/>' : '';
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets>${calculation}</workbook>`;
}

/** Options for fast compression and reproducible files: entries are dated to the first day ZIP supports. */
const ENTRY: Partial<Options> = { compressionLevel: 1, mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Returns the small parts of a workbook, by path. */
const partsOf = (
  sheets: readonly WrittenSheet[],
  formats: WrittenFormats,
  hasFormulas: boolean,
): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': contentTypes(sheets.length),
  '_rels/.rels': ROOT_RELATIONSHIPS,
  'xl/workbook.xml': workbook(sheets, hasFormulas),
  'xl/_rels/workbook.xml.rels': workbookRelationships(sheets.length),
  'xl/styles.xml': formats.stylesXml(),
});

/**
 * Streams a workbook (ECMA-376); its sheets are read one after the other, each when it is written.
 *
 * @param formats number formats to which its cells refer
 * @param hasFormulas whether programs that open it should recalculate its formulas
 */
export async function* workbookOf(
  sheets: readonly WrittenSheet[],
  formats = new WrittenFormats(),
  hasFormulas = false,
): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile();
  const output = pipeline(zip.outputStream, new PassThrough(), () => undefined);
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  const opened: Readable[] = [];
  for (const [path, xml] of Object.entries(partsOf(sheets, formats, hasFormulas))) {
    zip.addBuffer(Buffer.from(DECLARATION + xml), path, ENTRY);
  }
  for (const [index, { content }] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, ENTRY, (pass) => {
      if (output.destroyed) return;
      const sheet = Readable.from(content, { objectMode: false }).on('error', fail);
      opened.push(sheet);
      pass(null, sheet);
    });
  }
  zip.end();
  try {
    for await (const bytes of output) yield bytes as Buffer;
  } finally {
    for (const sheet of opened) sheet.destroy();
  }
}

/** Streams a workbook with one sheet. */
export const xlsxOf = (table: Table, title: string): AsyncGenerator<Buffer, void, undefined> =>
  workbookOf([{ title, content: sheetXml(table) }]);
