import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  type DriveChange,
  driveChangeAnswerSchema,
  driveChangeSchema,
  drivePreviewAnswerSchema,
  type ReadingChange,
  type TextChoices,
  type TextReading,
} from '../../../contract/drive';
import { textEncodings } from '../../../contract/textEncodings';
import { streamBlob } from '../../database/blobs';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../../database/tables/drive';
import { clientGone } from '../../http/client';
import { originOf } from '../../http/originOf';
import { writeNewFile } from '../../newFile';
import { invalidUpdate, Refusal } from '../../refusal';
import { listTabs } from '../driveRepository';
import { getSpreadsheet, readingOf, renameInDrive, requireSpreadsheet } from '../driveService';
import type { DriveServices, RequestContext } from '../driveServices';
import { withTemporaryPath } from '../receiveUpload';
import { fileOf, contentOf, publish } from '../versions/versionsService';
import { chooseTabs } from './chooseTabs';
import { viewPreview } from './preview';

/** Returns how the file was read. @throws Refusal `invalid_update` if it is not a text file */
function requireReading({ reading, file_name }: DriveSpreadsheetsTable): TextReading {
  const found = readingOf(reading);
  if (found !== undefined) return found;
  const detail = `Only a file of text, such as CSV, has an encoding, a separator and a decimal sign to choose. “${file_name}” is a workbook.`;
  throw invalidUpdate({ field: 'encoding', detail });
}

/** Returns the choices after a change; null removes a choice, so that it is detected again. */
const mergeChoices = (chosen: TextChoices, change: ReadingChange): TextChoices =>
  Object.fromEntries(Object.entries({ ...chosen, ...change }).filter(([, choice]) => choice !== null));

/**
 * Checks that the spreadsheet was not changed in the drive, because such changes are not in the file.
 *
 * @returns the one tab of a text file
 * @throws Refusal `in_use` if reading the file again would lose changes
 */
function requireUnedited([tab, ...others]: readonly DriveTabsTable[]): DriveTabsTable {
  if (tab !== undefined && others.length === 0 && tab.edited === 0) return tab;
  throw new Refusal(
    'in_use',
    'This spreadsheet was changed after its upload. Reading the file anew would lose that, so nothing was done.',
    { hint: 'Upload the file once more, and choose before you change anything.' },
  );
}

/** @throws Refusal `invalid_update` for an encoding that the file cannot have, and as `importWorkbook` */
function importAs(context: RequestContext, spreadsheet: DriveSpreadsheetsTable, chosen: TextChoices) {
  const { db, workers, signal, settings } = context;
  return withTemporaryPath(settings, async (path) => {
    await writeNewFile(path, [Readable.from(streamBlob(db, spreadsheet.file_blob))], signal);
    return workers.run('importWorkbook', { path, fileName: spreadsheet.file_name, chosen }, { signal });
  }).catch((error: unknown) => {
    const { encoding } = chosen;
    if (!(error instanceof Refusal) || error.code !== 'not_a_workbook' || encoding === undefined) throw error;
    const detail = `The file is not written in ${textEncodings[encoding]}. Choose another encoding.`;
    throw invalidUpdate({ field: 'encoding', detail });
  });
}

/**
 * Reads the original file of a spreadsheet again with other choices. Without a project, the result replaces the former content;
 * with one, it is a new version, and the former one can be restored.
 *
 * @throws Refusal `invalid_update` for choices that do not fit the file, `in_use` if cells were changed since, `source_empty`,
 * `project_paused`, `busy`
 */
async function rereadFile(
  context: RequestContext,
  requested: DriveSpreadsheetsTable,
  change: ReadingChange,
): Promise<void> {
  const source = async (spreadsheet: DriveSpreadsheetsTable) => {
    const { chosen } = requireReading(spreadsheet);
    const tab = requireUnedited(await listTabs(context.db, spreadsheet.id));
    const workbook = await importAs(context, spreadsheet, mergeChoices(chosen, change));
    const options = { keepAdded: true, renamed: new Map<string, string>() };
    // The sheet may have been renamed since.
    const { content, reading } = contentOf(workbook, options, () => tab.title);
    return { content, file: { ...fileOf(spreadsheet), reading } };
  };
  await publish(context, requested, source, true);
}

const SPREADSHEET = '/api/drive/spreadsheets/:id';

const params = Type.Object({ id: Type.String() });
/** Id of the tab whose first rows are shown. */
const querystring = Type.Object({ tab: Type.Optional(Type.Integer({ minimum: 0 })) }, { additionalProperties: false });

const previewSchema = { params, querystring, response: { 200: drivePreviewAnswerSchema } };
const changeSchema = { params, querystring, body: driveChangeSchema, response: { 200: driveChangeAnswerSchema } };

/** Rejects both choices in one request, because sheets are chosen from the result of reading. @throws Refusal `invalid_request` */
function refuseReadingWithTabs(isReread: boolean, { tabs }: DriveChange): void {
  if (!isReread || tabs === undefined) return;
  const detail = 'Choose first how the file is read, and what is chosen of its sheets in a call after that.';
  throw new Refusal('invalid_request', detail, { errors: [{ field: 'tabs', detail }] });
}

/** Registers `PATCH /api/drive/spreadsheets/{id}`, and the preview for its choices. */
export function registerChoices(app: FastifyInstance, services: DriveServices): void {
  const { db, settings } = services;
  app.get(`${SPREADSHEET}/preview`, { schema: previewSchema }, async (request, reply) => {
    const { person, params, query } = request;
    const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
    return {
      spreadsheet,
      preview: await viewPreview({ ...services, signal: clientGone(reply) }, params.id, query.tab),
    };
  });

  app.patch(SPREADSHEET, { schema: changeSchema }, async (request, reply) => {
    const { person, params, query, body } = request;
    const { title, tabs, ...reading } = body;
    const isReread = Object.keys(reading).length > 0;
    refuseReadingWithTabs(isReread, body);
    const context = { ...services, signal: clientGone(reply) };
    const stored = await requireSpreadsheet(db, person.id, params.id);
    if (isReread) await rereadFile(context, stored, reading);
    if (tabs !== undefined) await chooseTabs(context, person.id, params.id, tabs);
    if (title !== undefined) await renameInDrive(db, person.id, params.id, title);
    const spreadsheet = await getSpreadsheet(db, person.id, params.id, originOf(request, settings));
    if (!isReread && tabs === undefined) return { spreadsheet };
    const shown = query.tab ?? tabs?.[0]?.sheetId;
    return { spreadsheet, preview: await viewPreview(context, params.id, shown) };
  });
}
