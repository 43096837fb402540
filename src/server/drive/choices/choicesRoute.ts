import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  type DriveChange,
  driveChangeAnswerSchema,
  driveChangeSchema,
  drivePreviewAnswerSchema,
  type ReadingChange,
} from '../../../contract/drive';
import { clientGone } from '../../http/clientGone';
import { originOf } from '../../http/originOf';
import { Refusal } from '../../refusal';
import { getSpreadsheet, renameInDrive, requireSpreadsheet } from '../driveService';
import type { DriveServices } from '../driveServices';
import { chooseTabs } from './chooseTabs';
import { viewPreview } from './preview';
import { readAnew } from './readAnew';

const ONE = '/api/drive/spreadsheets/:id';

const params = Type.Object({ id: Type.String() });
/** Number of the tab whose first rows are shown. */
const querystring = Type.Object({ tab: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false });

const previewSchema = { params, querystring, response: { 200: drivePreviewAnswerSchema } };
const changeSchema = { params, querystring, body: driveChangeSchema, response: { 200: driveChangeAnswerSchema } };

/** What changes of how the file is read; undefined where nothing does. */
const readingChangeOf = ({ encoding, separator, decimal }: DriveChange): ReadingChange | undefined =>
  [encoding, separator, decimal].every((one) => one === undefined) ? undefined : { encoding, separator, decimal };

/** Sheets are chosen by what was read. @throws Refusal `invalid_request` */
function refuseBoth(reading: ReadingChange | undefined, { tabs }: DriveChange): void {
  if (reading === undefined || tabs === undefined) return;
  const detail = 'Choose first how the file is read, and what is chosen of its sheets in a call after that.';
  throw new Refusal('invalid_request', detail, { errors: [{ field: 'tabs', detail }] });
}

/** `PATCH /api/drive/spreadsheets/{id}`, and what a person is shown to choose by. */
export function registerChoices(app: FastifyInstance, services: DriveServices): void {
  const { db, settings } = services;
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.get(`${ONE}/preview`, { schema: previewSchema }, async (request, reply) => {
    const { person, params, query } = request;
    const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
    return {
      spreadsheet,
      preview: await viewPreview({ ...services, signal: clientGone(reply) }, params.id, query.tab),
    };
  });

  scope.patch(ONE, { schema: changeSchema }, async (request, reply) => {
    const { person, params, query, body } = request;
    const reading = readingChangeOf(body);
    refuseBoth(reading, body);
    const context = { ...services, signal: clientGone(reply) };
    const stored = await requireSpreadsheet(db, person.id, params.id);
    if (reading !== undefined) await readAnew(context, stored, reading);
    if (body.tabs !== undefined) await chooseTabs(context, person.id, params.id, body.tabs);
    if (body.title !== undefined) await renameInDrive(db, person.id, params.id, body.title);
    const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
    if (reading === undefined && body.tabs === undefined) return { spreadsheet };
    const shown = query.tab ?? body.tabs?.[0]?.sheetId;
    return { spreadsheet, preview: await viewPreview(context, params.id, shown) };
  });
}
