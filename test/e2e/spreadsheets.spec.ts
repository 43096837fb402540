import { inspectEverywhere } from './inspect';
import { createProject, TEAS } from './projects';
import { expect, signUp, test } from './test';

test('spreadsheets of the drive are listed, deleted, restored, and deleted permanently', async ({
  page,
  complaints,
}) => {
  await signUp(page);
  await createProject(page, TEAS);
  await page.getByRole('link', { name: 'Spreadsheets' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spreadsheets' })).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: 'teas' });
  await expect(row).toContainText('1 sheet, 3 rows');
  await inspectEverywhere(page, 'spreadsheets');

  const more = page.getByRole('button', { name: 'More actions for teas' });
  await more.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the original' }).click();
  expect((await download).suggestedFilename()).toBe('teas.csv');
  await row.getByRole('link', { name: 'teas' }).nth(1).click();
  await expect(page.getByRole('gridcell', { name: 'Assam' })).toBeVisible();

  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('button', { name: 'More actions for teas' }).click();
  await page.getByRole('menuitem', { name: 'Delete project' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('teas');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('link', { name: 'Spreadsheets' }).click();
  await expect(row.getByText('Make a project').nth(1)).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await expect(page.getByText('No spreadsheets yet')).toBeVisible();
  const trash = page.getByRole('table', { name: 'Trash' });
  await expect(trash.getByRole('row')).toHaveCount(3);
  await inspectEverywhere(page, 'trash');

  await trash.getByRole('row').filter({ hasText: 'Project' }).getByRole('button', { name: 'Put back' }).click();
  await expect(trash).toHaveCount(0);
  await expect(more).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('link', { name: 'teas', exact: true }).first().click();
  await expect(page.getByRole('gridcell', { name: 'Sencha' })).toBeVisible();
  expect(complaints).toEqual([]);
});
