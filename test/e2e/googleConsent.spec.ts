import { TEA_TABS } from '../fixtures/google/googleWorld';
import { testWithAccounts as test, urlOf } from './googleProduct';
import { inspectEverywhere } from './inspect';
import { newestProject, openProject } from './projects';
import { expect, signUp } from './test';

const MARA = 'mara@gmail.example';

test('a private sheet leads through consent and back to the same URL; after a withdrawal its endpoints still work', async ({
  page,
  google,
  complaints,
}) => {
  const { id } = google.world.add('Secret teas', TEA_TABS, { sharing: 'private', readers: [MARA] });
  await signUp(page);
  await page.goto('/projects/new');
  const input = page.getByRole('textbox', { name: /Google Sheet/ });
  await input.fill(urlOf(id));
  await expect(page.getByRole('heading', { name: 'Two ways to give access' })).toBeVisible();
  await inspectEverywhere(page, 'two ways to give access');

  await page.getByRole('link', { name: 'Connect your Google account' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('you chose Cancel at Google')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two ways to give access' })).toBeVisible();

  await page.getByRole('link', { name: 'Connect your Google account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("We've got it!")).toBeVisible();
  await expect(page).toHaveURL(`/projects/new?sheet=${encodeURIComponent(urlOf(id))}`);
  await expect(input).toHaveValue(urlOf(id));
  await expect(page.getByText('Google Sheets, connected, 5 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');

  const project = await newestProject(page);
  expect(project).toMatchObject({ source: 'googleApi', access: 'private', status: 'live' });
  google.accounts.withdraw(MARA);
  await openProject(page, 'Secret teas');
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(page.getByText('Google no longer lets Tabpoint read your sheets.').first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Darjeeling' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Secret teas/ })).toContainText('Needs access');

  await page.goto('/account');
  await expect(page.getByText('Google no longer lets Tabpoint read your sheets with it.')).toBeVisible();
  await inspectEverywhere(page, 'an account whose consent was withdrawn');
  await page.getByRole('link', { name: 'Connect again' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(MARA)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('link', { name: 'Connect your Google account' })).toBeVisible();
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
});
