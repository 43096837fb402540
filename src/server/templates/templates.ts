import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { type Template, templatesAnswerSchema } from '../../contract/templates';
import { firstRowsOf } from '../drive/choices/preview';
import type { ReceivedFile } from '../drive/receiveUpload';
import { Refusal } from '../refusal';
import type { Workers } from '../workers/workers';

/** Description of a template; its id is in its address and names its workbook file. */
type TemplateFacts = Omit<Template, 'tabs'>;

/** All templates, in the order of the gallery. */
export const templates: readonly TemplateFacts[] = [
  {
    id: 'product-catalogue',
    title: 'Product catalogue',
    line: 'Prices, stock and photos for a small shop.',
    category: 'Shop',
  },
  { id: 'event-rsvp', title: 'Event RSVP', line: 'Who comes to what, filled by a form.', category: 'Events' },
  { id: 'job-board', title: 'Job board', line: 'Open roles, ready for a careers page.', category: 'Content' },
  { id: 'contact-form', title: 'Contact form', line: 'One row for every message from your site.', category: 'Forms' },
  { id: 'blog-posts', title: 'Blog posts', line: 'Posts, authors and tags for a static site.', category: 'Content' },
  { id: 'team-directory', title: 'Team directory', line: 'People and teams with their cities.', category: 'Work' },
  { id: 'crm', title: 'CRM', line: 'Contacts, deals and what happens next.', category: 'Work' },
  { id: 'faq', title: 'FAQ', line: 'Questions and answers in your own order.', category: 'Content' },
  { id: 'link-in-bio', title: 'Link in bio', line: 'A page of links that you edit in a sheet.', category: 'Content' },
  { id: 'feature-roadmap', title: 'Feature roadmap', line: 'What is next, with votes from a form.', category: 'Work' },
];

/** Number of rows per tab in the gallery. */
const ROWS_SHOWN = 8;

/** Folder of the workbooks, beside this file and beside the built server. */
const FOLDER = join(__dirname, 'workbooks');

export const templatePath = (id: string) => join(FOLDER, `${id}.xlsx`);

/** Returns the gallery's view of a template, read from its workbook. */
async function viewOf(workers: Workers, facts: TemplateFacts): Promise<Template> {
  const path = templatePath(facts.id);
  const { tabs } = await workers.run('importWorkbook', { path, fileName: `${facts.id}.xlsx` });
  const views: Template['tabs'] = [];
  for (const { head, derived } of tabs) {
    const columns = derived.columns.map(({ key, type }) => ({ key, type }));
    const first = await firstRowsOf(derived, ROWS_SHOWN);
    views.push({ sheetId: head.sheetId, title: head.title, rows: derived.rows, columns, first });
  }
  return { ...facts, tabs: views };
}

async function viewAll(workers: Workers) {
  const views: Template[] = [];
  for (const facts of templates) views.push(await viewOf(workers, facts));
  return { templates: views };
}

const noTemplate = () =>
  new Refusal('not_found', 'There is no such template.', {
    hint: 'GET /api/templates lists those there are.',
    errors: [{ field: 'templateId', detail: 'Not the id of a template.' }],
  });

/**
 * Returns a template's workbook like an uploaded file, except that it must not be deleted.
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

/** Registers `GET /api/templates`: spreadsheets to start from. `POST /api/drive/spreadsheets` copies one. */
export function registerTemplates(app: FastifyInstance, { workers }: { readonly workers: Workers }): void {
  let answer: ReturnType<typeof viewAll> | undefined;
  const schema = { response: { 200: templatesAnswerSchema } };
  app.get(apiPaths.templates, { schema }, () => {
    answer ??= viewAll(workers).catch((error: unknown) => {
      // Lets the next request try again.
      answer = undefined;
      throw error;
    });
    return answer;
  });
}
