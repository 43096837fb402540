import type { Page } from '@playwright/test';
import type { Project } from '../../src/contract/projects';
import { expect } from './test';

/** A file as the page would read it from a disk. */
export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Uploads a file on /projects/new and creates the project; ends on the projects list. */
export async function createProjectOf(page: Page, file: GivenFile): Promise<void> {
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');
}

/** The person's newest project, as the server has it. */
export async function newestProject(page: Page): Promise<Project> {
  const { projects } = (await (await page.request.get('/api/projects')).json()) as { projects: Project[] };
  const [newest] = projects;
  if (newest === undefined) throw new Error('There is no project.');
  return newest;
}
