import type { Table } from '../../answers/table';
import { sheetXml } from './sheetXml';
import { zipStream, type ZipPart } from './zipStream';

/** Rows and columns a sheet of the format has. */
export const XLSX_ROWS = 1_048_576;
export const XLSX_COLUMNS = 16_384;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`;

const ROOT_RELATIONSHIPS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const WORKBOOK_RELATIONSHIPS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

const formats = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '[hh]:mm:ss'];

/** The formats of dates and times, in the order that `styles` of `sheetXml` counts them. */
const STYLES =
  `<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="${formats.length}">${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('')}</numFmts>` +
  '<fonts count="1"><font/></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `${formats.map((_, n) => `<xf numFmtId="${164 + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}` +
  '</cellXfs></styleSheet>';

/** Names of sheets are short and lack some signs; that of the tab is kept as far as that allows. */
function sheetName(title: string): string {
  const name = [...title.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')]
    .join('')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  const whole = name.replace(/[\ud800-\udbff]$/, '');
  return (whole || 'Sheet1').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const workbook = (title: string) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
  `<sheet name="${sheetName(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const part = (name: string, xml: string): ZipPart => ({ name, content: [Buffer.from(DECLARATION + xml)] });

/** A workbook with one sheet (ECMA-376), written as it is read. */
export const xlsxOf = (table: Table, title: string): AsyncGenerator<Buffer, void, undefined> =>
  zipStream([
    part('[Content_Types].xml', CONTENT_TYPES),
    part('_rels/.rels', ROOT_RELATIONSHIPS),
    part('xl/workbook.xml', workbook(title)),
    part('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONSHIPS),
    part('xl/styles.xml', STYLES),
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(table) },
  ]);
