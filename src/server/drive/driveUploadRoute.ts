import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { driveSpreadsheetAnswerSchema } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { type TemplateUse, templateUseSchema } from '../../contract/templates';
import { clientGone } from '../clientGone';
import { originOf } from '../http/originOf';
import { readJsonBodies } from '../http/readBodies';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { templateFile } from '../templates/templateFile';
import { importIntoDrive } from './driveImport';
import { uploadRoomOf } from './driveRoom';
import { getSpreadsheet } from './driveService';
import { type Receiving, receiveUpload } from './receiveUpload';
import { virusScanOf } from './virusScan';

const notMultipart = () =>
  new Refusal('unsupported_media_type', 'Send the spreadsheet as multipart/form-data, in a field called file.');

/** Uploads are made in a folder of their own, which is emptied at start: a process that was killed cannot clean up. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads');

/** Multipart bodies are read by whoever wants them; every other one is left unread. */
async function readMultipart(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Only multipart bodies are read here; every other one is refused unread. */
export async function readMultipartOnly(scope: FastifyInstance) {
  await readMultipart(scope);
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) throw notMultipart();
  });
}

/** An upload, removed again when it has been read. */
async function importUpload(parts: Parts, place: Omit<Receiving, 'room'>, request: FastifyRequest, gone: AbortSignal) {
  const room = await uploadRoomOf(parts.db, request.person.id);
  // SQLite answers without a turn of the event loop: others have theirs.
  await nextTurn();
  const file = await receiveUpload(request, { ...place, room }, gone);
  return importIntoDrive(parts, request.person.id, file, gone).finally(() => rm(file.path, { force: true }));
}

/** A copy of a template, which needs as much room as an upload. */
async function importTemplate(parts: Parts, request: FastifyRequest, gone: AbortSignal) {
  const file = await templateFile((request.body as TemplateUse).templateId);
  const room = await uploadRoomOf(parts.db, request.person.id);
  if (file.bytes > room.most) throw room.refusal(file.bytes);
  return importIntoDrive(parts, request.person.id, file, gone);
}

const schema = {
  body: { content: { 'application/json': { schema: templateUseSchema } } },
  response: { 201: driveSpreadsheetAnswerSchema },
};

const isJson = ({ mediaType }: FastifyRequest) => mediaType === 'application/json';

/** `POST /api/drive/spreadsheets`: a workbook or a template becomes a spreadsheet in the person's drive. */
export async function registerDriveUpload(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, settings } = parts;
  const folder = uploadsFolder(settings.dataDir);
  const place = { folder, scan: virusScanOf(settings) };
  app.addHook('onReady', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  });
  await app.register(async (scope) => {
    await readMultipart(scope);
    readJsonBodies(scope);
    scope.addHook('preValidation', async (request) => {
      if (!request.isMultipart() && !isJson(request)) throw notMultipart();
    });
    scope
      .withTypeProvider<TypeBoxTypeProvider>()
      .post(apiPaths.driveSpreadsheets, { schema }, async (request, reply) => {
        const gone = clientGone(reply);
        // Starting a thread takes a moment, and so does what has come of the body by now.
        await nextTurn();
        parts.workers.prepare();
        await nextTurn();
        const id = await (isJson(request)
          ? importTemplate(parts, request, gone)
          : importUpload(parts, place, request, gone));
        reply.code(201);
        return { spreadsheet: await getSpreadsheet(db, request.person.id, id, originOf(request, settings)) };
      });
  });
}
