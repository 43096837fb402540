import { execFileSync } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { expect, signUpOnScreen, test, worldReference } from './test';

interface Answer {
  data: Record<string, string | number | boolean | null>[];
  meta: { total: number; count: number };
}

const curl = (url: string) => JSON.parse(execFileSync('curl', ['--silent', '--show-error', url]).toString()) as Answer;

/** The status of a call by a stranger, without the person's cookies. */
const statusForStranger = async (browser: Browser, url: string) => {
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(url);
  await stranger.close();
  return answer.status();
};

const cellsOf = async (page: Page, row: number) =>
  (await page.getByRole('grid').getByRole('row').nth(row).getByRole('gridcell').allTextContents()).map((text) =>
    text.trim(),
  );

test('a stranger turns a real workbook into an API', async ({ page, browser, complaints }) => {
  await signUpOnScreen(page);

  await page.goto('/projects/new');
  await expect(page.getByRole('heading', { name: 'Create a new project' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(worldReference);
  await expect(page.getByText("We've got it!")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'world-reference' })).toBeVisible();
  await expect(page.getByText('Available sheets')).toBeVisible();
  for (const tab of ['Countries', 'S&P 500', 'Notes']) await expect(page.getByText(tab, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();

  await expect(page).toHaveURL('/');
  const row = page.getByRole('row', { name: /world-reference/ });
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: 'world-reference' }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-z]+\/Countries/);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();

  const endpoint = (await page.getByText(/\/v1\/[0-9a-z]{26}\/Countries$/).textContent()) ?? '';
  expect(await statusForStranger(browser, endpoint)).toBe(401);

  await page.getByRole('link', { name: 'Access' }).click();
  await page.getByRole('radio', { name: 'Anyone with the address' }).click();
  await page.getByRole('button', { name: 'Let anyone read' }).click();
  await expect(page.getByRole('radio', { name: 'Anyone with the address' })).toBeChecked();
  await expect.poll(() => statusForStranger(browser, endpoint)).toBe(200);

  const countries = curl(`${endpoint}?_limit=1000`);
  expect(countries.meta.total).toBeGreaterThan(240);
  expect(countries.data).toHaveLength(countries.meta.total);
  const japan = countries.data.find((country) => country['ISO3166-1-Alpha-3'] === 'JPN');
  expect(Object.values(japan ?? {})).toContain('日本');

  await page.getByRole('link', { name: 'Data' }).click();
  const shown = await cellsOf(page, 1);
  const first = Object.values(countries.data[0] ?? {});
  expect(shown.slice(0, 3)).toEqual(first.slice(0, 3).map((value) => (value === null ? 'empty' : `${value}`)));

  const notes = curl(endpoint.replace(/Countries$/, 'Notes'));
  expect(JSON.stringify(notes.data)).toContain('"00501"');
  expect(Object.keys(notes.data[0] ?? {})[0]).toBe('_id');
  expect(notes.meta.total).toBe(notes.data.length);
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
});
