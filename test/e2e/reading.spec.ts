import { inspectDark, inspectEverywhere } from './inspect';
import { createGate } from '../fixtures/gates';
import { csvFile } from './projects';
import { expect, signUp, test, worldReference } from './test';

/** `店,値段`, `カフェ,5` and `茶屋,7` in Shift JIS: too few letters for a sure detection. */
const SHIFT_JIS = Buffer.from('93582c926c92690a834a837483462c350a928389ae2c370a', 'hex');

/** Whether a field is wide enough for the most common encoding. */
function hasRoom(field: HTMLElement) {
  const copy = field.cloneNode() as HTMLSelectElement;
  copy.append(new Option('Found: Unicode (UTF-8)'));
  copy.style.width = 'max-content';
  field.after(copy);
  const needed = copy.offsetWidth;
  copy.remove();
  return field.offsetWidth >= needed;
}

test('a CSV in Shift JIS: chosen, previewed, created', async ({ page, complaints }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles({ name: 'cafes.csv', mimeType: 'text/csv', buffer: SHIFT_JIS });
  await expect(page.getByText("We've got it!")).toBeVisible();

  const rows = page.getByRole('region', { name: 'First rows of cafes' });
  const cell = (name: string) => rows.getByRole('cell', { name, exact: true });
  await page.getByLabel('Encoding').selectOption('Western European (Windows-1252)');
  await expect(cell('カフェ')).toBeHidden();
  await page.getByLabel('Encoding').selectOption('Japanese (Shift JIS)');
  await expect(cell('カフェ')).toBeVisible();
  await expect(rows.getByRole('columnheader', { name: '値段 integer' })).toBeVisible();
  await inspectEverywhere(page, 'a file that was read as chosen');
  await inspectDark(page, 'a file that was read as chosen');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.getByLabel('Encoding').evaluate(hasRoom), `at ${width} px`).toBe(true);
  }

  await page.getByLabel('Header row').selectOption('None: columns are A, B, C');
  await expect(rows.getByRole('columnheader', { name: 'A text' })).toBeVisible();
  await page.getByLabel('Header row').selectOption('Let it be found');
  await expect(cell('茶屋')).toBeVisible();

  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('row', { name: /cafes/ }).getByRole('link', { name: 'cafes' }).first().click();
  await expect(page.getByRole('gridcell', { name: 'カフェ', exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const [what, file] of [
  ['a CSV of two rows', csvFile('teas', 'name,price', 'Assam,4', 'Sencha,7')],
  ['a workbook of several sheets', worldReference],
] as const) {
  test(`the first rows of ${what} do not move the button when they load`, async ({ page }) => {
    const { opened, open } = createGate();
    await page.route('**/preview*', async (route) => {
      await opened;
      await route.continue();
    });
    await signUp(page);
    await page.goto('/projects/new');
    await page.locator('input[type=file]').setInputFiles(file);
    const button = page.getByRole('button', { name: 'Create project with this sheet' });
    await expect(button).toBeVisible();
    await expect(page.locator('section[aria-label="First rows"][aria-busy=true]')).toBeVisible();
    const before = await button.boundingBox();
    open();
    await expect(page.getByRole('combobox', { name: 'Header row' })).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
}
