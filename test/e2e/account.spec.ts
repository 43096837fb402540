import { join } from 'node:path';
import { authPaths } from '../../src/contract/paths';
import { Sqlite } from '../../src/server/database/sqliteLibrary';
import { inspectEverywhere } from './inspect';
import { createProject } from './projects';
import { expect, logIn, signUp, test } from './test';

test('the account: name, password, sessions, deletion', async ({ page, browser, complaints }) => {
  const person = await signUp(page);
  await createProject(page);
  await page.getByRole('button', { name: person.email }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
  await expect(page.getByText('Removes 1 project, your Tabpoint drive and logs.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Name' }).fill('Mara Lindqvist');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await logIn(other, person);
  await expect(other.getByRole('heading', { name: 'Projects' })).toBeVisible();

  await page.reload();
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText('this browser');
  await sessions.getByRole('button', { name: /^End session/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();

  await page.getByLabel('Current password').fill('not the old one');
  await page.getByLabel('New password').fill('another quiet sentence');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your current password is not right.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await inspectEverywhere(page, 'account, refused');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  await page.getByLabel('Password', { exact: true }).fill('another quiet sentence');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { ...person, password: 'another quiet sentence' });
  await expect(page.getByRole('alert')).toContainText('That email and password do not match.');
  expect(complaints.filter((line) => !/status of 40[01]/.test(line))).toEqual([]);
});

/** Changes the time of all log-ins to eleven minutes ago. */
function ageSessions(dataDir: string) {
  const db = new Sqlite(join(dataDir, 'tabpoint.db'));
  db.prepare('update session set createdAt = ?').run(new Date(Date.now() - 11 * 60_000).toISOString());
  db.close();
}

test('ending sessions requires the password if the log-in was a while ago', async ({ page, browser, product }) => {
  const person = await signUp(page);
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const answer = await elsewhere.request.post(authPaths.signInEmail, {
    data: { email: person.email, password: person.password },
    headers: { origin: product.url },
  });
  expect(answer.status()).toBe(200);
  ageSessions(product.dataDir);
  await page.goto('/account');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all other sessions?' });
  await dialog.getByLabel('Your password').fill('not the right one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Your password is not right.')).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await inspectEverywhere(page, 'account, password before sessions are ended');
  await dialog.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await (await elsewhere.request.get(authPaths.getSession)).json()).toBeNull();
  await elsewhere.close();
});

test('command menu, keys, and the list’s actions', async ({ page }) => {
  await signUp(page);
  await createProject(page);
  await page.getByRole('link', { name: 'world-reference' }).first().focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search endpoints, actions and guides' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('world-reference');
  await inspectEverywhere(page, 'command menu');
  await field.fill('tea leaves');
  await expect(page.getByText('Nothing found for “tea leaves”.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'world-reference' }).first()).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspectEverywhere(page, 'list of keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page).toHaveURL('/usage');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'world-reference' }).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('<b>Länder</b> 🐘');
  await inspectEverywhere(page, 'rename');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Project renamed')).toBeVisible();
  const row = page.getByRole('row', { name: /Länder/ });
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(row.getByText('Paused')).toBeVisible();
  await page.getByRole('searchbox').fill('lander');
  await expect(row.locator('b', { hasText: 'Länder' })).toBeVisible();
  await inspectEverywhere(page, 'projects, searched');
});
