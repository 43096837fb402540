import type { Page, Route } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import { expect, signUp, test } from './test';

const URL_OF_SHEET = 'https://docs.google.com/spreadsheets/d/1mXv8qKc4TzR2eWj7uYb0LsHn5pGdA/edit';

const preview = {
  title: 'Coffee roasters 2025',
  source: 'googleLink',
  writable: false,
  readOnlyReason: 'Read only: share it with your connected account to write.',
  tabs: [
    { sheetId: 0, title: 'roasters', rows: 48, columns: 7 },
    { sheetId: 1, title: 'beans', rows: 212, columns: 9 },
    { sheetId: 2, title: 'orders', rows: 1930, columns: 8 },
  ],
};

const problem = (status: number, code: string, detail: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'No', status, code, detail, requestId: 'r' }),
  });
const never = () => new Promise<void>(() => undefined);
const passes = (route: Route) => route.fulfill({ json: preview });

type Answerer = (route: Route) => Promise<void>;

const input = (page: Page) => page.getByPlaceholder('Paste a Google Sheet URL');
const createButton = (page: Page) => page.getByRole('button', { name: 'Create project with this sheet' });
const example = (page: Page) => page.getByRole('img', { name: /^Example: a spreadsheet open in the browser/ });

/** Opens the screen with the given responses to check and create, and types `text`. */
async function open(page: Page, text: string, check: Answerer = never, create: Answerer = never) {
  await page.route(`**${apiPaths.projectsCheck}`, check);
  await page.route(`**${apiPaths.projectsSync}`, create);
  await page.goto('/projects/new');
  await expect(input(page)).toBeFocused();
  if (text !== '') await input(page).fill(text);
}

const states: Record<string, (page: Page) => Promise<void>> = {
  '1-idle': async (page) => {
    await open(page, '');
    await expect(page.getByText(/^For example/)).toBeVisible();
    await expect(example(page)).toBeVisible();
    await expect(createButton(page)).toHaveCount(0);
  },
  '2-invalid': async (page) => {
    await open(page, 'coffee roasters sheet');
    await expect(page.getByText('Please enter a valid Google Sheets URL', { exact: true })).toBeVisible();
    await expect(input(page)).toHaveValue('coffee roasters sheet');
    await expect(example(page)).toBeVisible();
  },
  '3-checking': async (page) => {
    await open(page, URL_OF_SHEET);
    await expect(page.getByText('Loading spreadsheet information...', { exact: true })).toBeVisible();
    await expect(input(page)).toBeDisabled();
    await expect(example(page)).toBeVisible();
  },
  '4-preview-ready': async (page) => {
    await open(page, URL_OF_SHEET, passes);
    await expect(page.getByText("We've got it!", { exact: true })).toBeVisible();
    await expect(page.getByText('Available sheets', { exact: true })).toBeVisible();
    for (const { title } of preview.tabs) await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(input(page)).toBeEnabled();
    await expect(createButton(page)).toBeEnabled();
    await expect(example(page)).toHaveCount(0);
  },
  '5-creating': async (page) => {
    await open(page, URL_OF_SHEET, passes);
    await createButton(page).click();
    await expect(createButton(page)).toHaveAttribute('aria-busy', 'true');
    await expect(input(page)).toBeDisabled();
  },
  '6-failed-check': async (page) => {
    const sentence = 'This spreadsheet is private. Share it with anyone who has the link, then try again.';
    await open(page, URL_OF_SHEET, problem(422, 'source_private', sentence));
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText('How to give access')).toBeVisible();
    await expect(input(page)).toBeEnabled();
    await expect(input(page)).toHaveValue(URL_OF_SHEET);
    await expect(example(page)).toBeVisible();
  },
  '6-failed-create': async (page) => {
    await open(page, URL_OF_SHEET, passes, problem(422, 'source_unavailable', 'Google did not answer in time.'));
    await createButton(page).click();
    await expect(page.getByText('Google did not answer in time.', { exact: true })).toBeVisible();
    await expect(page.getByText('Available sheets', { exact: true })).toBeVisible();
    await expect(createButton(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

test('every state of the create flow', async ({ page }) => {
  await signUp(page);
  for (const reach of Object.values(states)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await reach(page);
  }
});

test('the messages of failures without a message of the server', async ({ page }) => {
  await signUp(page);
  await open(page, URL_OF_SHEET, (route) => route.fulfill({ status: 400, body: '' }));
  await expect(page.getByText('Failed to fetch sheet data', { exact: true })).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await open(page, URL_OF_SHEET, passes, (route) => route.abort());
  await createButton(page).click();
  await expect(page.getByText('Failed to create project', { exact: true })).toBeVisible();
});

test('a change while checking aborts the check, and its late response is ignored', async ({ page }) => {
  await signUp(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await open(page, URL_OF_SHEET, async (route) => {
    await held;
    await passes(route).catch(() => undefined);
  });
  await expect(page.getByText('Loading spreadsheet information...')).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.goto('/projects/new');
  release();
  await expect(input(page)).toHaveValue('');
  await expect(page.getByText("We've got it!")).toHaveCount(0);
});

test('by keyboard: Enter creates, Escape clears', async ({ page }) => {
  await signUp(page);
  let creates = 0;
  await open(page, URL_OF_SHEET, passes, async (route) => {
    creates += 1;
    await problem(409, 'in_use', 'Taken.')(route);
  });
  await expect(page.getByText("We've got it!")).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Taken.', { exact: true })).toBeVisible();
  expect(creates).toBe(1);
  await input(page).fill(URL_OF_SHEET);
  await expect(page.getByText("We've got it!")).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(input(page)).toHaveValue('');
  await expect(example(page)).toBeVisible();
});
