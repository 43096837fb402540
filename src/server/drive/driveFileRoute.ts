import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { streamBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { DriveFile, DriveSpreadsheetsTable } from '../database/tables/drive';
import { attachment } from '../http/contentDisposition';
import { hasMovedCells } from '../rawTab/fileRows';
import { Refusal } from '../refusal';
import { haveSameLetters } from '../titles';
import { sheetNames, workbookOf, type WrittenSheet, XLSX_ROWS } from '../workbook/xlsx/xlsxFile';
import { WrittenFormats } from '../workbook/xlsx/writtenFormats';
import { listTabs } from './driveRepository';
import { requireSpreadsheet } from './driveService';
import type { DriveServices } from './driveServices';
import { exportCsv, exportSheet } from './grid/exportTab';
import { type GridTabs, noTab } from './grid/gridTab';

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

/** Refusal of a file that programs would take for damaged. */
function tooManyRows(title: string) {
  const detail = `The sheet “${title}” has more rows than an .xlsx file can: ${XLSX_ROWS.toLocaleString('en')}.`;
  return new Refusal('too_large', detail, { hint: 'Download each sheet as .csv instead.' });
}

async function sendWorkbook(reply: FastifyReply, db: Db, tabs: GridTabs, spreadsheet: DriveSpreadsheetsTable) {
  const { id, title, file_kind } = spreadsheet;
  const opened = await tabs.openCopies(await listTabs(db, id));
  // Formulas may refer to cells that were moved since their file.
  const hasMoved = opened.some(({ tab }) => hasMovedCells(tab.blocks.head.file ?? {}));
  const writesFormulas = file_kind === 'xlsx' && !hasMoved;
  const names = sheetNames(opened.map(({ stored }) => stored.title));
  // Formulas name a sheet by its title in their file, so those that name a renamed sheet are left out.
  const unchangedNames = names.filter((name, index) => haveSameLetters(name, opened[index]!.tab.blocks.head.title));
  const formulaSheets = writesFormulas ? new Set(unchangedNames.map((name) => name.toLowerCase())) : undefined;
  const formats = new WrittenFormats();
  const sheets = opened.map(({ stored, tab }, index): WrittenSheet => {
    if (tab.lastRow > XLSX_ROWS) throw tooManyRows(stored.title);
    formats.add(tab.blocks.head.formats?.codes ?? []);
    const content = exportSheet(tab, formats, formulaSheets);
    return { number: index + 1, title: stored.title, hidden: stored.hidden === 1, content };
  });
  const hasFormulas = writesFormulas && opened.some(({ tab }) => tab.blocks.hasFormulas);
  return send(reply, `${title}.xlsx`, 'xlsx', workbookOf(sheets, formats, hasFormulas));
}

async function sendTab(
  reply: FastifyReply,
  db: Db,
  tabs: GridTabs,
  { id, title }: DriveSpreadsheetsTable,
  sheetId: number | undefined,
) {
  const listed = await listTabs(db, id);
  const requested = sheetId === undefined ? listed[0] : listed.find(({ sheet_id }) => sheet_id === sheetId);
  if (requested === undefined) throw noTab();
  const { tab } = await tabs.open(id, requested.sheet_id);
  return send(reply, `${title}, ${requested.title}.csv`, 'csv', exportCsv(tab.copy()));
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
