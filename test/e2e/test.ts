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

/** Someone nobody has seen before. */
export const newPerson = (): Person => {
  count += 1;
  return {
    name: 'Mara Halden',
    email: `mara.${process.pid}.${count}@haldencoffee.example`,
    password: 'a quiet sentence works well',
  };
};

/** Makes a new person's account and signs them in, without a screen. The page stays where it is. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  const answer = await page.request.post(authPaths.signUpEmail, { data: person });
  expect(answer.status(), await answer.text()).toBe(200);
  return person;
}

/** Signs a new person up through the screen; ends on the projects list. */
export async function signUpOnScreen(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: person.email })).toBeVisible();
  return person;
}

/**
 * Said of answers that came before the page where the machine is so slow that its scripts run seconds later. What is sent ahead of
 * each page is laid down in `test/app/pages/preloadManifest.test.ts`.
 */
const AHEAD_OF_SLOW = /was preloaded using link preload but not used within a few seconds/;

interface Fixtures {
  /** What the page has written to its console as an error or a warning, and what it has thrown. */
  complaints: string[];
}

/** What lasts as long as a worker. */
interface Worker {
  product: Product;
  /** With one page, which the worker's tests use one after the other. */
  sharedContext: BrowserContext;
}

/** A file of the product's origin that is no app: what a page keeps of its process makes the next load faster. */
const BLANK = '/robots.txt';

/** As if nobody had used it: what a test has stored, watched, routed, opened and emulated is gone. Its page stays. */
async function clear(context: BrowserContext, page: Page) {
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
 * Playwright's `test` against a product of its own for each worker, in a new context. For what {@link test} cannot take back
 * (scripts for every document, clocks, sessions of the developer tools), and for what is about the first visit of a browser.
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
  /** Each test calls from an address of its own, so that sign-ups of different tests are not counted together. */
  extraHTTPHeaders: async ({}, use, { testId, retry }) => {
    const digits = Number.parseInt(testId.slice(-6), 16) || retry;
    await use({ 'x-forwarded-for': `10.${(digits >> 16) & 255}.${(digits >> 8) & 255}.${digits & 255}` });
  },
  baseURL: async ({ product }, use) => use(product.url),
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const [type, text] = [message.type(), message.text()];
      if (['error', 'warning'].includes(type) && !AHEAD_OF_SLOW.test(text)) complaints.push(`${type}: ${text}`);
    });
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
    await use(complaints);
  },
});

/**
 * {@link testAlone} in the page of the tests before it, which is cleared: a new page takes a third of a second of the processor. After
 * a failure Playwright goes on in another worker.
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
    await clear(context, page);
  },
});

export { expect };
