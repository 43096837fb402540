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
