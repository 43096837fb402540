import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import { createGate } from '../fixtures/gates';
import { TEAS } from './projects';
import { expect, logIn, logOut, signUp, test } from './test';

const CREATE = 'Create project with this sheet';
const input = (page: Page) => page.getByPlaceholder('Paste a Google Sheet URL');
const found = (page: Page) => page.getByText("We've got it!", { exact: true });
const listed = (page: Page) => page.getByRole('row').filter({ hasText: 'teas' });

async function expectIdle(page: Page) {
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue('');
  await expect(page.getByText(/^For example/)).toBeVisible();
  await expect(found(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: CREATE })).toHaveCount(0);
}

/** Uploads a workbook to the drive. @returns its URL, with the preview on the screen */
async function uploaded(page: Page): Promise<string> {
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles(TEAS);
  await expect(found(page)).toBeVisible();
  return input(page).inputValue();
}

/** Sends requests to the server, and holds back their responses until they are released. */
async function holdAnswers(page: Page, path: string) {
  const { opened, open: release } = createGate();
  const arrived = page.waitForRequest(`**${path}`);
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await opened;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { arrived, release };
}

test('a reload shows the preview again, and every other phase as idle; a create in flight is done once', async ({
  page,
}) => {
  await signUp(page);
  const url = await uploaded(page);
  await expect(page).toHaveURL(`/projects/new?sheet=${encodeURIComponent(url)}`);
  await page.reload();
  await expect(found(page)).toBeVisible();
  await expect(input(page)).toHaveValue(url);

  await input(page).fill('teas');
  await expect(page).toHaveURL('/projects/new');
  await page.reload();
  await expectIdle(page);

  await input(page).fill('https://docs.google.com/spreadsheets/d/nothing');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.reload();
  await expectIdle(page);

  const check = await holdAnswers(page, apiPaths.projectsCheck);
  await input(page).fill(url);
  await check.arrived;
  await page.reload();
  check.release();
  await expectIdle(page);

  const create = await holdAnswers(page, apiPaths.projectsSync);
  await input(page).fill(url);
  await page.getByRole('button', { name: CREATE }).click();
  await create.arrived;
  await page.reload();
  create.release();
  await expect(found(page)).toBeVisible();
  await page.goto('/');
  await expect(listed(page)).toHaveCount(1);
});

test('back and forward show the preview again, and never navigate by themselves', async ({ page }) => {
  await signUp(page);
  const url = await uploaded(page);
  await page.goto('/learn');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('link', { name: 'New project' }).first().click();
  await input(page).fill(url);
  await expect(found(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(found(page)).toBeVisible();

  const create = await holdAnswers(page, apiPaths.projectsSync);
  await input(page).fill(url);
  await page.getByRole('button', { name: CREATE }).click();
  await create.arrived;
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/learn');
  create.release();
  await page.waitForResponse(`**${apiPaths.projectsSync}`);
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await expect(listed(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/learn');
});

test('two windows: one sheet is one project, and a sign-out or sign-in applies to both', async ({ page, context }) => {
  const person = await signUp(page);
  const url = await uploaded(page);
  const other = await context.newPage();
  await other.goto('/projects/new');
  await input(other).fill(url);
  await expect(found(other)).toBeVisible();
  await Promise.all([page, other].map((each) => each.getByRole('button', { name: CREATE }).click()));
  for (const each of [page, other]) {
    await expect(each).toHaveURL('/');
    await expect(listed(each)).toHaveCount(1);
  }

  await other.goto('/projects/new');
  await input(other).fill(url);
  await expect(found(other)).toBeVisible();
  await logOut(page, person);
  await expect(other.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
  await expect(other.getByText('teas')).toHaveCount(0);
  await logIn(other, person);
  await expectIdle(other);
  await expect(page).toHaveURL('/');
  await expect(listed(page)).toHaveCount(1);
  await other.close();
});
