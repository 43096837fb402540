import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { MadeKey, NewKey } from '../../src/contract/keys';
import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { expect, worldReference } from './test';

/** A file as the page would read it from disk. */
export interface UploadFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A workbook of three sheets. */
const WORLD_REFERENCE: UploadFile = {
  name: 'world-reference.xlsx',
  mimeType: 'application/octet-stream',
  buffer: readFileSync(worldReference),
};

/** A CSV with these lines. @param name of the spreadsheet, without ending */
export const csvFile = (name: string, ...lines: readonly string[]): UploadFile => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
});

/** A small sheet. */
export const TEAS = csvFile('teas', 'name,price,origin', 'Assam,4,India', 'Sencha,9,Japan', 'Keemun,7,China');

const originOf = async ({ request }: Page) => new URL((await request.get(apiPaths.about)).url()).origin;

/** Uploads a file and creates a project from it by requests. The page stays where it is. */
export async function addProject(page: Page, file: UploadFile = WORLD_REFERENCE): Promise<Project> {
  const { request } = page;
  const headers = { origin: await originOf(page) };
  const uploaded = await request.post(apiPaths.driveSpreadsheets, { headers, multipart: { file } });
  const { spreadsheet } = (await uploaded.json()) as { spreadsheet: { id: string } };
  const made = await request.post(apiPaths.projectsSync, { headers, data: { sheetId: spreadsheet.id } });
  expect(made.status(), await made.text()).toBeLessThan(300);
  return ((await made.json()) as { project: Project }).project;
}

/** {@link addProject}, then opens the list of projects. */
export async function createProject(page: Page, file?: UploadFile): Promise<Project> {
  const project = await addProject(page, file);
  await page.goto('/');
  return project;
}

/** Opens a project from the list, in its Data view or another one. */
export async function openProject(page: Page, title: string, view?: string): Promise<void> {
  await page.getByRole('link', { name: title }).first().click();
  if (view) await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
}

/** The person's newest project, from the server. */
export async function newestProject(page: Page): Promise<Project> {
  const { projects } = (await (await page.request.get(apiPaths.projects)).json()) as { projects: Project[] };
  const [newest] = projects;
  if (newest === undefined) throw new Error('There is no project.');
  return newest;
}

/** Creates a key by a request, by default a secret one. @returns the key itself */
export async function secretOf(page: Page, projectId: string, wish: Partial<NewKey>): Promise<string> {
  const headers = { origin: await originOf(page) };
  const data = { name: 'Form', kind: 'secret', ...wish };
  const made = await page.request.post(apiPaths.projectKeys(projectId), { headers, data });
  return ((await made.json()) as MadeKey).secret;
}
