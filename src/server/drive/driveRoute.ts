import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { driveSpreadsheetAnswerSchema, driveSpreadsheetsAnswerSchema } from '../../contract/drive';
import { createKeyedMutex } from '../database/locks';
import { originOf } from '../http/originOf';
import { registerChoices } from './choices/choicesRoute';
import { registerDriveFile } from './driveFileRoute';
import { getSpreadsheet, listDrive } from './driveService';
import type { DriveServices } from './driveServices';
import { registerDriveUpload } from './driveUploadRoute';
import { registerGrid } from './grid/gridRoute';
import { RemovedParts } from './grid/openTab';
import { moveToTrash, removePermanently, restoreFromTrash } from './trash';
import { registerVersions } from './versions/versionsRoute';

const SPREADSHEETS = '/api/drive/spreadsheets';
const SPREADSHEET = '/api/drive/spreadsheets/:id';

const params = Type.Object({ id: Type.String() });
/** Query of a deletion. */
const querystring = Type.Object({ permanently: Type.Optional(Type.Literal('1')) }, { additionalProperties: false });
const response = { 200: driveSpreadsheetAnswerSchema };

/** Registers the routes of the person's drive: upload, list, get, rename, delete, restore, download, edit, versions. */
export async function registerDrive(app: FastifyInstance, services: DriveServices): Promise<void> {
  const { db, settings, events } = services;
  await registerDriveUpload(app, services);
  await registerVersions(app, services);
  registerChoices(app, services);
  registerDriveFile(app, services);
  registerGrid(app, { ...services, removed: new RemovedParts(), editMutex: createKeyedMutex() });

  app.get(SPREADSHEETS, { schema: { response: { 200: driveSpreadsheetsAnswerSchema } } }, async (request) => ({
    spreadsheets: await listDrive(db, request.person.id, originOf(request, settings)),
  }));

  app.get(SPREADSHEET, { schema: { params, response } }, async (request) => ({
    spreadsheet: await getSpreadsheet(db, request.person.id, request.params.id, originOf(request, settings)),
  }));

  app.delete(SPREADSHEET, { schema: { params, querystring } }, async (request, reply) => {
    const remove = request.query.permanently === undefined ? moveToTrash : removePermanently;
    events.deleted.emit(await remove(db, request.person.id, request.params.id));
    return reply.code(204).send();
  });

  app.post(`${SPREADSHEET}/restore`, { schema: { params, response } }, async (request) => {
    await restoreFromTrash(db, request.person.id, request.params.id);
    return { spreadsheet: await getSpreadsheet(db, request.person.id, request.params.id, originOf(request, settings)) };
  });
}
