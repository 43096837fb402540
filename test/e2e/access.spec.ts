import type { Page } from '@playwright/test';
import { inspectEverywhere } from './inspect';
import { createProject, csvFile, openProject } from './projects';
import { expect, signUp, test } from './test';

const origins = (page: Page) => page.getByRole('list', { name: 'Origins of Shop website' });

test('who may call: public reading, keys, and the sites of a key', async ({ page, complaints }) => {
  await signUp(page);
  await createProject(page, csvFile('beans', 'name,price', 'Kaffa,17.5', 'Nyeri,19.8'));
  await openProject(page, 'beans', 'Access');
  await expect(page.getByText('No keys yet. Every call answers 401 until you make one.')).toBeVisible();

  await test.step('by keyboard alone, a key for a page is created and shown once', async () => {
    await page.getByRole('button', { name: 'New key' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('alertdialog', { name: 'New key' });
    await expect(form.getByRole('radio', { name: 'Publishable' })).toBeFocused();
    await inspectEverywhere(page, 'new key');
    await form.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Shop website');
    await form.getByRole('textbox', { name: 'Origins' }).focus();
    await page.keyboard.type('https://shop.example');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('alertdialog', { name: 'Copy your key now' });
    await expect(shown.getByText(/^tp_pk_/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
    await shown.getByText(/^tp_pk_/).click();
    await page.keyboard.press('Control+c');
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('tp_pk_')).toHaveText(/^tp_pk_.{3}….{4}$/);
  });

  await test.step('a secret key hides columns', async () => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('radio', { name: 'Secret' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Roast bot');
    await page.getByRole('button', { name: 'Hidden columns None' }).click();
    await page.getByRole('checkbox', { name: 'price' }).check();
    await inspectEverywhere(page, 'secret key');
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByLabel('The key Roast bot').click();
    await page.keyboard.press('Control+c');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /Roast bot/ })).toContainText('Read rows in beans; 1 column hidden');
    await page.getByRole('button', { name: 'Roast bot', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Rights of Roast bot' })).toBeVisible();
  });

  await test.step('its sites: one added, one removed, and that undone', async () => {
    await page.getByRole('button', { name: 'Shop website', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add an origin' }).fill('http://shop.example');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Start with https://', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Add an origin' }).fill('http://localhost:5173');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(origins(page).getByRole('listitem')).toHaveText(['https://shop.example', 'http://localhost:5173']);
    await page.getByRole('button', { name: 'Remove https://shop.example' }).click();
    await expect(origins(page).getByRole('listitem')).toHaveText(['http://localhost:5173']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(origins(page).getByRole('listitem')).toHaveText(['https://shop.example', 'http://localhost:5173']);
    await page.reload();
    await page.getByRole('button', { name: 'Shop website', exact: true }).click();
    await expect(origins(page).getByRole('listitem')).toHaveText(['https://shop.example', 'http://localhost:5173']);
  });

  await test.step('reading is made public after confirmation, and the methods show it', async () => {
    await page.getByRole('radio', { name: 'Anyone with the address' }).click();
    await page.getByRole('button', { name: 'Let anyone read' }).click();
    const methods = page.getByRole('list', { name: 'Methods' }).getByRole('listitem');
    await expect(methods.first()).toContainText('Anyone');
    await expect(methods.nth(1)).toContainText('Only you, in Try it');
    await inspectEverywhere(page, 'access');
  });

  await test.step('a key is revoked after confirmation', async () => {
    await page.getByRole('button', { name: 'Revoke Shop website' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByRole('row', { name: /Shop website/ })).toBeHidden();
  });
  expect(complaints).toEqual([]);
});
