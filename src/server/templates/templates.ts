import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { type Template, templatesAnswerSchema } from '../../contract/templates';
import type { ReceivedFile } from '../drive/receiveUpload';
import { Refusal } from '../refusal';
import { blogPosts, faq, jobBoard, linkInBio } from './content/contentTemplates';
import { contactForm, eventRsvp, productCatalogue } from './content/shopAndEventTemplates';
import { crm, featureRoadmap, teamDirectory } from './content/workTemplates';
import type { WrittenTemplate } from './writtenTemplate';

/** Every template, in the order of the gallery. */
export const templates: readonly WrittenTemplate[] = [
  productCatalogue,
  eventRsvp,
  jobBoard,
  contactForm,
  blogPosts,
  teamDirectory,
  crm,
  faq,
  linkInBio,
  featureRoadmap,
];

/** Rows of a tab that the gallery shows. */
const SHOWN = 8;

/** A template as the gallery answers it. Tabs are numbered as in its workbook. */
export const templateView = ({ tabs, ...template }: WrittenTemplate): Template => ({
  ...template,
  tabs: tabs.map(({ title, columns, rows }, at) => ({
    sheetId: at + 1,
    title,
    rows: rows.length,
    columns: [...columns],
    first: rows.slice(0, SHOWN).map((row) => [...row]),
  })),
});

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

/** `GET /api/templates`: spreadsheets to start from. `POST /api/drive/spreadsheets` copies one. */
export function registerTemplates(app: FastifyInstance): void {
  const answer = { templates: templates.map(templateView) };
  const schema = { response: { 200: templatesAnswerSchema } };
  app.withTypeProvider<TypeBoxTypeProvider>().get(apiPaths.templates, { schema }, async () => answer);
}
