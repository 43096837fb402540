import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { PRICES } from '../fixtures/driveFiles';
import { expectNoSidewaysScroll, inspect, inspectDark } from './inspect';
import { addProject, csvFile, type UploadFile } from './projects';
import { expect, logIn, signUp, test } from './test';

const ROWS = 30_000;

/** A CSV with a header and `rows` rows, of which the first three have texts. */
const csv = (rows: number) =>
  csvFile(
    'beans',
    'name,price,in stock',
    'Kochere Natural,17.5,TRUE',
    'Huila Pink Bourbon,21,TRUE',
    'Nyeri AA,19.8,FALSE',
    ...Array.from({ length: rows - 3 }, (_, at) => `bean ${at + 4},${at},TRUE`),
  );

/** The owner's response of the endpoint. */
const rowsOf = (page: Page, { id }: Project, tab = 0) =>
  page.evaluate(
    async (url) => (await (await fetch(url)).json()).data as Record<string, unknown>[],
    apiPaths.projectTabRows(id, tab),
  );

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

async function openSheet(page: Page, file: UploadFile = csv(3)): Promise<Project> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  const sheet = await addProject(page, file);
  await page.goto(`/spreadsheets/d/${sheet.sheetId}`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  return sheet;
}

const clipboard = {
  write: (page: Page, text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text),
  read: (page: Page) => page.evaluate(() => navigator.clipboard.readText()),
};

test('typing, pasting, undoing: the endpoint returns what the sheet shows', async ({ page, context, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sheet = await openSheet(page);
  await cell(page, 'Kochere Natural').click();
  await page.keyboard.type('Sidama Bensa');
  await page.keyboard.press('Enter');
  await saved(page);
  await expect.poll(async () => (await rowsOf(page, sheet))[0]).toMatchObject({ name: 'Sidama Bensa', price: 17.5 });
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => clipboard.read(page)).toBe('Huila Pink Bourbon');

  await cell(page, '21').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('on request');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await rowsOf(page, sheet))[1]).toMatchObject({ price: 'on request' });
  await page.getByRole('grid').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await rowsOf(page, sheet))[1]).toMatchObject({ price: 21 });

  await clipboard.write(page, 'note\tcode\nbest\t007\n');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, '007')).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(cell(page, 'Sidama Bensa')).toBeVisible();

  await page.getByRole('rowheader', { name: '3', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete row 3' }).click();
  await expect.poll(async () => (await rowsOf(page, sheet)).length).toBeLessThan(3);
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await rowsOf(page, sheet)).length).toBeGreaterThanOrEqual(3);
  expect(complaints).toEqual([]);
});

test('tabs, names and the link to the project, by keyboard alone', async ({ page }) => {
  await openSheet(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'beans' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Column names go here')).toBeVisible();
  await page.getByRole('grid').focus();
  await page.keyboard.type('order');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grams');
  await page.keyboard.press('Enter');
  await saved(page);
  await page.getByRole('button', { name: 'Menu of Sheet 2' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the sheet' }).fill('orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name of the spreadsheet' }).fill('Coffee');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Coffee · Tabpoint');
  await page.getByRole('link', { name: 'Open project' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'beans' })).toBeVisible();
});

test('offline, changes wait; changes created elsewhere meanwhile are shown', async ({ page, context }) => {
  const sheet = await openSheet(page);
  const { sheetId } = sheet;
  const other = await context.newPage();
  await other.goto('/projects/new');
  await context.setOffline(true);
  await cell(page, 'Kochere Natural').click();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Also mine');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Offline, 2 changes waiting')).toBeVisible();
  await page.route(`**${apiPaths.driveTab(sheetId, 0)}`, (route) => route.abort());
  await context.setOffline(false);
  await other.evaluate(
    async (url) => {
      const edits = [{ row: 2, column: 1, value: 'Theirs', before: 'Kochere Natural' }];
      const headers = { 'content-type': 'application/json' };
      await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ revision: 0, edits }) });
    },
    apiPaths.driveTab(sheetId, 0),
  );
  await page.unroute(`**${apiPaths.driveTab(sheetId, 0)}`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const box = page.getByRole('dialog', { name: 'Changed elsewhere' });
  await expect(box).toContainText('Theirs');
  await inspect(page, 'a clash');
  await page.getByRole('button', { name: '1 cell changed elsewhere' }).click();
  await page.keyboard.press('Tab');
  await expect(box.getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await rowsOf(page, sheet)).map(({ name }) => name))
    .toEqual(['Mine', 'Also mine', 'Nyeri AA']);
});

for (const where of ['in another tab', 'on another device'] as const) {
  test(`the account is deleted ${where} while a cell is edited: none of its data remains`, async ({
    page,
    context,
    browser,
    complaints,
  }) => {
    const person = await signUp(page);
    const { sheetId } = await addProject(page, csv(3));
    await page.goto(`/spreadsheets/d/${sheetId}`);
    await cell(page, 'Kochere Natural').dblclick();
    await page.keyboard.type(' half a wo');

    const elsewhere =
      where === 'in another tab' ? context : await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await elsewhere.newPage();
    await other.goto('/login?from=%2Faccount');
    if (elsewhere !== context) await logIn(other, person);
    await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await other.getByLabel('Password', { exact: true }).fill(person.password);
    await other.getByRole('button', { name: 'Delete account' }).click();
    await expect(other).toHaveURL(/\/login$/);
    if (elsewhere !== context) {
      await page.keyboard.type('rd');
      await page.keyboard.press('Enter');
      await elsewhere.close();
    }
    await expect(page.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
    await expect(page.getByText(/half a wo|in stock|@haldencoffee/)).toHaveCount(0);
    expect(complaints.filter((line) => !line.includes('status of 401'))).toEqual([]);
  });
}

test('many rows: few of them are in the document, and each page is requested once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { searchParams, pathname } = new URL(request.url());
    if (pathname.endsWith('/rows')) asked.push(searchParams.get('from') ?? '');
  });
  await openSheet(page, csv(ROWS));
  await page.getByRole('grid').focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Home');
  for (let up = 0; up < 6; up += 1) await page.keyboard.press('ArrowUp');
  await expect(cell(page, `bean ${ROWS - 1}`)).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  expect(new Set(asked).size).toBe(asked.length);
});

test('a phone can edit too, and a sheet of another person shows an error', async ({ page }) => {
  const sheet = await openSheet(page);
  await inspect(page, 'drive sheet');
  await inspectDark(page, 'drive sheet');
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `drive sheet, ${width}`);
    await saved(page);
    for (const name of ['Undo', 'Download']) await expect(page.getByRole('button', { name })).toBeInViewport();
    await expect(page.getByRole('link', { name: /project$/ })).toBeInViewport();
  }
  await cell(page, 'Kochere Natural').dblclick();
  await expect(page.getByRole('textbox', { name: 'Content of A2' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('On a phone');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await rowsOf(page, sheet))[0]).toMatchObject({ name: 'On a phone' });
  await page.keyboard.type('Typed at once');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await rowsOf(page, sheet))[1]).toMatchObject({ name: 'Typed at once' });
  await page.goto('/spreadsheets/d/tpd_abcdefghijklmnopqrstuvwx');
  await expect(page.getByText('You do not have access to this sheet.')).toBeVisible();
  await inspect(page, 'no access');
});

test('unexpected behaviour is explained: stale formulas, texts like formulas, values of the wrong type', async ({
  page,
  complaints,
}) => {
  const { name, bytes } = PRICES;
  const sheet = await openSheet(page, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  const stale = /^Its inputs have changed since this value was calculated/;
  await expect(cell(page, '80')).toBeVisible();
  await expect(cell(page, '80')).not.toHaveAccessibleDescription(stale);

  await cell(page, '10').click();
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  await expect(cell(page, '140')).toHaveAccessibleDescription(stale);
  await expect(cell(page, '80')).not.toHaveAccessibleDescription(stale);
  await cell(page, '140').click();
  await expect(page.getByRole('textbox', { name: 'Formula, read only' })).toHaveAccessibleDescription(stale);
  await inspect(page, 'a stale formula');
  await inspectDark(page, 'a stale formula');

  await cell(page, 'Huila').click();
  await page.keyboard.type('=B2*2');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Store “=B2*2” as text?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(cell(page, 'Huila')).toBeVisible();
  await cell(page, 'Huila').click();
  await page.keyboard.type("'=B2*2");
  await page.keyboard.press('Enter');
  await expect(cell(page, '=B2*2')).toBeVisible();

  await cell(page, '11').click();
  await page.keyboard.type('sold out');
  await page.keyboard.press('Enter');
  const misfit = page.getByRole('group', { name: 'Does not fit its column' });
  await expect(misfit).toContainText('“price” held numbers. With “sold out” in B2');
  await expect.poll(async () => (await rowsOf(page, sheet, 1))[1]).toMatchObject({ price: '20' });
  await inspect(page, 'a value that does not fit');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(misfit).toBeHidden();
  await expect.poll(async () => (await rowsOf(page, sheet, 1))[1]).toMatchObject({ price: 20 });
  await expect(page.getByRole('grid')).toBeFocused();
  expect(complaints).toEqual([]);
});
