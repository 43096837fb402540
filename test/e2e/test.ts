import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { authPaths } from '../../src/contract/paths';
import { startProduct, stopProduct, type Product } from '../fixtures/product';

/** A person who has just signed up, in the browser. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const worldReference = join(__dirname, '../fixtures/workbooks/world-reference.xlsx');

let count = 0;

/** Creates the data of a new person. */
export const newPerson = (): Person => {
  count += 1;
  return {
    name: 'Mara Halden',
    email: `mara.${process.pid}.${count}@haldencoffee.example`,
    password: 'a quiet sentence works well',
  };
};

/** Creates an account and signs in by requests. The page stays where it is. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  const answer = await page.request.post(authPaths.signUpEmail, { data: person });
  expect(answer.status(), await answer.text()).toBe(200);
  return person;
}

/** Fills in the form of the page `/login`. */
export async function fillLogIn(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** Fills in the form of the page `/signup`. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person.name);
  await fillLogIn(page, person);
}

/** Signs a new person up on the screen; ends on the list of projects. */
export async function signUpOnScreen(page: Page): Promise<Person> {
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: person.email })).toBeVisible();
  return person;
}

/** Logs in on the page `/login`, which is open. */
export async function logIn(page: Page, person: Omit<Person, 'name'>): Promise<void> {
  await fillLogIn(page, person);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs out by the account menu. */
export async function logOut(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/**
 * Chromium's warning if a preloaded response is used late, because the machine is so slow that scripts run seconds later.
 * `test/app/pages/preloadManifest.test.ts` checks what each page preloads.
 */
const PRELOAD_WARNING = /was preloaded using link preload but not used within a few seconds/;

interface Fixtures {
  /** Errors and warnings in the page's console, and its exceptions. */
  complaints: string[];
}

/** Fixtures that last as long as a worker. */
interface Worker {
  product: Product;
  /** A context with one page, which the worker's tests use one after the other. */
  sharedContext: BrowserContext;
}

/** A file of the product's origin without the app: a page that stays on the origin loads faster next time. */
const BLANK = '/robots.txt';

/** Resets a context: removes storage, observers, routes, open dialogs and emulation. Its page stays. */
async function reset(context: BrowserContext, page: Page) {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['console', 'dialog', 'framenavigated', 'pageerror', 'request'] as const)
    page.removeAllListeners(event);
  context.removeAllListeners('page');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(BLANK);
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
  await page.mouse.move(0, 0);
}

/**
 * Playwright's `test` against a product of its own for each worker, in a new context. For changes that {@link test} cannot undo
 * (scripts for every document, clocks, sessions of the developer tools), and for a browser's first visit.
 */
export const testAlone = base.extend<Fixtures, Worker>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ TRUST_PROXY: 'true' });
      await use(product);
      await stopProduct(product);
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.url });
      await context.newPage();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  /** Each test has its own client address, so that sign-ups of different tests are rate-limited separately. */
  extraHTTPHeaders: async ({}, use, { testId, retry }) => {
    const digits = Number.parseInt(testId.slice(-6), 16) || retry;
    await use({ 'x-forwarded-for': `10.${(digits >> 16) & 255}.${(digits >> 8) & 255}.${digits & 255}` });
  },
  baseURL: async ({ product }, use) => use(product.url),
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const [type, text] = [message.type(), message.text()];
      if (['error', 'warning'].includes(type) && !PRELOAD_WARNING.test(text)) complaints.push(`${type}: ${text}`);
    });
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
    await use(complaints);
  },
});

/**
 * {@link testAlone} in the page of the previous tests, which is reset: a new page takes a third of a second of processor time.
 * After a failure Playwright starts another worker.
 */
export const test = testAlone.extend({
  context: async ({ sharedContext, extraHTTPHeaders }, use) => {
    await sharedContext.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await use(sharedContext);
  },
  page: async ({ context, viewport }, use) => {
    const [page] = context.pages();
    if (page === undefined) throw new Error('A test has closed the page that tests share.');
    await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
    await use(page);
    await reset(context, page);
  },
});

export { expect };
