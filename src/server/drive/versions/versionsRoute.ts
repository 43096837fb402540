import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { driveVersionsAnswerSchema, versionAnswerSchema, versionDifferenceSchema } from '../../../contract/versions';
import { clientGone } from '../../clientGone';
import { streamBlob } from '../../database/blobs';
import type { Parts } from '../../parts';
import { createRetiring } from '../../sync/retiring';
import { attachment } from '../contentDisposition';
import { mediaTypes } from '../driveFileRoute';
import { uploadRoomOf } from '../driveRoom';
import { requireSpreadsheet } from '../driveService';
import { readMultipartOnly, uploadsFolder } from '../driveUploadRoute';
import { receiveUpload } from '../receiveUpload';
import { virusScanOf } from '../virusScan';
import type { PublishContext } from './publishVersion';
import { applyFile, differenceOfFile, requireVersion, restoreVersion, viewVersions } from './versionsService';

const ALL = '/api/drive/spreadsheets/:id/versions';
const ONE = '/api/drive/spreadsheets/:id/versions/:n';

const params = Type.Object({ id: Type.String() });
const oneParams = Type.Object({ id: Type.String(), n: Type.Integer({ minimum: 1 }) });
const drop = { drop_api_rows: Type.Optional(Type.Literal('1')) };
const dropQuery = Type.Object(drop, { additionalProperties: false });
const uploadQuery = Type.Object(
  { ...drop, dry_run: Type.Optional(Type.Literal('1')) },
  { additionalProperties: false },
);

/** `POST …/versions`: what a file would change, or the file as the next version. */
async function registerUpload(app: FastifyInstance, parts: Parts, contextFor: ContextFor) {
  const place = { folder: uploadsFolder(parts.settings.dataDir), scan: virusScanOf(parts.settings) };
  const response = { 200: versionDifferenceSchema, 201: versionAnswerSchema };
  await app.register(async (instance) => {
    await readMultipartOnly(instance);
    const scope = instance.withTypeProvider<TypeBoxTypeProvider>();
    scope.post(ALL, { schema: { params, querystring: uploadQuery, response } }, async (request, reply) => {
      const spreadsheet = await requireSpreadsheet(parts.db, request.person.id, request.params.id);
      const context = contextFor(reply);
      const keepAdded = request.query.drop_api_rows === undefined;
      const room = await uploadRoomOf(parts.db, request.person.id);
      const file = await receiveUpload(request, { ...place, room }, context.signal);
      try {
        if (request.query.dry_run !== undefined) {
          return await differenceOfFile(context, spreadsheet, file, keepAdded);
        }
        const answer = await applyFile(context, spreadsheet, file, keepAdded);
        return await reply.code(201).send(answer);
      } finally {
        await rm(file.path, { force: true });
      }
    });
  });
}

type ContextFor = (reply: FastifyReply) => PublishContext;

/** The versions of a spreadsheet: which there are, what another file would change, applying it, going back. */
export async function registerVersions(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, workers } = parts;
  const report = (error: unknown) => app.log.error({ err: error }, 'work in the background failed');
  const retiring = createRetiring(db, report);
  app.addHook('onClose', async () => retiring.close());
  const contextFor: ContextFor = (reply) => ({
    db,
    workers,
    report,
    retire: retiring.retire,
    signal: clientGone(reply),
  });
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  await registerUpload(app, parts, contextFor);

  scope.get(ALL, { schema: { params, response: { 200: driveVersionsAnswerSchema } } }, async (request) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    return { versions: await viewVersions({ db }, spreadsheet) };
  });

  const restoreSchema = { params: oneParams, querystring: dropQuery, response: { 200: versionAnswerSchema } };
  scope.post(`${ONE}/restore`, { schema: restoreSchema }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const keepAdded = request.query.drop_api_rows === undefined;
    return restoreVersion(contextFor(reply), spreadsheet, request.params.n, keepAdded);
  });

  scope.get(`${ONE}/file`, { schema: { params: oneParams } }, async (request, reply) => {
    const spreadsheet = await requireSpreadsheet(db, request.person.id, request.params.id);
    const version = await requireVersion({ db }, spreadsheet, request.params.n);
    return reply
      .header('Content-Type', mediaTypes[version.file_kind])
      .header('Content-Length', version.file_bytes)
      .header('Content-Disposition', attachment(version.file_name))
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'private, no-store')
      .send(Readable.from(streamBlob(db, version.file_blob), { objectMode: false }));
  });
}
