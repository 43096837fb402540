import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { driveSpreadsheetAnswerSchema } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { type TemplateUse, templateUseSchema } from '../../contract/templates';
import { readJsonBodies } from '../http/bodies';
import { clientGone } from '../http/clientGone';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { Refusal } from '../refusal';
import type { DerivedDrafts } from '../sync/deriveTabs';
import { importIntoDrive } from './driveImport';
import { getSpreadsheet } from './driveService';
import { type ReceivedFile, receiveUpload, uploadLimitOf } from './receiveUpload';
import { virusScanOf } from './virusScan';

/** What uploads are received with. */
export interface UploadParts extends Pick<Parts, 'db' | 'settings' | 'workers'> {
  readonly planLimits: PlanLimits;
  readonly derivedDrafts: DerivedDrafts;
}

/** A template's workbook, which stays where it is. @throws Refusal `not_found` */
export type TemplateFile = (templateId: string) => Promise<ReceivedFile>;

const notMultipart = () =>
  new Refusal('unsupported_media_type', 'Send the spreadsheet as multipart/form-data, in a field called file.');

const isJson = ({ mediaType }: FastifyRequest) => mediaType === 'application/json';

/** Lets a scope read multipart bodies, and JSON where that is wanted; others are refused unread. */
export async function readMultipart(scope: FastifyInstance, { json = false } = {}): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  if (json) readJsonBodies(scope);
  scope.addHook('preValidation', async (request) => {
    if (!request.isMultipart() && !(json && isJson(request))) throw notMultipart();
  });
}

/** Receives an upload, and removes its temporary file when `use` has ended. */
type WithUpload = <T>(
  request: FastifyRequest,
  signal: AbortSignal,
  use: (file: ReceivedFile) => Promise<T>,
) => Promise<T>;

/** @returns receives uploads of people into `DATA_DIR/uploads`, within their quota, scanned for viruses */
export function uploadsOf({ db, settings, planLimits }: UploadParts): WithUpload {
  const place = { folder: uploadsFolder(settings), scan: virusScanOf(settings) };
  return async (request, signal, use) => {
    const limit = await uploadLimitOf(db, planLimits, request.person.id);
    const file = await receiveUpload(request, { ...place, limit }, signal);
    return use(file).finally(() => rm(file.path, { force: true }));
  };
}

/** The folder of files that are being received or read; they are removed at the next start at the latest. */
export const uploadsFolder = ({ dataDir }: Parts['settings']) => join(dataDir, 'uploads');

const schema = {
  body: { content: { 'application/json': { schema: templateUseSchema } } },
  response: { 201: driveSpreadsheetAnswerSchema },
};

/** `POST /api/drive/spreadsheets`: a workbook or a template becomes a spreadsheet in the person's drive. */
export async function registerDriveUpload(
  app: FastifyInstance,
  parts: UploadParts,
  templateFile: TemplateFile,
): Promise<void> {
  const { db, settings, planLimits } = parts;
  const folder = uploadsFolder(settings);
  const withUpload = uploadsOf(parts);

  /** A copy of a template takes as much of the quota as an upload. */
  async function importTemplate({ body, person }: FastifyRequest, signal: AbortSignal) {
    const file = await templateFile((body as TemplateUse).templateId);
    const limit = await uploadLimitOf(db, planLimits, person.id);
    if (file.bytes > limit.bytes) throw limit.refusal(file.bytes);
    return importIntoDrive(parts, person.id, file, signal);
  }

  // A process that was killed has left its temporary files.
  app.addHook('onReady', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  });
  await app.register(async (scope) => {
    await readMultipart(scope, { json: true });
    scope
      .withTypeProvider<TypeBoxTypeProvider>()
      .post(apiPaths.driveSpreadsheets, { schema, config: { readsUpload: true } }, async (request, reply) => {
        const gone = clientGone(reply);
        const id = await (isJson(request)
          ? importTemplate(request, gone)
          : withUpload(request, gone, (file) => importIntoDrive(parts, request.person.id, file, gone)));
        reply.code(201);
        return { spreadsheet: await getSpreadsheet(db, request.person.id, id, originOf(request, settings)) };
      });
  });
}
