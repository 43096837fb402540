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
import { busyWriting, retryIfChanged } from '../driveRepository';
import { getSpreadsheet, renameInDrive, requireSpreadsheet } from '../driveService';
import { uploadsFolder, type UploadParts } from '../driveUploadRoute';
import { chooseTabs } from './chooseTabs';
import { type PreviewContext, viewPreview } from './preview';
import { readAnew, type ReadAnewContext } from './readAnew';

const ONE = '/api/drive/spreadsheets/:id';

const params = Type.Object({ id: Type.String() });
/** Number of the tab whose first rows are shown. */
const querystring = Type.Object({ tab: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false });

type ChoicesServices = UploadParts & Omit<ReadAnewContext, 'signal' | 'folder'>;

/** What changes of how the file is read; undefined where nothing does. */
const readingChangeOf = ({ encoding, separator, decimal }: DriveChange): ReadingChange | undefined =>
  [encoding, separator, decimal].every((one) => one === undefined) ? undefined : { encoding, separator, decimal };

/** Sheets are chosen by what was read. @throws Refusal `invalid_request` */
function refuseBoth(reading: ReadingChange | undefined, { tabs }: DriveChange): void {
  if (reading === undefined || tabs === undefined) return;
  const detail = 'Choose first how the file is read, and what is chosen of its sheets in a call after that.';
  throw new Refusal('invalid_request', detail, { errors: [{ field: 'tabs', detail }] });
}

/** Tries to find a spreadsheet at rest before it is shown. */
const TRIES = 5;

/** `PATCH /api/drive/spreadsheets/{id}`, and what a person is shown to choose by. */
export function registerChoices(app: FastifyInstance, services: ChoicesServices): void {
  const { db, settings } = services;
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  const preview = (context: PreviewContext, id: string, tab?: number) =>
    retryIfChanged(TRIES, busyWriting, () => viewPreview(context, id, tab));

  scope.get(
    `${ONE}/preview`,
    { schema: { params, querystring, response: { 200: drivePreviewAnswerSchema } } },
    async (request, reply) => {
      const { person, params, query } = request;
      const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
      const context = { ...services, signal: clientGone(reply) };
      return { spreadsheet, preview: await preview(context, params.id, query.tab) };
    },
  );

  scope.patch(
    ONE,
    { schema: { params, querystring, body: driveChangeSchema, response: { 200: driveChangeAnswerSchema } } },
    async (request, reply) => {
      const { person, params, query, body } = request;
      const reading = readingChangeOf(body);
      refuseBoth(reading, body);
      const context = { ...services, signal: clientGone(reply), folder: uploadsFolder(settings) };
      const stored = await requireSpreadsheet(db, person.id, params.id);
      if (reading !== undefined) await readAnew(context, stored, reading);
      const address = { ownerId: person.id, spreadsheetId: params.id };
      if (body.tabs !== undefined) await chooseTabs(context, address, body.tabs);
      if (body.title !== undefined) await renameInDrive(db, person.id, params.id, body.title);
      const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
      if (reading === undefined && body.tabs === undefined) return { spreadsheet };
      const shown = query.tab ?? body.tabs?.[0]?.sheetId;
      return { spreadsheet, preview: await preview(context, params.id, shown) };
    },
  );
}
