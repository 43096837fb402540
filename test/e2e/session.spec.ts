import { apiPaths, authPaths } from '../../src/contract/paths';
import { expect, signUp, signUpOnScreen, test } from './test';

test('sign up, log out, log in, and return to the requested page', async ({ page }) => {
  const person = await signUpOnScreen(page);
  await page.getByRole('button', { name: person.email }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto('/usage');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('That email and password do not match. Try again.');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/usage');
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
});

test('many 401 responses sign out and lead to /login exactly once', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/');
  await context.clearCookies();
  const signOuts: string[] = [];
  const arrivals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(authPaths.signOut)) signOuts.push(request.url());
  });
  page.on('framenavigated', (frame) => arrivals.push(frame.url()));
  await page.goto('/projects/new');
  await expect(page).toHaveURL(/\/login/);

  await signUp(page);
  await page.goto('/');
  arrivals.length = 0;
  signOuts.length = 0;
  await page.route(`**${apiPaths.projects}*`, (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"detail":"Signed out."}' }),
  );
  await page.route('**/api/projects/**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"detail":"Signed out."}' }),
  );
  await page.goto('/projects/abc/beans');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
  expect(arrivals.filter((url) => url.includes('/login'))).toHaveLength(1);
  expect(signOuts).toHaveLength(1);
});
