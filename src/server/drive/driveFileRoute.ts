import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { streamBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable } from '../database/tables/drive';
import { attachment } from '../http/contentDisposition';
import { Refusal } from '../refusal';
import { listTabs } from './driveRepository';
import { requireSpreadsheet } from './driveService';
import { exportCsv, type ExportedTab, exportXlsx } from './export';
import { type GridTabs, noTab } from './grid/gridTabs';

type Db = Kysely<Database>;

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
      /** Number of the tab, with `csv`; its first one when not given. */
      tab: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
};

interface Download {
  readonly name: string;
  readonly kind: keyof typeof mediaTypes;
  /** Where it is known before. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Sends a file as an attachment, which browsers do not open and caches do not keep. */
const send = (reply: FastifyReply, { name, kind, bytes, content }: Download) =>
  reply
    .headers(bytes === undefined ? {} : { 'Content-Length': bytes })
    .header('Content-Type', mediaTypes[kind])
    .header('Content-Disposition', attachment(name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(content, { objectMode: false }));

type UploadedFile = Pick<DriveSpreadsheetsTable, 'file_name' | 'file_kind' | 'file_bytes' | 'file_blob'>;

/** Sends a file as it was uploaded. */
export const sendUploaded = (reply: FastifyReply, db: Db, file: UploadedFile) =>
  send(reply, {
    name: file.file_name,
    kind: file.file_kind,
    bytes: file.file_bytes,
    content: streamBlob(db, file.file_blob),
  });

async function workbookOf(db: Db, tabs: GridTabs, { id, title, file_kind }: DriveSpreadsheetsTable): Promise<Download> {
  const stored = await listTabs(db, id);
  const exported: ExportedTab[] = [];
  for (const [position, { sheet_id, title: name, hidden }] of stored.entries()) {
    const { tab } = await tabs.open(id, sheet_id);
    exported.push({ number: position + 1, title: name, hidden: hidden === 1, tab: tab.copy() });
  }
  const formulas = file_kind === 'xlsx' && stored.every(({ shape }) => shape === 0);
  return { name: `${title}.xlsx`, kind: 'xlsx', content: exportXlsx(exported, formulas) };
}

async function tabOf(db: Db, tabs: GridTabs, { id, title }: DriveSpreadsheetsTable, sheetId: number | undefined) {
  const stored = await listTabs(db, id);
  const found = sheetId === undefined ? stored[0] : stored.find(({ sheet_id }) => sheet_id === sheetId);
  if (found === undefined) throw noTab();
  const { tab } = await tabs.open(id, found.sheet_id);
  return { name: `${title}, ${found.title}.csv`, kind: 'csv', content: exportCsv(tab.copy()) } satisfies Download;
}

/**
 * `GET /api/drive/spreadsheets/{id}/file`: the bytes that were uploaded, or the spreadsheet as it is now (`format=xlsx`, or
 * `csv` for one tab).
 */
export function registerDriveFile(app: FastifyInstance, db: Db, tabs: GridTabs): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  scope.get('/api/drive/spreadsheets/:id/file', { schema }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const { format, tab } = request.query;
    if (tab !== undefined && format !== 'csv') {
      throw new Refusal('invalid_request', 'A tab is chosen with format=csv only.', {
        errors: [{ field: 'tab', detail: 'Leave it out, or add format=csv.' }],
      });
    }
    if (format === 'xlsx') return send(reply, await workbookOf(db, tabs, spreadsheet));
    if (format === 'csv') return send(reply, await tabOf(db, tabs, spreadsheet, tab));
    return sendUploaded(reply, db, spreadsheet);
  });
}
