import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { expect, worldReference } from './test';

/** A file as the page would read it from disk. */
export interface UploadFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A CSV with these lines. */
export const csvFile = (name: string, lines: readonly string[]): UploadFile => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

/** A small CSV with a header and two rows. */
export const TEAS = csvFile('teas', ['name,price', 'Assam,4', 'Sencha,7']);

/** Uploads a file and creates a project from it by requests. The page stays where it is. */
export async function addProject(page: Page, file: UploadFile): Promise<Project> {
  const { request } = page;
  const origin = new URL((await request.get(apiPaths.about)).url()).origin;
  const uploaded = await request.post(apiPaths.driveSpreadsheets, { headers: { origin }, multipart: { file } });
  const { spreadsheet } = (await uploaded.json()) as { spreadsheet: { id: string } };
  const made = await request.post(apiPaths.projectsSync, { headers: { origin }, data: { sheetId: spreadsheet.id } });
  expect(made.status(), await made.text()).toBeLessThan(300);
  return ((await made.json()) as { project: Project }).project;
}

/** {@link addProject}, then opens the list of projects. */
export async function createProjectOf(page: Page, file: UploadFile): Promise<void> {
  await addProject(page, file);
  await page.goto('/');
}

/** A file on this machine. */
export const fileAt = (path: string): UploadFile => ({
  name: basename(path),
  mimeType: 'application/octet-stream',
  buffer: readFileSync(path),
});

/** {@link createProjectOf} with a file on this machine. */
export const createProject = (page: Page, path: string = worldReference): Promise<void> =>
  createProjectOf(page, fileAt(path));

/** The person's newest project, from the server. */
export async function newestProject(page: Page): Promise<Project> {
  const { projects } = (await (await page.request.get('/api/projects')).json()) as { projects: Project[] };
  const [newest] = projects;
  if (newest === undefined) throw new Error('There is no project.');
  return newest;
}
