import { authPaths } from '../../src/contract/paths';
import { expect, logIn, logOut, signUp, signUpOnScreen, test } from './test';

test('sign up, log out, log in, and return to the requested page', async ({ page }) => {
  const person = await signUpOnScreen(page);
  await logOut(page, person);
  await expect(page).toHaveURL(/\/login$/);

  await page.goto('/usage');
  await logIn(page, { ...person, password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText('That email and password do not match. Try again.');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/usage');
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
});

test('the footer opens the privacy policy in a new tab', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toContainText('Privacy');
});

test('whoever signs in again on a page whose session was ended elsewhere stays signed in', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/account');
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  const { origin } = new URL(page.url());
  const options = { headers: { origin }, data: { password: person.password } };
  const answer = await elsewhere?.request.post(origin + authPaths.revokeSessions, options);
  expect(answer?.status()).toBe(200);
  await page.reload();
  await logIn(page, person);
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect(page).toHaveURL('/account');
  await elsewhere?.close();
});
