import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* A stranger's whole flow, screen by screen: from signing up to a call, an edit, and signing out. */

const workbook = join(fileURLToPath(new URL('.', import.meta.url)), '../fixtures/workbooks/world-reference.xlsx');

const person = {
  name: 'Mara Halden',
  email: 'mara@haldencoffee.example',
  password: 'a quiet sentence works well',
};

/** Selector by role and accessible name, as screen readers announce them. */
const named = (name, role) => `::-p-aria([name="${name}"]${role === undefined ? '' : `[role="${role}"]`})`;

/** Clicks the element of this name, once it exists. */
const press = (page, name, role) => page.locator(named(name, role)).click();

/** Waits until the page shows a text. */
const says = (page, text) => page.locator(`::-p-text(${text})`).wait();

/** Fills the field with this autocomplete value. A password field has no role to select it by. */
const fill = (page, what, text) => page.locator(`input[autocomplete=${what}]`).fill(text);

/** Waits until a predicate is true in the page. */
const until = (page, predicate, ...given) => page.waitForFunction(predicate, {}, ...given);

const at = (page, path) => until(page, (wanted) => location.pathname === wanted, path);

const cellCount = (page) => page.$$eval('[role=gridcell]', (cells) => cells.length);

/** Logs in the person who signed up in {@link steps}. */
export async function logIn(page, origin) {
  await page.goto(`${origin}/login`);
  await fill(page, 'username', person.email);
  await fill(page, 'current-password', person.password);
  await press(page, 'Log in', 'button');
  await page.locator(named(person.email, 'button')).wait();
}

async function signUp(page, origin) {
  await page.goto(`${origin}/signup`);
  await fill(page, 'name', person.name);
  await fill(page, 'username', person.email);
  await fill(page, 'new-password', person.password);
  await press(page, 'Create account', 'button');
  await page.locator(named(person.email, 'button')).wait();
}

async function createProject(page, origin) {
  await page.goto(`${origin}/projects/new`);
  const input = await page.waitForSelector('input[type=file]');
  await input.uploadFile(workbook);
  await says(page, "We've got it!");
  await press(page, 'Create project with this sheet', 'button');
  await at(page, '/');
}

async function openToEverybody(page) {
  await press(page, 'Access', 'link');
  await press(page, 'Anyone with the address', 'radio');
  await press(page, 'Let anyone read', 'button');
  await until(page, () => document.querySelector('[role=dialog]') === null);
}

/** Calls from outside, with a filter. */
async function call(page) {
  const { pathname, origin } = new URL(page.url());
  const [, , id, tab] = pathname.split('/');
  const answer = await fetch(`${origin}/v1/${id}/${tab}?ISO3166-1-Alpha-3=JPN`);
  assert.equal(answer.status, 200);
  const { data } = await answer.json();
  assert.ok(Object.values(data[0]).includes('日本'));
}

async function editInDrive(page, origin) {
  const { spreadsheets } = await page.evaluate(async () => (await fetch('/api/drive/spreadsheets')).json());
  const sheet = spreadsheets[0];
  await page.goto(`${origin}/spreadsheets/d/${sheet.id}`);
  const rows = `/api/drive/spreadsheets/${sheet.id}/tabs/${sheet.tabs[0].sheetId}/rows`;
  // A locator waits until nothing covers the cell.
  const cell = '[role=row]:nth-of-type(2) [role=gridcell]:nth-of-type(2)';
  await page.locator(cell).click();
  await page.waitForSelector(`${cell}[aria-selected=true]`);
  await page.keyboard.type('Typed in Firefox');
  await page.keyboard.press('Enter');
  await until(page, async (path) => (await (await fetch(path)).text()).includes('Typed in Firefox'), rows);
  await page.reload();
  await says(page, 'Typed in Firefox');
}

async function signOut(page) {
  await press(page, person.email, 'button');
  await press(page, 'Logout', 'menuitem');
  await at(page, '/login');
}

/** The steps by name, in order. Each receives the page and the product's origin. */
export const steps = {
  'a page that needs a session leads to /login': async (page, origin) => {
    await page.goto(`${origin}/usage`);
    await at(page, '/login');
  },
  'signs up': signUp,
  'turns a workbook into a project': createProject,
  'sees its rows': async (page) => {
    await press(page, 'world-reference', 'link');
    await page.locator('[role=gridcell]').wait();
    assert.ok((await cellCount(page)) > 50);
  },
  'opens reading to everybody': openToEverybody,
  'calls the endpoint from outside': call,
  'edits a cell in the drive': editInDrive,
  'signs out, and in again': async (page, origin) => {
    await page.goto(`${origin}/`);
    await signOut(page);
    await logIn(page, origin);
  },
};
