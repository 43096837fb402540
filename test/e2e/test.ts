import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
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

/** Playwright's `test` against a product of its own for each worker. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ TRUST_PROXY: 'true' });
      await use(product);
      await stopProduct(product);
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

export { expect };
