import type { Page } from '@playwright/test';
import { inspectEverywhere } from './inspect';
import { createProject, csvFile, newestProject, openProject } from './projects';
import { expect, signUp, test } from './test';

const addressOf = async (page: Page) => (await newestProject(page)).id;

test('a project is renamed, changed, moved to a new URL, paused, deleted and restored', async ({
  page,
  complaints,
}) => {
  await signUp(page);
  await createProject(page, csvFile('teas', 'name,price,code', 'Assam,4,a', 'Sencha,9,b', 'Assam,7,c'));
  await openProject(page, 'teas', 'Settings');

  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await name.fill('Tea house');
  await name.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Tea house' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  const seconds = page.getByRole('textbox', { name: 'Keep answers for so many seconds' });
  await seconds.fill('60');
  await page.getByRole('button', { name: 'Save caching' }).press('Enter');
  await expect.poll(async () => (await newestProject(page)).maxAgeSeconds).toBe(60);

  await page.getByRole('button', { name: /^teas/ }).press('Enter');
  const key = page.getByRole('combobox', { name: 'Key column' });
  await key.selectOption('name');
  await key.press('Control+s');
  await expect(page.getByText(/both hold Assam/)).toBeVisible();
  await inspectEverywhere(page, 'a refused key column');
  await key.selectOption('code');
  await key.press('Control+s');
  await expect(page.getByText(/both hold Assam/)).toBeHidden();
  await expect(page.getByText('Not saved')).toBeHidden();
  expect((await newestProject(page)).tabs[0]).toMatchObject({ keyColumn: 'code' });

  const before = await addressOf(page);
  await page.getByRole('button', { name: 'New address' }).press('Enter');
  await inspectEverywhere(page, 'the question about the address');
  await page.getByRole('button', { name: 'Make new address' }).press('Enter');
  await expect(page.getByText('The project has a new address')).toBeVisible();
  const after = await addressOf(page);
  expect(after).not.toBe(before);
  await expect(page).toHaveURL(`/projects/${after}/teas?view=settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tea house' })).toBeVisible();

  const pause = page.getByRole('switch', { name: 'Pause project' });
  await pause.press('Space');
  await expect(page.getByText('Paused').first()).toBeVisible();
  await expect(pause).not.toHaveAttribute('aria-disabled', 'true');
  await pause.press('Space');
  await expect(pause).not.toHaveAttribute('aria-disabled', 'true');
  const teas = page.getByRole('switch', { name: 'teas' });
  await teas.press('Space');
  await expect(teas).not.toBeChecked();
  await expect.poll(async () => (await newestProject(page)).tabs[0]?.published).toBe(false);
  // The server may finish before the page is notified.
  await expect(teas).not.toHaveAttribute('aria-disabled', 'true');
  await teas.press('Space');
  await expect.poll(async () => (await newestProject(page)).tabs[0]?.published).toBe(true);

  await page.getByRole('button', { name: 'Delete project' }).press('Enter');
  await page.getByRole('textbox', { name: /to confirm/ }).fill('Tea house');
  await inspectEverywhere(page, 'the question about deleting');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Tea house is back')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tea house' })).toBeVisible();
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
});
