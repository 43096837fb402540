import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '../drive/receiveUpload';
import { Refusal } from '../refusal';
import { templates } from './templates';

/** The workbooks stand beside this file, and beside the built server. */
const FOLDER = join(__dirname, 'workbooks');

export const templatePath = (id: string) => join(FOLDER, `${id}.xlsx`);

const noTemplate = () =>
  new Refusal('not_found', 'There is no such template.', {
    hint: 'GET /api/templates lists those there are.',
    errors: [{ field: 'templateId', detail: 'Not the id of a template.' }],
  });

/**
 * A template's workbook, as if it had been uploaded. It is not to be removed.
 *
 * @throws Refusal `not_found`
 */
export async function templateFile(id: string): Promise<ReceivedFile> {
  const template = templates.find((each) => each.id === id);
  if (template === undefined) throw noTemplate();
  const { title } = template;
  const path = templatePath(id);
  return { path, title, fileName: `${title}.xlsx`, bytes: (await stat(path)).size };
}
