import type { Page } from '@playwright/test';
import { createProject, csvFile, openProject } from './projects';
import { expect, signUp, test, testAlone } from './test';

const file = (name: string, columns: number) => {
  const line = (of: (column: number) => string) => Array.from({ length: columns }, (_, at) => of(at)).join(',');
  const lines = Array.from({ length: 300 }, (_, row) => line((at) => `Value ${row}.${at}`));
  return csvFile(
    name,
    line((at) => `Column ${at}`),
    ...lines,
  );
};

const grid = (page: Page) => page.getByRole('grid');

async function open(page: Page, columns: number) {
  await signUp(page);
  await createProject(page, file('wide', columns));
  await openProject(page, 'wide');
  await expect(page.getByRole('gridcell', { name: 'Value 0.0', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Rows that are fully visible. */
const wholeRows = (page: Page) =>
  grid(page).evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [head] = element.querySelectorAll('[role=row]');
    const top = head?.getBoundingClientRect().bottom ?? box.top;
    const bottom = Math.min(box.bottom, window.innerHeight);
    return [...element.querySelectorAll('[data-row]')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top - 0.5 && place.bottom <= bottom + 0.5;
    }).length;
  });

async function turnWheel(page: Page, by: number, times: number) {
  for (let turn = 0; turn < times; turn += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(60);
  }
}

test('the frame scrolls away with the rows, and returns above the first', async ({ page, complaints }) => {
  await open(page, 4);
  const title = page.getByRole('heading', { name: 'wide', level: 1 });
  const sheets = page.getByRole('navigation', { name: 'Sheets' });
  await expect(title).toBeInViewport();
  await grid(page).hover({ position: { x: 300, y: 60 } });
  await turnWheel(page, 120, 8);
  await expect(title).not.toBeInViewport();
  await expect(page.getByLabel('Endpoint URL')).not.toBeInViewport();
  await expect(sheets).toBeInViewport();
  await expect(page.getByLabel('Search rows')).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: /Column 1/ })).toBeInViewport();
  await expect(page.getByText('300 rows, 4 columns')).toBeInViewport();
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(14);
  await expect(async () => {
    await turnWheel(page, -400, 2);
    await expect(title).toBeInViewport({ timeout: 200 });
  }).toPass();
  expect(await grid(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  expect(complaints).toEqual([]);
});

test('the keys scroll the frame away as well, and keep the active cell visible', async ({ page }) => {
  await open(page, 4);
  await grid(page).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'wide', level: 1 })).not.toBeInViewport();
  await expect(page.getByRole('gridcell', { name: 'Value 40.0', exact: true })).toBeInViewport();
});

test('many columns use the width of the window, a few the width of the page', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, 20);
  const boxOf = async () => (await grid(page).boundingBox()) ?? { x: 0, width: 0 };
  expect((await boxOf()).x).toBeLessThan(32);
  expect((await boxOf()).width).toBeGreaterThan(1850);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await createProject(page, file('narrow', 3));
  await openProject(page, 'narrow');
  await expect(page.getByRole('gridcell', { name: 'Value 0.0', exact: true })).toBeVisible();
  expect((await boxOf()).width).toBeCloseTo(1138, 0);
});

test.describe('on a phone', () => {
  testAlone.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  testAlone('one tap on any cell opens its row at the bottom of the window', async ({ page }) => {
    await open(page, 4);
    await page.getByRole('gridcell', { name: 'Value 2.0', exact: true }).tap();
    const row = page.getByRole('complementary', { name: 'Row' });
    await expect(row.getByText('Value 2.3')).toBeInViewport();
    await row.getByRole('button', { name: 'Next row' }).tap();
    await expect(row.getByText('Value 3.3')).toBeInViewport();
    await row.getByRole('button', { name: 'Close row' }).tap();
    await expect(row).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
  });
});
