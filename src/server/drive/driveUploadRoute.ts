import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { driveSpreadsheetAnswerSchema } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { clientGone } from '../clientGone';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { importIntoDrive } from './driveImport';
import { uploadRoomOf } from './driveRoom';
import { getSpreadsheet } from './driveService';
import { receiveUpload } from './receiveUpload';

const notMultipart = () =>
  new Refusal('unsupported_media_type', 'Send the spreadsheet as multipart/form-data, in a field called file.');

/** Uploads are made in a folder of their own, which is emptied at start: a process that was killed cannot clean up. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads');

/** Only multipart bodies are read here; every other one is refused unread. */
export async function readMultipartOnly(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) throw notMultipart();
  });
}

/** `POST /api/drive/spreadsheets`: a workbook becomes a spreadsheet in the person's drive. */
export async function registerDriveUpload(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, settings } = parts;
  const folder = uploadsFolder(settings.dataDir);
  app.addHook('onReady', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  });
  await app.register(async (instance) => {
    await readMultipartOnly(instance);
    const scope = instance.withTypeProvider<TypeBoxTypeProvider>();
    const schema = { response: { 201: driveSpreadsheetAnswerSchema } };
    scope.post(apiPaths.driveSpreadsheets, { schema }, async (request, reply) => {
      const gone = clientGone(reply);
      parts.workers.prepare();
      const room = await uploadRoomOf(db, request.person.id);
      const file = await receiveUpload(request, folder, room, gone);
      const imported = importIntoDrive(parts, request.person.id, file, gone);
      const id = await imported.finally(() => rm(file.path, { force: true }));
      reply.code(201);
      return { spreadsheet: await getSpreadsheet(db, request.person.id, id, originOf(request, settings)) };
    });
  });
}
