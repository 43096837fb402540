import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { TEA_TABS } from '../fixtures/google/googleWorld';
import { testWithAccounts as test } from './googleProduct';
import { inspectEverywhere } from './inspect';
import { secretOf } from './projects';
import { expect, signUp } from './test';

const MARA = 'mara@gmail.example';

/** Creates a project and a key. @returns a call that adds a row with that key */
async function adding(page: Page, sheetId: string) {
  const headers = { origin: new URL(page.url()).origin };
  const synced = await page.request.post(apiPaths.projectsSync, { headers, data: { sheetId } });
  const { project } = (await synced.json()) as { project: Project };
  const secret = await secretOf(page, project.id, { scopes: ['read', 'create'] });
  return async (name: string) => {
    const answer = await page.request.post(project.tabs[0]?.url ?? '', {
      headers: { authorization: `Bearer ${secret}` },
      data: { name },
    });
    return { status: answer.status(), detail: ((await answer.json()) as { detail?: string }).detail };
  };
}

test('calls write to sheets after consent, by keyboard alone; a refusal or a withdrawal is explained', async ({
  page,
  google,
  complaints,
}) => {
  const { id } = google.world.add('Tea house', TEA_TABS, { sharing: 'private', editors: [MARA] });
  const names = () => google.world.find(id)?.tabs[0]?.cells.map(([name]) => name);
  await signUp(page);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Connect your Google account' }).press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByText('Your sheets can be read with it.')).toBeVisible();
  const add = await adding(page, id);
  expect(await add('Matcha')).toMatchObject({
    status: 403,
    detail: expect.stringContaining('allow it on your account page, under Google'),
  });
  await inspectEverywhere(page, 'an account whose sheets are read');

  const allow = page.getByRole('link', { name: 'Let calls write to your sheets' });
  await page.getByRole('button', { name: 'Disconnect' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(allow).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByText('Nothing has changed: you chose Cancel at Google.')).toBeVisible();
  await expect(page.getByText('Your sheets can be read with it.')).toBeVisible();
  expect((await add('Matcha')).status).toBe(403);

  await allow.press('Enter');
  expect(new URL(page.url()).searchParams.get('scope')).toMatch(/auth\/spreadsheets$/);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByText('calls with a key can write to those it may edit.')).toBeVisible();
  await expect(allow).toBeHidden();
  await inspectEverywhere(page, 'an account whose sheets are written to');
  expect((await add('Matcha')).status).toBe(201);
  expect(names()).toEqual(['name', 'Assam', 'Darjeeling', 'Sencha', 'Matcha']);

  google.accounts.withdraw(MARA);
  expect(await add('Gyokuro')).toEqual({
    status: 422,
    detail: 'Google no longer lets Tabpoint into the sheets of the connected account. Nothing was written.',
  });
  await page.reload();
  await expect(page.getByText('Google no longer lets Tabpoint read your sheets with it.')).toBeVisible();
  await page.getByRole('link', { name: 'Connect again' }).press('Enter');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByText('calls with a key can write to those it may edit.')).toBeVisible();
  expect((await add('Gyokuro')).status).toBe(201);

  await page.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Connect your Google account' })).toBeVisible();
  expect((await add('Hojicha')).status).toBe(422);
  expect(names()).toEqual(['name', 'Assam', 'Darjeeling', 'Sencha', 'Matcha', 'Gyokuro']);
  expect(complaints).toEqual([]);
});
