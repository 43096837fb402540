import { TEA_TABS } from '../fixtures/google/googleWorld';
import { testWithGoogle, urlOf } from './googleProduct';
import { inspectEverywhere } from './inspect';
import { newestProject, openProject } from './projects';
import { expect, signUp } from './test';

const ROBOT = 'tabpoint@tea-house.iam.gserviceaccount.com';

const test = testWithGoogle(({ accounts }) => ({
  SIGN_UPS: 'closed',
  GOOGLE_SERVICE_ACCOUNT: accounts.services.add(ROBOT),
}));

test('a private sheet names the address to share it with, becomes a project, and shows when access is revoked', async ({
  page,
  google,
}) => {
  const { id } = google.world.add('Secret teas', TEA_TABS, { sharing: 'private' });
  await signUp(page);
  await page.goto('/projects/new');
  const input = page.getByRole('textbox', { name: /Google Sheet/ });
  await input.fill(urlOf(id));
  const sentence = `This spreadsheet is private. Share it with ${ROBOT}, or with anyone who has the link, then try again.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two ways to give access' })).toBeVisible();
  await expect(page.getByText(ROBOT, { exact: true })).toBeVisible();
  await inspectEverywhere(page, 'an address to share a sheet with');

  google.world.edit(id, (file) => void (file.readers = [ROBOT]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Secret teas' })).toBeVisible();
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');
  expect(await newestProject(page)).toMatchObject({ source: 'googleApi', access: 'private', status: 'live' });

  google.world.edit(id, (file) => void (file.readers = []));
  await openProject(page, 'Secret teas');
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Darjeeling' })).toBeVisible();
  await page.goto(`/projects/${(await newestProject(page)).id}/Teas?view=sync`);
  await page.getByRole('link', { name: 'How to share' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keep in sync with Google' })).toBeVisible();
});
