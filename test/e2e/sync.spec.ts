import type { Page } from '@playwright/test';
import { inspectEverywhere } from './inspect';
import { createProject, csvFile, newestProject, openProject, secretOf } from './projects';
import { expect, signUp, test } from './test';

const csv = (...lines: readonly string[]) => csvFile('teas', ...lines);

/** Adds a row through the endpoint itself. */
async function addByApi(page: Page, row: object) {
  const { id, tabs } = await newestProject(page);
  const secret = await secretOf(page, id, { scopes: ['create'] });
  const added = await page.request.post(tabs[0]?.url ?? '', {
    headers: { authorization: `Bearer ${secret}` },
    data: row,
  });
  expect(added.status()).toBe(201);
}

test('a workbook cannot be synced, gets a new version, and is restored to an old one', async ({ page, complaints }) => {
  await signUp(page);
  await createProject(page, csv('name,price', 'Assam,4', 'Darjeeling,7', 'Sencha,9'));
  await addByApi(page, { name: 'Matcha', price: 20 });
  await openProject(page, 'teas', 'Sync');
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row')).toHaveCount(2);
  await inspectEverywhere(page, 'Sync');

  await expect(page.getByRole('button', { name: 'Sync now' })).toHaveCount(0);

  const fresh = csv('price,name,origin', '4,Assam,India', '8,Darjeeling,India', '9,Sencha,Japan', '6,Pu-erh,China');
  await page.locator('input[aria-label="New version"]').setInputFiles(fresh);
  const dialog = page.getByRole('alertdialog', { name: 'Apply teas.csv?' });
  await expect(dialog.getByText('New columns: “origin”')).toBeVisible();
  await expect(dialog.getByText('1 row added by the API is not in the file')).toBeVisible();
  await inspectEverywhere(page, 'the difference');
  await dialog.getByRole('button', { name: 'Apply new version' }).press('Enter');
  await expect(page.getByText('New version applied')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('row').nth(1)).toContainText('New version');
  await history.getByRole('button').first().press('Enter');
  await expect(page.getByText('Revision')).toBeVisible();
  await inspectEverywhere(page, 'two versions');

  const rows = async () => {
    const { id, tabs } = await newestProject(page);
    const answer = await page.request.get(`/api/projects/${id}/tabs/${tabs[0]?.sheetId}/rows`);
    return ((await answer.json()) as { data: { name: string; price: number }[] }).data;
  };
  expect((await rows()).map(({ name }) => name)).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Pu-erh', 'Matcha']);

  await page.getByRole('button', { name: 'Restore version 1' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version' }).press('Enter');
  await expect(page.getByText('Version 1 restored')).toBeVisible();
  const restored = await rows();
  expect(restored.map(({ name }) => name)).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Matcha']);
  expect(restored[1]?.price).toBe(7);
  expect(complaints).toEqual([]);
});
