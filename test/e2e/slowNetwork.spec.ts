import type { Page } from '@playwright/test';
import { apiPaths, authPaths } from '../../src/contract/paths';
import { createProject, csvFile, newestProject, openProject } from './projects';
import { openWithoutFlash, slowDown } from './slowly';
import { expect, fillSignUp, logIn, logOut, newPerson, signUp, testAlone as test } from './test';

const TEAS = csvFile('teas', 'name,price,code', ...Array.from({ length: 30 }, (_, at) => `Tea ${at},${at},c${at}`));

const counted = (page: Page, method: string, path: string) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) calls.push(request.url());
  });
  return calls;
};

/** Clicks twice, faster than any response. */
const pressTwice = (page: Page, name: string) => page.getByRole('button', { name }).last().dblclick();

test('on a slow network a double click acts once', async ({ page }) => {
  await page.goto('/signup');
  await slowDown(page);
  const person = newPerson();
  const signUps = counted(page, 'POST', authPaths.signUpEmail);
  await fillSignUp(page, person);
  await pressTwice(page, 'Create account');
  await expect(page.getByRole('button', { name: person.email })).toBeVisible();
  expect(signUps).toHaveLength(1);

  const [uploads, creates] = [
    counted(page, 'POST', apiPaths.driveSpreadsheets),
    counted(page, 'POST', apiPaths.projectsSync),
  ];
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.locator('input[type=file]').setInputFiles(TEAS);
  await expect(page.getByText("We've got it!")).toBeVisible();
  await pressTwice(page, 'Create project with this sheet');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'teas' }).first()).toBeVisible();
  expect([uploads.length, creates.length]).toEqual([1, 1]);

  const { id } = await newestProject(page);
  const [keys, updates] = [
    counted(page, 'POST', apiPaths.projectKeys(id)),
    counted(page, 'PUT', apiPaths.projectUpdate(id)),
  ];
  await openProject(page, 'teas', 'Access');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await pressTwice(page, 'Make key');
  const made = page.getByRole('alertdialog', { name: 'Copy your key now' });
  await made.getByText(/^tp_pk_/).click();
  await page.keyboard.press('Control+c');
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Shop/ })).toHaveCount(1);
  expect(keys).toHaveLength(1);

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tea house');
  await page.getByRole('button', { name: 'Save', exact: true }).first().dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Tea house' })).toBeVisible();
  expect(updates).toHaveLength(1);

  const deletes = counted(page, 'DELETE', apiPaths.project(id));
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('textbox', { name: /to confirm/ }).fill('Tea house');
  await pressTwice(page, 'Delete project');
  await expect(page).toHaveURL('/');
  expect(deletes).toHaveLength(1);
});

/** Opens every page of a project and of the account at a width, and expects no flash and no layout shift. */
async function openEveryPage(page: Page, width: number) {
  await signUp(page);
  await createProject(page, TEAS);
  const { id, sheetId } = await newestProject(page);
  await page.request.post(apiPaths.projectSyncNow(id), { headers: { origin: new URL(page.url()).origin } });
  const at = (view: string) => `/projects/${id}/teas${view && `?view=${view}`}`;
  const places = [
    ['/', 'row'],
    [at(''), 'gridcell'],
    [at('api'), 'textbox'],
    [at('access'), 'radio'],
    [at('sync'), 'table'],
    [at('settings'), 'switch'],
    [`/spreadsheets/d/${sheetId}`, 'gridcell'],
    ['/account', 'listitem'],
    ['/projects/new', 'textbox'],
    ['/templates', 'button'],
    ['/usage', 'button'],
    ['/upgrade', 'heading'],
    ['/learn', 'link'],
  ] as const;
  await openWithoutFlash(page, width, places);
}

test('on a slow network no page of a phone flashes, and nothing shifts when it loads', ({ page }) =>
  openEveryPage(page, 390));

test('on a slow network no wide page flashes, and nothing shifts when it loads', { tag: '@long' }, ({ page }) =>
  openEveryPage(page, 1280),
);

test('offline and back: the banner, a call that fails with a retry, and the page as before', async ({
  page,
  context,
}) => {
  await signUp(page);
  await createProject(page, TEAS);
  await openProject(page, 'teas');
  await expect(page.getByRole('gridcell', { name: 'Tea 3', exact: true })).toBeVisible();
  await slowDown(page);
  const banner = page.getByRole('status').filter({ hasText: 'You are offline. Numbers may be old.' });
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Tea 3', exact: true })).toBeVisible();
  await page.getByLabel('Search rows').fill('Tea 7');
  await expect(page.getByText(/cannot be reached from here/).first()).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('1 of 30 rows, 3 columns')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Tea 7', exact: true })).toBeVisible();
});

test('a session that ends in another tab or on another device ends here', async ({ page, context, browser }) => {
  const person = await signUp(page);
  await createProject(page, TEAS);
  await openProject(page, 'teas', 'Settings');
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a new name');
  await slowDown(page);
  const other = await context.newPage();
  await other.goto('/');
  await logOut(other, person);
  await expect(page.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
  await expect(page.getByText(/teas|Half a new name|@haldencoffee/)).toHaveCount(0);
  await other.close();

  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'teas' })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const phone = await elsewhere.newPage();
  await phone.goto('/login?from=%2Faccount');
  await logIn(phone, person);
  await phone.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(phone.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Sync' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/teas|@haldencoffee/)).toHaveCount(0);
  await elsewhere.close();
});
