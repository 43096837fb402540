import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import type { GridRow } from '../../contract/driveGrid';
import { type GridCell, type RichGridCell, shownText } from '../../contract/gridCells';
import type { ColumnType } from '../../contract/rows';
import { streamBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { DriveFile, DriveSpreadsheetsTable } from '../database/tables/drive';
import { attachment } from '../http/contentDisposition';
import { Refusal } from '../refusal';
import { csvField } from '../workbook/csv/csvField';
import { workbookOf, type WrittenSheet } from '../workbook/xlsx/xlsxFile';
import { cellXml, escaped, rowXml, worksheetXml } from '../workbook/xlsx/xlsxSheet';
import { inChunks } from '../yieldToEventLoop';
import { listTabs } from './driveRepository';
import { requireSpreadsheet } from './driveService';
import type { DriveServices } from './driveServices';
import { type GridTab, type GridTabs, noTab } from './grid/gridTab';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
} as const;

const schema = {
  params: Type.Object({ id: Type.String() }),
  querystring: Type.Object(
    {
      format: Type.Optional(Type.Union([Type.Literal('original'), Type.Literal('xlsx'), Type.Literal('csv')])),
      /** Id of the tab, for `csv`; the first tab if missing. */
      tab: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
};

/** Sends a file as an attachment, which browsers do not open and caches do not store. */
const send = (reply: FastifyReply, name: string, kind: keyof typeof mediaTypes, content: AsyncIterable<Buffer>) =>
  reply
    .header('Content-Type', mediaTypes[kind])
    .header('Content-Disposition', attachment(name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(content, { objectMode: false }));

/** Sends the uploaded file. */
export const sendUploaded = (reply: FastifyReply, db: Db, file: DriveFile) =>
  send(reply.header('Content-Length', file.file_bytes), file.file_name, file.file_kind, streamBlob(db, file.file_blob));

async function sendWorkbook(reply: FastifyReply, db: Db, tabs: GridTabs, spreadsheet: DriveSpreadsheetsTable) {
  const { id, title, file_kind } = spreadsheet;
  const stored = await listTabs(db, id);
  const formulas = file_kind === 'xlsx' && stored.every(({ shape }) => shape === 0);
  const sheets: WrittenSheet[] = [];
  let hasFormulas = false;
  for (const [position, tab] of stored.entries()) {
    const opened = (await tabs.open(id, tab.sheet_id)).tab.copy();
    hasFormulas ||= formulas && opened.blocks.hasFormulas;
    const content = worksheetXml(rowsXmlOf(opened, formulas));
    sheets.push({ number: position + 1, title: tab.title, hidden: tab.hidden === 1, content });
  }
  return send(reply, `${title}.xlsx`, 'xlsx', workbookOf(sheets, hasFormulas));
}

async function sendTab(
  reply: FastifyReply,
  db: Db,
  tabs: GridTabs,
  { id, title }: DriveSpreadsheetsTable,
  sheetId: number | undefined,
) {
  const stored = await listTabs(db, id);
  const found = sheetId === undefined ? stored[0] : stored.find(({ sheet_id }) => sheet_id === sheetId);
  if (found === undefined) throw noTab();
  const { tab } = await tabs.open(id, found.sheet_id);
  return send(reply, `${title}, ${found.title}.csv`, 'csv', exportCsv(tab.copy()));
}

/**
 * Registers `GET /api/drive/spreadsheets/{id}/file`: the uploaded file, or the current spreadsheet (`format=xlsx`, or `csv` for one
 * tab).
 */
export function registerDriveFile(app: FastifyInstance, { db, gridTabs }: DriveServices): void {
  app.get('/api/drive/spreadsheets/:id/file', { schema }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const { format, tab } = request.query;
    if (tab !== undefined && format !== 'csv') {
      throw new Refusal('invalid_request', 'A tab is chosen with format=csv only.', {
        errors: [{ field: 'tab', detail: 'Leave it out, or add format=csv.' }],
      });
    }
    if (format === 'xlsx') return sendWorkbook(reply, db, gridTabs, spreadsheet);
    if (format === 'csv') return sendTab(reply, db, gridTabs, spreadsheet, tab);
    return sendUploaded(reply, db, spreadsheet);
  });
}

/** Writes all rows of a tab as text, in chunks. */
const chunksOf = (tab: GridTab, textOf: (row: GridRow) => string) =>
  inChunks(tab.lastRow, (from, to) => {
    const texts = tab.rows(from + 1, to).map(textOf);
    return Buffer.from(texts.join(''));
  });

const isText = (cell: GridCell) => typeof cell === 'string' || (typeof cell === 'object' && cell?.kind === 'text');

/** Returns a cell as a CSV field. Only texts can be taken for formulas. */
const fieldOf = (cell: GridCell) => csvField(shownText(cell), !isText(cell));

/** Writes a tab as CSV (RFC 4180). Blank rows are empty lines, so that all rows keep their numbers. */
function exportCsv(tab: GridTab): AsyncIterable<Buffer> {
  let next = 1;
  return chunksOf(tab, ({ row, cells }) => {
    const blank = '\r\n'.repeat(row - next);
    next = row + 1;
    return `${blank}${cells.map(fieldOf).join(',')}\r\n`;
  });
}

const typeOf = ({ kind }: RichGridCell): ColumnType | undefined =>
  kind === 'date' || kind === 'datetime' || kind === 'time' ? kind : undefined;

const valueXml = (address: string, cell: RichGridCell) =>
  cell.kind === 'error'
    ? `<c r="${address}" t="e"><v>${escaped(String(cell.value ?? '#N/A'))}</v></c>`
    : cellXml(address, cell.value, typeOf(cell));

/** Returns a formula with its last known value. Programs that open the workbook recalculate it. */
function formulaXml(address: string, formula: string, cell: RichGridCell): string {
  const f = `<f>${escaped(formula)}</f>`;
  if (cell.value === null) return `<c r="${address}">${f}</c>`;
  if (cell.kind === 'text') return `<c r="${address}" t="str">${f}<v>${escaped(String(cell.value))}</v></c>`;
  return valueXml(address, cell).replace('<v>', () => `${f}<v>`);
}

function xmlOf(address: string, cell: GridCell, formulas: boolean): string {
  if (typeof cell !== 'object' || cell === null) return cellXml(address, cell, undefined);
  const { formula } = cell;
  return formulas && formula !== undefined ? formulaXml(address, formula, cell) : valueXml(address, cell);
}

/**
 * Writes the rows of a tab for a workbook: values and formulas. Styles, widths, merged cells and charts are left out.
 *
 * @param formulas false if formulas are in another dialect, or rows or columns were moved, so that they may refer to wrong cells;
 * then only their last values are written
 */
const rowsXmlOf = (tab: GridTab, formulas: boolean): AsyncIterable<Buffer> =>
  chunksOf(tab, ({ row, cells }) =>
    rowXml(row, cells.length, (address, at) => xmlOf(address, cells[at] ?? null, formulas)),
  );
