import { apiPaths, authPaths } from '../../src/contract/paths';
import { expect, signUp, signUpOnScreen, test, testAlone } from './test';

const guarded = ['/', '/projects/new', '/projects/abc/beans', '/templates', '/usage', '/upgrade', '/learn', '/account'];

test('every guarded route leads to /login when signed out, replacing the history entry', async ({ page }) => {
  await page.goto('/signup');
  for (const path of guarded) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await page.goBack();
    await expect(page).toHaveURL('/signup');
  }
});

test('while the session loads, only "Loading..." is shown', async ({ page }) => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${authPaths.getSession}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/screens/session-loading.png' });
  answer();
  await expect(page).toHaveURL(/\/login/);
});

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

test('switching between login and signup keeps the typed text', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('mara@haldencoffee.example');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('mara@haldencoffee.example');
});

testAlone('the account menu opens on hover after 100 ms and closes 400 ms after leaving', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/');
  const button = page.getByRole('button', { name: person.email });
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  // The menu's chunk loads after the page: once it has opened by itself, the clock can be stopped.
  await button.hover();
  await expect(logout).toBeVisible();
  await page.mouse.move(400, 500);
  await expect(logout).toHaveCount(0);
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await button.hover();
  await page.clock.runFor(90);
  await expect(logout).toHaveCount(0);
  await page.clock.runFor(30);
  await expect(logout).toBeVisible();
  await page.mouse.move(400, 500);
  await page.clock.runFor(350);
  await expect(logout).toBeVisible();
  await page.clock.runFor(400);
  await expect(logout).toHaveCount(0);
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

test('the footer: copyright, Pricing, and Privacy Policy in a new tab', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/');
  await expect(page.getByText('© 2025 Tabpoint')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })).toHaveAttribute(
    'href',
    '/upgrade',
  );
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  const policy = await opened;
  await expect(policy.getByRole('heading', { level: 1 })).toContainText('Privacy');
});
