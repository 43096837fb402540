import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { driveSpreadsheetAnswerSchema, driveSpreadsheetsAnswerSchema } from '../../contract/drive';
import { createKeyedMutex } from '../database/locks';
import { originOf } from '../http/originOf';
import { registerChoices } from './choices/choicesRoute';
import { registerDriveFile } from './driveFileRoute';
import { deleteFromDrive, getSpreadsheet, listDrive, removeDeleted } from './driveService';
import type { DriveServices } from './driveServices';
import { registerDriveUpload } from './driveUploadRoute';
import { registerGrid } from './grid/gridRoute';
import { GridTabs } from './grid/gridTab';
import { RemovedParts } from './grid/openTab';
import { registerVersions } from './versions/versionsRoute';

const LIST = '/api/drive/spreadsheets';
const ONE = '/api/drive/spreadsheets/:id';

const params = Type.Object({ id: Type.String() });
const response = { 200: driveSpreadsheetAnswerSchema };

/** The person's drive: upload, list, one, rename, delete, download, edit, versions. */
export async function registerDrive(app: FastifyInstance, services: DriveServices): Promise<void> {
  const { db, settings, events, endpoints } = services;
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  const tabs = new GridTabs(db, events, endpoints.memory);
  app.addHook('onReady', async () => void (await removeDeleted(db)));

  await registerDriveUpload(app, services);
  await registerVersions(app, services);
  registerChoices(app, services);
  registerDriveFile(app, db, tabs);
  registerGrid(app, { ...services, tabs, removed: new RemovedParts(), editMutex: createKeyedMutex() });

  scope.get(LIST, { schema: { response: { 200: driveSpreadsheetsAnswerSchema } } }, async (request) => ({
    spreadsheets: await listDrive(db, request.person.id, originOf(request, settings)),
  }));

  scope.get(ONE, { schema: { params, response } }, async (request) => ({
    spreadsheet: await getSpreadsheet(db, request.person.id, request.params.id, originOf(request, settings)),
  }));

  scope.delete(ONE, { schema: { params } }, async (request, reply) => {
    events.deleted.emit(await deleteFromDrive(db, request.person.id, request.params.id));
    return reply.code(204).send();
  });
}
