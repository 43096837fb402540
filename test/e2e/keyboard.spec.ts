import type { Page } from '@playwright/test';
import { expectFocused, tabAndEnter, tabTo } from './focus';
import { createProject, TEAS } from './projects';
import { expect, newPerson, signUp, test, testAlone } from './test';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** Disables the mouse, so that no step uses it by mistake. */
const withoutMouse = (page: Page) =>
  page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown'])
      window.addEventListener(kind, () => document.body.replaceChildren('The mouse was used.'), { capture: true });
  });

async function signUpByKeyboard(page: Page) {
  const person = newPerson();
  await page.goto('/signup');
  await tabTo(page, field(page, 'Name'));
  await page.keyboard.type(person.name);
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Use at least 10 characters.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expectFocused(page);
  return person;
}

async function uploadAndCreate(page: Page) {
  await tabAndEnter(page, link(page, 'New project'));
  const input = page.getByPlaceholder('Paste a Google Sheet URL');
  await expect(input).toBeFocused();
  await page.keyboard.type('teas');
  await expect(said(page, 'Please enter a valid Google Sheets URL')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(input).toHaveValue('');
  const choosing = page.waitForEvent('filechooser');
  await tabAndEnter(page, button(page, /^or upload a workbook/));
  await (await choosing).setFiles(TEAS);
  await expect(page.getByRole('heading', { name: 'teas' })).toBeFocused();
  // The first rows appear above the button, and would move it away from the focus.
  await expect(page.getByRole('combobox', { name: 'Header row' })).toBeVisible();
  await tabAndEnter(page, button(page, 'Create project with this sheet'));
  await expect(page).toHaveURL('/');
  await expectFocused(page);
}

async function readRows(page: Page) {
  await tabAndEnter(page, link(page, 'teas'));
  await expect(page.getByRole('heading', { level: 1, name: 'teas' })).toBeFocused();
  await tabTo(page, page.getByRole('grid'));
  for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('complementary', { name: 'Row' }).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeFocused();
  await tabAndEnter(page, button(page, 'Filter'), 'Shift+Tab');
  await expect(page.getByLabel('Column', { exact: true })).toBeFocused();
  await page.keyboard.type('origin');
  await tabTo(page, page.getByLabel('Value'));
  await page.keyboard.type('Japan');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Filter')).toBeFocused();
  await expect(page.getByText('1 of 3 rows, 3 columns')).toBeVisible();
  await tabAndEnter(page, button(page, /^Remove /));
  await expect(page.getByText('3 rows, 3 columns', { exact: true })).toBeVisible();
  await expectFocused(page);
}

async function makeKey(page: Page) {
  await page.keyboard.press('3');
  await expectFocused(page);
  await tabAndEnter(page, button(page, 'New key'));
  await expect(page.getByRole('radio', { name: 'Publishable' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Secret' })).toBeChecked();
  await tabTo(page, field(page, 'Name'));
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'Copy your key now' });
  await expect(shown).toBeVisible();
  await tabAndEnter(page, shown.getByRole('button', { name: 'Copy', exact: true }));
  await expect(shown.getByRole('button', { name: 'Done' })).toBeEnabled();
  await tabAndEnter(page, shown.getByRole('button', { name: 'Done' }));
  await expect(button(page, 'New key')).toBeFocused();
  await expect(page.getByRole('row', { name: /By hand/ })).toBeVisible();
}

async function tryIt(page: Page) {
  await page.keyboard.press('2');
  await expectFocused(page);
  await tabTo(page, field(page, 'key'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page, 'key')).toHaveValue(/^tp_sk_/);
  await page.keyboard.press('Control+Enter');
  await expect(said(page, /200/)).toBeAttached();
  await expect(page.getByRole('region', { name: 'Try it' })).toContainText('200 OK');
  await tabAndEnter(page, button(page, 'Headers'));
  await expect(button(page, 'Headers')).toHaveAttribute('aria-expanded', 'true');
}

async function renameAndDelete(page: Page) {
  await tabTo(page, page.getByRole('link', { name: 'Open sheet' }), 'Shift+Tab');
  await page.keyboard.press('5');
  await tabTo(page, field(page, 'Name'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Tea house');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Tea house' })).toBeVisible();
  await expect(said(page, 'Saved')).toBeVisible();
  await tabAndEnter(page, button(page, 'Delete project'));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Delete project')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: /to confirm/ }));
  await page.keyboard.type('Tea house');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(said(page, 'Tea house deleted')).toBeVisible();
  await expectFocused(page);
  await tabAndEnter(page, button(page, 'Undo'), 'Shift+Tab');
  await expect(said(page, 'Tea house is back')).toBeVisible();
  await expectFocused(page);
}

testAlone(
  'the whole flow by keyboard alone; the focus is always visible, and never lost',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await withoutMouse(page);
    await signUpByKeyboard(page);
    await uploadAndCreate(page);
    await readRows(page);
    await makeKey(page);
    await tryIt(page);
    await renameAndDelete(page);
  },
);

test('a dialog opened from a menu returns the focus, and the menu of a phone leads to a page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  await createProject(page, TEAS);
  const actions = button(page, 'More actions for teas');
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await button(page, 'Menu').press('Enter');
  await tabAndEnter(page, page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
});
