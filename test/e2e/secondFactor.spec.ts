import type { Page } from '@playwright/test';
import { Authenticator } from '../fixtures/authenticator';
import { startProduct, stopProduct } from '../fixtures/product';
import { inspectEverywhere } from './inspect';
import { expect, fillLogIn, fillSignUp, logOut, newPerson, type Person, signUp, test } from './test';

/** A person's authenticator app, set up with the secret on the page. */
async function appOf(page: Page): Promise<Authenticator> {
  const key = await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent();
  return new Authenticator(`otpauth://totp/x?secret=${(key ?? '').replaceAll(' ', '')}`);
}

/** From the password to the recovery codes, by keyboard. @returns the app and the codes */
async function setUp(page: Page, { password }: Person, look: typeof inspectEverywhere = async () => undefined) {
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const app = await appOf(page);
  await look(page, 'setting up the app');
  await page.getByLabel('Six-digit code').fill(app.wrong());
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^That code is not right\./)).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await page.getByLabel('Six-digit code').fill(app.next());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await look(page, 'recovery codes');
  const codes = await list.getByRole('listitem').allTextContents();
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('tabpoint-recovery-codes.txt');
  await page.getByRole('button', { name: 'Done' }).click();
  return { app, codes };
}

async function giveName(page: Page, person: Person) {
  await fillLogIn(page, person);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

test('two-step sign-in: turned on, used, recovered, turned off', async ({ page, complaints }) => {
  const person = await signUp(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByLabel('Your password')).toBeFocused();
  await inspectEverywhere(page, 'password before turning on');
  const { app, codes } = await setUp(page, person, inspectEverywhere);
  await expect(page.getByText('On. 10 recovery codes left.')).toBeVisible();
  await inspectEverywhere(page, 'account, two-step sign-in on');

  await logOut(page, person);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/usage');
  await giveName(page, person);
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await inspectEverywhere(page, 'the second step');
  await page.getByLabel('Six-digit code').fill(app.wrong());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('That code is not right.');
  await inspectEverywhere(page, 'the second step, refused');
  await page.getByLabel('Six-digit code').fill(app.next());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/usage');

  await logOut(page, person);
  await giveName(page, person);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
  await giveName(page, person);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await inspectEverywhere(page, 'a recovery code');
  await page.getByLabel('Recovery code').fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await page.goto('/account');
  await expect(page.getByText('On. 9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  expect(complaints.filter((line) => !/status of 40[01]/.test(line))).toEqual([]);
});

test('if the server requires two-step sign-in, it has to be set up first', async ({ browser, extraHTTPHeaders }) => {
  const product = await startProduct({ TRUST_PROXY: 'true', SECOND_FACTOR: 'required' });
  const context = await browser.newContext({ baseURL: product.url, extraHTTPHeaders });
  try {
    const page = await context.newPage();
    const person = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, person);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
    await inspectEverywhere(page, 'set up first');
    await page.goto('/usage');
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
    await setUp(page, person);
    await expect(page).toHaveURL('/usage');
    await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
    await page.goto('/account');
    await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  } finally {
    await context.close();
    await stopProduct(product);
  }
});
