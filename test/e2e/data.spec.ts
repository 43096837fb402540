import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import { inspectEverywhere } from './inspect';
import { createProject, csvFile, newestProject, openProject, type UploadFile } from './projects';
import { expect, signUp, test, testAlone } from './test';

const ROWS = 100_000;
const PAGE_ROWS = 100;

const lineOf = (row: number) =>
  `Bean ${row},${(row % 500) / 10 + 0.25},${row % 3 === 0},2025-01-${10 + (row % 18)},https://beans.example/${row}`;

const manyRows = () =>
  csvFile('beans', 'bean,price,in stock,harvested,url', ...Array.from({ length: ROWS }, (_, at) => lineOf(at + 1)));

const hostile = csvFile(
  'hostile',
  'name,origin,price,link',
  'Nyeri AA,Kenya,19.8,https://morrow.example/nyeri',
  'Sidama,Ethiopia,18.9,javascript:alert(1)',
  'Yirga,Ethiopia,12.5,',
  `☕️ <img src=x onerror=alert(1)>,شمال,7,${'long '.repeat(60).trim()}`,
);

/** Counts the requests for each page of rows. */
function watchPages(page: Page) {
  const asked = new Map<number, number>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!/\/api\/projects\/.*\/rows$/.test(url.pathname)) return;
    const offset = Number(url.searchParams.get('_offset'));
    asked.set(offset, (asked.get(offset) ?? 0) + 1);
  });
  return asked;
}

declare global {
  interface Window {
    mostRows: number;
  }
}

/** Starts recording the maximum number of rows in the document. */
const watchRows = (page: Page) =>
  page.evaluate(() => {
    window.mostRows = 0;
    const count = () => {
      window.mostRows = Math.max(window.mostRows, document.querySelectorAll('[role=grid] [role=row]').length);
      requestAnimationFrame(count);
    };
    count();
  });

/** A task of a thread, in microseconds of processor time; `pid` and `tid` are its process and thread. */
interface Task {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

/** Minimum duration of a long task, in ms. */
const LONG_TASK_MS = 50;

const MARK = 'the work of the page';

/** Milliseconds of each long task of the page during `act`. Counts processor time, as a page also waits on a busy machine. */
async function longTasksIn(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, {
    categories: ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await act();
  await page.waitForTimeout(200);
  const trace = JSON.parse((await browser?.stopTracing())?.toString() ?? '{}') as { traceEvents: Task[] };
  const own = trace.traceEvents.find(({ name }) => name === MARK);
  if (own === undefined) throw new Error('The page has left no mark in its trace.');
  const tasks = trace.traceEvents.filter(({ pid, tid }) => pid === own.pid && tid === own.tid);
  const times = tasks.map(({ name, tdur }) => (name.includes('RunTask') ? Math.round((tdur ?? 0) / 1000) : 0));
  expect(Math.max(...times), 'tasks are seen').toBeGreaterThan(0);
  return times.filter((time) => time > LONG_TASK_MS);
}

const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const foot = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Timeout in ms: a workbook of this size takes a while on a busy machine. */
const LARGE_FILE_MS = 180_000;

async function createLarge(page: Page, file: UploadFile) {
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Create project with this sheet' }).click({ timeout: LARGE_FILE_MS });
  await expect(page).toHaveURL('/', { timeout: LARGE_FILE_MS });
}

testAlone('a hundred thousand rows scroll to the end', async ({ page, complaints }) => {
  await signUp(page);
  const asked = watchPages(page);
  await createLarge(page, manyRows());
  // The server loads them for the first request, which takes longer than the page waits on a very busy machine.
  const { id, tabs } = await newestProject(page);
  await page.request.get(apiPaths.projectTabRows(id, tabs[0]?.sheetId ?? 0), { timeout: LARGE_FILE_MS });
  await openProject(page, 'beans');
  await expect(cell(page, 'Bean 1')).toBeVisible({ timeout: LARGE_FILE_MS });
  await expect(foot(page, '100,000 rows, 5 columns')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await watchRows(page);

  await grid(page).hover();
  const wheel = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(30);
    }
  };
  expect(await longTasksIn(page, wheel)).toEqual([]);

  const drag = async (share: number) => {
    await grid(page).evaluate((element, to) => (element.scrollTop = element.scrollHeight * to), share);
    await page.waitForTimeout(60);
  };
  const dragFar = async () => {
    for (let step = 0; step < 12; step += 1) await drag((step + 2) / 15);
  };
  expect(await longTasksIn(page, dragFar)).toEqual([]);

  await drag(1);
  await expect(cell(page, 'Bean 100000')).toBeVisible();
  await expect(foot(page, '99,986 to 100,000 of 100,000')).toBeVisible();
  await expect(grid(page).locator('[aria-busy=true]')).toHaveCount(0);
  expect(Math.max(...asked.values())).toBe(1);
  expect(asked.has(ROWS - PAGE_ROWS)).toBe(true);
  expect(await page.evaluate(() => window.mostRows)).toBeLessThan(60);

  const busy = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(() => {
            for (const until = performance.now() + 400; performance.now() < until;);
            resolve();
          });
        }),
    );
  // On a busy machine the page may have had little processor time in that time.
  const seen = () => longTasksIn(page, busy);
  await expect.poll(seen, { message: 'long tasks are seen', timeout: LARGE_FILE_MS }).not.toEqual([]);
  expect(complaints).toEqual([]);
});

/** The texts of a column in one snapshot, as rows may change meanwhile. */
const textsOf = (page: Page, column: number) =>
  page
    .getByRole('rowgroup')
    .getByRole('row')
    .evaluateAll(
      (rows, at) => rows.map((row) => row.querySelectorAll<HTMLElement>('[role="gridcell"]')[at]?.innerText),
      column,
    );

test('rows are searched, filtered, sorted, read and copied, by mouse and by keyboard', async ({
  page,
  context,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  await createProject(page, hostile);
  await openProject(page, 'hostile');
  await expect(foot(page, '4 rows, 4 columns')).toBeVisible();
  await expect(page.getByRole('link', { name: 'morrow.example/nyeri' })).toBeVisible();
  await expect(grid(page).getByRole('link')).toHaveCount(1);
  await expect(cell(page, '19.8')).toHaveCSS('text-align', 'right');
  await expect(cell(page, 'Kenya')).toHaveCSS('text-align', 'left');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('price');
  await page.getByLabel('Condition').selectOption('at least');
  await page.getByLabel('Value').press('Enter');
  await expect(page.getByText('Enter a value.')).toBeVisible();
  await inspectEverywhere(page, 'filter');
  await page.getByLabel('Value').fill('10');
  await page.getByLabel('Value').press('Enter');
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.getByRole('columnheader', { name: /price/ }).click();
  await expect.poll(() => textsOf(page, 3)).toEqual(['12.5', '18.9', '19.8']);
  await page.keyboard.press('/');
  await page.keyboard.type('ethiopia');
  await expect(foot(page, '2 of 4 rows, 4 columns')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Query' })).toHaveText('price__gte=10&_q=ethiopia&_sort=price');

  await page.reload();
  await expect.poll(() => textsOf(page, 1)).toEqual(['Yirga', 'Sidama']);
  await page.getByRole('button', { name: 'Copy query' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('price__gte=10&_q=ethiopia&_sort=price');
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/view=api$/);
  await page.keyboard.press('1');
  await expect(foot(page, '2 of 4 rows, 4 columns')).toBeVisible();

  await page.getByRole('radio', { name: 'Table' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: 'Rows of hostile as JSON' })).toContainText('"name": "Yirga"');
  await inspectEverywhere(page, 'json');
  await page.getByRole('radio', { name: 'Table' }).click();
  await page.getByLabel('Search rows').fill('tea');
  await expect(page.getByRole('heading', { name: 'No rows match.' })).toBeVisible();
  await inspectEverywhere(page, 'nothing matches');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(foot(page, '4 rows, 4 columns')).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('link', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: /link/ })).toHaveCount(0);
  await expect(page).toHaveURL(/_fields%3D-link/);

  await grid(page).focus();
  for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight', 'ControlOrMeta+c'])
    await page.keyboard.press(key);
  await expect(page.getByText('2 rows, 2 columns copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('\tشمال\n');
  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: 'Row' });
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel).toContainText('Row 4 of the sheet');
  await inspectEverywhere(page, 'row beside the grid');
  await page.keyboard.press('ArrowDown');
  await expect(panel).toContainText('Row 3 of the sheet');
  await page.keyboard.press('ArrowDown');
  await expect(panel).toContainText('Row 2 of the sheet');
  await expect(panel.getByRole('link', { name: 'morrow.example/nyeri' })).toHaveAttribute('href', /^https:/);
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Data' })).toBeFocused();
  expect(complaints).toEqual([]);
});

/** Truncated texts of cells and headers. */
const truncatedTexts = (page: Page) =>
  page
    .getByRole('grid')
    .locator('[role=gridcell], [role=gridcell] *, [role=columnheader], [role=columnheader] *')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));

test('numbers are never truncated, be they numbers or text, nor the arrow of a sorted column', async ({ page }) => {
  const lines = [0, 1, 2].map(
    (row) => `0040${row},+47123450${row},12345678901234${row}9,1234567890123.4${row},10-20-30-4${row},x,${row}`,
  );
  await signUp(page);
  await createProject(page, csvFile('figures', 'code,phone,card,amount,part,column 10,n', ...lines));
  await openProject(page, 'figures');
  await expect(page.getByRole('gridcell', { name: '+471234500', exact: true })).toBeVisible();
  const cut = () => truncatedTexts(page);
  expect(await cut()).toEqual([]);
  for (const name of ['code', 'phone', 'card', 'amount']) {
    const header = page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(await cut()).toEqual([]);
  }
});

test('the name of a column without a header is not truncated', async ({ page }) => {
  await signUp(page);
  await createProject(page, csvFile('unnamed', 'no,,kind', '1,a,x', '2,b,y'));
  await openProject(page, 'unnamed');
  await expect(page.getByRole('columnheader', { name: /^column_B/ })).toBeVisible();
  expect(await truncatedTexts(page)).toEqual([]);
});

test('a short text in Chinese, Japanese or Korean is not truncated', async ({ page }) => {
  await signUp(page);
  await createProject(page, csvFile('offices', '住所,no', '東京都千代田区丸の内一丁,1', '서울특별시중구세종대로,2'));
  await openProject(page, 'offices');
  await expect(page.getByRole('gridcell', { name: '東京都千代田区丸の内一丁', exact: true })).toBeVisible();
  expect(await truncatedTexts(page)).toEqual([]);
});

test('numbers further down are not truncated either: their columns grow', async ({ page }) => {
  const lines = Array.from({ length: 1_000 }, (_, row) => `${row},+${row}`);
  await signUp(page);
  await createProject(page, csvFile('growing', 'n,phone', ...lines, '123456789012345,+471234567890123'));
  await openProject(page, 'growing');
  await page.getByRole('gridcell', { name: '+0', exact: true }).click();
  await page.keyboard.press('Control+End');
  await expect(page.getByRole('gridcell', { name: '123456789012345', exact: true })).toBeVisible();
  expect(await truncatedTexts(page)).toEqual([]);
});

test('the active cell stays on the screen when columns get wider or the row panel opens', async ({ page }) => {
  await signUp(page);
  const names = Array.from({ length: 60 }, (_, at) => `c${at + 1}`);
  const lines = Array.from({ length: 5_000 }, (_, row) => names.map(() => (row < 4_900 ? '1' : '1234567.25')));
  await createProject(page, csvFile('wide', ...[names, ...lines].map((line) => line.join(','))));
  await openProject(page, 'wide');
  const grid = page.getByRole('grid', { name: 'Rows of wide' });
  /** Pixels of the active cell beyond the right edge of the grid. */
  const beyond = () =>
    grid.evaluate((element) => {
      const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      const right = element.getBoundingClientRect().left + element.clientWidth;
      return cell === null ? 'not rendered' : Math.max(0, Math.round(cell.getBoundingClientRect().right - right));
    });
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByText('1234567.25').first()).toBeVisible();
  await expect.poll(beyond).toBe(0);
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  // The grid must be at rest: while it scrolls, its width is followed anyway.
  await page.waitForTimeout(1_000);
  await page.keyboard.press(' ');
  await expect(page.getByRole('complementary', { name: 'Row' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await expect.poll(beyond).toBe(0);
});
