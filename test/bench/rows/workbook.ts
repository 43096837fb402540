import { strToU8, type Zippable, zipSync } from 'fflate';
import { columns, type Row } from './createRows';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Days from the epoch of spreadsheets to that of Unix. */
const EPOCH = 25_569;
const DAY = 86_400_000;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Texts that cells refer to by index, each stored once. */
function sharedTexts() {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const xml = () => {
    const items = [...numbers.keys()].map((text) => `<si><t>${escape(text)}</t></si>`);
    return `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  };
  return { numberOf, xml };
}

type Texts = ReturnType<typeof sharedTexts>;

function cellXml(key: string, value: Row[keyof Row], address: string, texts: Texts): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (key === 'date') return `<c r="${address}" s="1"><v>${Date.parse(value) / DAY + EPOCH}</v></c>`;
  return `<c r="${address}" t="s"><v>${texts.numberOf(value)}</v></c>`;
}

function sheetXml(rows: readonly Row[], texts: Texts): string {
  const letters = columns.map((_, index) => String.fromCharCode(65 + index));
  const head = columns.map((key, index) => cellXml('', key, `${letters[index]}1`, texts)).join('');
  const lines = rows.map((row, at) => {
    const cells = columns.map((key, index) => cellXml(key, row[key], `${letters[index]}${at + 2}`, texts));
    return `<row r="${at + 2}">${cells.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${head}</row>${lines.join('')}</sheetData></worksheet>`;
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (...list: string[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
const part = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="${CONTENT}.${type}+xml"/>`;

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    part('workbook', 'sheet.main'),
    part('worksheets/sheet1', 'worksheet'),
    part('styles', 'styles'),
    `${part('sharedStrings', 'sharedStrings')}</Types>`,
  ].join(''),
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'styles', 'styles.xml'),
    relation(3, 'sharedStrings', 'sharedStrings.xml'),
  ),
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': [
    `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>`,
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  ].join(''),
};

/** Writes the rows as an Excel workbook with shared texts and real dates (ECMA-376). */
export function workbookOf(rows: readonly Row[]): Buffer<ArrayBuffer> {
  const texts = sharedTexts();
  const sheet = sheetXml(rows, texts);
  const files: Zippable = { 'xl/worksheets/sheet1.xml': strToU8(sheet), 'xl/sharedStrings.xml': strToU8(texts.xml()) };
  for (const [name, xml] of Object.entries(parts)) files[name] = strToU8(xml);
  return Buffer.from(zipSync(files, { level: 6 }));
}
