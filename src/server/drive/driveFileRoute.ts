import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { streamBlob } from '../database/blobs';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable } from '../database/tables/drive';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { attachment } from './contentDisposition';
import { exportCsv } from './export/exportCsv';
import { type ExportedTab, exportXlsx } from './export/exportXlsx';
import { listTabs } from './driveRepository';
import { requireSpreadsheet } from './driveService';
import { type GridTabs, gridTabsOf, noTab } from './grid/gridTabs';
import { numbersForFile } from './tabNumbers';

type Db = Kysely<Database>;

export const mediaTypes = {
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

const tabWithoutCsv = () =>
  new Refusal('invalid_request', 'A tab is chosen with format=csv only.', {
    errors: [{ field: 'tab', detail: 'Leave it out, or add format=csv.' }],
  });

/** A file that is sent. */
interface SentFile {
  readonly name: string;
  readonly kind: keyof typeof mediaTypes;
  /** Where it is known before. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Buffer>;
}

async function workbookOf(db: Db, tabs: GridTabs, { id, title, file_kind }: DriveSpreadsheetsTable): Promise<SentFile> {
  const stored = await listTabs(db, id);
  const numbers = numbersForFile(stored);
  const exported: ExportedTab[] = [];
  for (const [position, { sheet_id, title: name, hidden }] of stored.entries()) {
    const { tab } = await tabs.open(id, sheet_id);
    exported.push({ number: numbers[position] ?? 0, title: name, hidden: hidden === 1, tab: tab.still() });
  }
  const formulas = file_kind === 'xlsx' && stored.every(({ shape }) => shape === 0);
  return { name: `${title}.xlsx`, kind: 'xlsx', content: exportXlsx(exported, formulas) };
}

async function tabOf(db: Db, tabs: GridTabs, sheet: DriveSpreadsheetsTable, asked: number | undefined) {
  const stored = await listTabs(db, sheet.id);
  const found = asked === undefined ? stored[0] : stored.find(({ sheet_id }) => sheet_id === asked);
  if (found === undefined) throw noTab();
  const { tab } = await tabs.open(sheet.id, found.sheet_id);
  return {
    name: `${sheet.title}, ${found.title}.csv`,
    kind: 'csv',
    content: exportCsv(tab.still()),
  } satisfies SentFile;
}

const originalOf = (db: Db, { file_name, file_kind, file_bytes, file_blob }: DriveSpreadsheetsTable): SentFile => ({
  name: file_name,
  kind: file_kind,
  bytes: file_bytes,
  content: streamBlob(db, file_blob),
});

const send = (reply: FastifyReply, { name, kind, bytes, content }: SentFile) =>
  reply
    .headers(bytes === undefined ? {} : { 'Content-Length': bytes })
    .header('Content-Type', mediaTypes[kind])
    .header('Content-Disposition', attachment(name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(content, { objectMode: false }));

/**
 * `GET /api/drive/spreadsheets/{id}/file`: the bytes that were uploaded, or the spreadsheet as it is now (`format=xlsx`, or
 * `csv` for a tab of it). Never opened by the browser.
 */
export function registerDriveFile(app: FastifyInstance, { db }: Parts): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  const tabs = gridTabsOf(db);
  scope.get('/api/drive/spreadsheets/:id/file', { schema }, async (request, reply) => {
    const sheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const { format, tab } = request.query;
    if (tab !== undefined && format !== 'csv') throw tabWithoutCsv();
    if (format === 'xlsx') return send(reply, await workbookOf(db, tabs, sheet));
    if (format === 'csv') return send(reply, await tabOf(db, tabs, sheet, tab));
    return send(reply, originalOf(db, sheet));
  });
}
