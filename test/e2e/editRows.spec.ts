import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inspectEverywhere } from './inspect';
import { createGate } from '../fixtures/gates';
import { createProject, csvFile, openProject } from './projects';
import { expect, signUp, test } from './test';

/** The rows on the screen, without their ids. */
const shown = (page: Page) =>
  page.getByRole('row').evaluateAll((rows) =>
    rows
      .map((row) => [...row.querySelectorAll('[role=gridcell]')].slice(1).map(({ textContent }) => textContent))
      .filter((cells) => cells.length > 0)
      .map((cells) => cells.join(', ')),
  );

const first = ['Nyeri AA, 19.8', 'Sidama, 18.9', 'Yirga, 12.5'];

/** Pastes text in the format of spreadsheets. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Blocks the chunk of the editor. @returns waits until it is requested, then lets it load */
async function holdEditing(page: Page) {
  const chunks = readFileSync(join(__dirname, '../../dist/app-chunks.json'), 'utf8');
  const file = `**/${(JSON.parse(chunks) as Record<'editing', string[]>).editing.at(-1)}`;
  const { opened, open } = createGate();
  await page.route(file, async (route) => {
    await opened;
    await route.continue();
  });
  const asked = page.waitForRequest(file);
  return async () => {
    await asked;
    open();
  };
}

test('rows are changed, rejected, pasted, deleted, added and restored by keyboard alone', async ({ page }) => {
  await signUp(page);
  await createProject(page, csvFile('beans', 'bean,price', 'Nyeri AA,19.8', 'Sidama,18.9', 'Yirga,12.5'));
  const letIn = await holdEditing(page);
  await openProject(page, 'beans');
  const grid = page.getByRole('grid', { name: 'Rows of beans' });
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const rowsAre = (rows: readonly string[]) => expect.poll(() => shown(page)).toEqual(rows);
  await expect(grid).toBeVisible();
  await grid.focus();

  await press('ArrowRight', 'ArrowRight');
  await page.keyboard.type('21.57');
  await press('Backspace', 'Enter');
  await page.keyboard.type('dear');
  await press('Enter');
  await letIn();
  await expect.poll(async () => (await shown(page))[0]).toBe('Nyeri AA, 21.5');
  await expect(page.getByRole('row', { name: 'Sidama' }).getByRole('alert')).toHaveText(
    /The type of price is number: it holds numbers.*“dear” is not one of them\./,
  );
  await inspectEverywhere(page, 'a refused cell');
  await press('ArrowUp', 'F2', 'ControlOrMeta+a');
  await page.keyboard.type('18');
  await press('Enter');
  await rowsAre(['Nyeri AA, 21.5', 'Sidama, 18', 'Yirga, 12.5']);
  await press('ControlOrMeta+z');
  await rowsAre(['Nyeri AA, 21.5', 'Sidama, 18.9', 'Yirga, 12.5']);
  await press('ControlOrMeta+z');
  await rowsAre(first);

  await press('ControlOrMeta+End', 'ArrowLeft');
  await paste(page, 'Kona\t31\nJava\t5\nHuila\t6');
  await rowsAre([...first.slice(0, 2), 'Kona, 31', 'Java, 5', 'Huila, 6']);
  await expect(page.getByText('3 rows pasted')).toBeVisible();
  await press('ControlOrMeta+z');
  await rowsAre(first);

  await press('ControlOrMeta+Home', 'ArrowRight', 'ControlOrMeta+ArrowDown');
  await paste(page, '"Kona",31\nJava,5\n');
  await rowsAre([...first.slice(0, 2), 'Kona, 31', 'Java, 5']);
  await press('ControlOrMeta+z');
  await rowsAre(first);

  await press('ControlOrMeta+Home', 'Delete');
  await rowsAre(first.slice(1));
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await rowsAre([...first.slice(1), 'Nyeri AA, 19.8']);

  await grid.focus();
  await press('Shift+Enter');
  await expect(page.getByRole('dialog', { name: 'New row' })).toBeVisible();
  await page.getByLabel(/^bean/).fill('Mocha');
  await page.getByLabel(/^price/).fill('x');
  await press('Enter');
  await expect(page.getByLabel(/^price/)).toBeFocused();
  await inspectEverywhere(page, 'a refused row');
  await page.getByLabel(/^price/).fill('9');
  await press('Enter');
  await rowsAre([...first.slice(1), 'Nyeri AA, 19.8', 'Mocha, 9']);
});

test('cells accept typing: booleans by their letters, texts of several lines', async ({ page }) => {
  await signUp(page);
  await createProject(page, csvFile('beans', 'bean,sold', 'Nyeri AA,false', 'Sidama,true'));
  await openProject(page, 'beans');
  const grid = page.getByRole('grid', { name: 'Rows of beans' });
  await grid.focus();
  const rowsAre = (...rows: string[]) => expect.poll(() => shown(page)).toEqual(rows);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('yes');
  await page.keyboard.press('Enter');
  await rowsAre('Nyeri AA, true', 'Sidama, true');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('dry');
  await page.keyboard.press('Enter');
  await rowsAre('Nyeri AA, true', 'Sidama\ndry, true');
});
