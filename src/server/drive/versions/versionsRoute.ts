import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { driveVersionsAnswerSchema, versionAnswerSchema, versionDifferenceSchema } from '../../../contract/versions';
import { clientGone } from '../../http/client';
import { sendUploaded } from '../driveFileRoute';
import { requireSpreadsheet } from '../driveService';
import type { DriveServices } from '../driveServices';
import { readMultipart } from '../driveUploadRoute';
import { withUpload } from '../receiveUpload';
import { readRenamed } from './matchSheets';
import { applyFile, differenceOfFile, requireVersion, restoreVersion, viewVersions } from './versionsService';

const VERSIONS = '/api/drive/spreadsheets/:id/versions';
const VERSION = '/api/drive/spreadsheets/:id/versions/:n';

const params = Type.Object({ id: Type.String() });
const oneParams = Type.Object({ id: Type.String(), n: Type.Integer({ minimum: 1 }) });
const drop = { drop_api_rows: Type.Optional(Type.Literal('1')) };
const dropQuery = Type.Object(drop, { additionalProperties: false });
const uploadQuery = Type.Object(
  {
    ...drop,
    dry_run: Type.Optional(Type.Literal('1')),
    /** JSON object of titles: new title by former title. */
    renamed: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const uploadResponse = { 200: versionDifferenceSchema, 201: versionAnswerSchema };
const uploadSchema = { params, querystring: uploadQuery, response: uploadResponse };
const restoreSchema = { params: oneParams, querystring: dropQuery, response: { 200: versionAnswerSchema } };

/** Registers the routes of versions: list, changes of another file, applying a file, restoring, download. */
export async function registerVersions(app: FastifyInstance, services: DriveServices): Promise<void> {
  const { db } = services;
  await app.register(async (uploads: FastifyInstance) => {
    await readMultipart(uploads);
    uploads.post(VERSIONS, { schema: uploadSchema, config: { readsUpload: true } }, async (request, reply) => {
      const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
      const context = { ...services, signal: clientGone(reply) };
      const { drop_api_rows, dry_run, renamed } = request.query;
      const options = { keepAdded: drop_api_rows === undefined, renamed: readRenamed(renamed) };
      return withUpload(context, request, async (file) => {
        if (dry_run !== undefined) return differenceOfFile(context, spreadsheet, file, options);
        const answer = await applyFile(context, spreadsheet, file, options);
        return reply.code(201).send(answer);
      });
    });
  });

  app.get(VERSIONS, { schema: { params, response: { 200: driveVersionsAnswerSchema } } }, async (request) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    return { versions: await viewVersions(db, spreadsheet) };
  });

  app.post(`${VERSION}/restore`, { schema: restoreSchema }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const keepAdded = request.query.drop_api_rows === undefined;
    return restoreVersion({ ...services, signal: clientGone(reply) }, spreadsheet, request.params.n, keepAdded);
  });

  app.get(`${VERSION}/file`, { schema: { params: oneParams } }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    return sendUploaded(reply, db, await requireVersion(db, spreadsheet, request.params.n));
  });
}
