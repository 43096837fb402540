import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { streamBlob } from '../database/blobs';
import type { Parts } from '../parts';
import { attachment } from './contentDisposition';
import { requireSpreadsheet } from './driveService';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
} as const;

const schema = {
  params: Type.Object({ id: Type.String() }),
  querystring: Type.Object({ format: Type.Optional(Type.Literal('original')) }, { additionalProperties: false }),
};

/** `GET /api/drive/spreadsheets/{id}/file?format=original`: the bytes that were uploaded, never opened by the browser. */
export function registerDriveFile(app: FastifyInstance, { db }: Parts): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  scope.get('/api/drive/spreadsheets/:id/file', { schema }, async (request, reply) => {
    const sheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    return reply
      .header('Content-Type', mediaTypes[sheet.file_kind])
      .header('Content-Length', sheet.file_bytes)
      .header('Content-Disposition', attachment(sheet.file_name))
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(streamBlob(db, sheet.file_blob), { objectMode: false }));
  });
}
