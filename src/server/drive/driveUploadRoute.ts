import { mkdir, rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { driveSpreadsheetAnswerSchema } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { type TemplateUse, templateUseSchema } from '../../contract/templates';
import { readJsonBodies } from '../http/bodies';
import { clientGone } from '../http/client';
import { originOf } from '../http/originOf';
import { Refusal } from '../refusal';
import { importIntoDrive } from './driveImport';
import { driveIdOf, findSpreadsheet, newDriveId } from './driveRepository';
import { getSpreadsheet } from './driveService';
import type { DriveServices, RequestContext } from './driveServices';
import { uploadLimitOf, uploadsFolder, withUpload } from './receiveUpload';

const notMultipart = () =>
  new Refusal('unsupported_media_type', 'Send the spreadsheet as multipart/form-data, in a field called file.');

const isJson = ({ mediaType }: FastifyRequest) => mediaType === 'application/json';

/** Registers a parser for multipart bodies, and JSON if requested; other bodies are rejected unread. */
export async function readMultipart(scope: FastifyInstance, { json = false } = {}): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  if (json) readJsonBodies(scope);
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart() && !(json && isJson(request))) throw notMultipart();
  });
}

/**
 * Creates a spreadsheet from a template, unless this attempt has created it already and its response was lost. It counts toward the
 * quota like an upload.
 */
async function importTemplate(context: RequestContext, { body, person }: FastifyRequest): Promise<string> {
  const { templateId, attempt } = body as TemplateUse;
  const { db, planLimits } = context;
  const id = attempt === undefined ? newDriveId() : await driveIdOf(db, person.id, attempt);
  const isDone = async () => (await findSpreadsheet(db, person.id, id)) !== undefined;
  if (await isDone()) return id;
  const file = await context.templateFile(templateId);
  const limit = await uploadLimitOf(db, planLimits, person.id);
  if (file.bytes > limit.bytes) throw limit.refusal(file.bytes);
  try {
    return await importIntoDrive(context, person.id, file, id);
  } catch (error) {
    if (await isDone()) return id;
    throw error;
  }
}

const schema = {
  body: { content: { 'application/json': { schema: templateUseSchema } } },
  response: { 201: driveSpreadsheetAnswerSchema },
};

/** Registers `POST /api/drive/spreadsheets`, which creates a spreadsheet in the person's drive from a workbook or a template. */
export async function registerDriveUpload(app: FastifyInstance, services: DriveServices): Promise<void> {
  const { db, settings } = services;
  const folder = uploadsFolder(settings);
  // Temporary files of a killed process.
  app.addHook('onReady', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  });
  await app.register(async (scope) => {
    await readMultipart(scope, { json: true });
    scope.post(apiPaths.driveSpreadsheets, { schema, config: { readsUpload: true } }, async (request, reply) => {
      const context = { ...services, signal: clientGone(reply) };
      const id = isJson(request)
        ? await importTemplate(context, request)
        : await withUpload(context, request, (file) => importIntoDrive(context, request.person.id, file));
      reply.code(201);
      return { spreadsheet: await getSpreadsheet(db, request.person.id, id, originOf(request, settings)) };
    });
  });
}
