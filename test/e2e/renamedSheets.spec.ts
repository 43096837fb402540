import type { Page } from '@playwright/test';
import { madeWorkbook, type MadeTab } from '../fixtures/driveFiles';
import { inspectEverywhere } from './inspect';
import { createProject, newestProject, openProject, secretOf } from './projects';
import { expect, signUp, test } from './test';

const COUNTRIES: MadeTab = {
  title: 'Countries',
  cells: [
    ['country', 'capital'],
    ['Norway', 'Oslo'],
  ],
};

const notesAs = (title: string): MadeTab => ({ title, cells: [['note'], ['buy milk'], ['call Ann']] });

const workbook = (...tabs: readonly MadeTab[]) => ({
  name: 'plans.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(madeWorkbook(tabs).bytes),
});

/** Creates a key for one sheet, and returns its calls. */
async function keyFor(page: Page, title: string) {
  const { id, tabs } = await newestProject(page);
  const tab = tabs.find((each) => each.title === title);
  const secret = await secretOf(page, id, { scopes: ['read', 'create'], tabs: [tab?.sheetId ?? -1] });
  const authorization = `Bearer ${secret}`;
  const urlOf = (name: string) => `/v1/${id}/${name}`;
  return {
    add: async (name: string, row: object) => {
      const added = await page.request.post(urlOf(name), { headers: { authorization }, data: row });
      expect(added.status()).toBe(201);
    },
    /** Ids of the rows of a sheet; undefined if the key cannot read it. */
    ids: async (name: string) => {
      const answer = await page.request.get(urlOf(name), { headers: { authorization } });
      if (!answer.ok()) return undefined;
      return ((await answer.json()) as { data: { _id: string }[] }).data.map((row) => row._id);
    },
  };
}

test('a renamed sheet stays the same sheet if its owner confirms it, and is a new one otherwise', async ({
  page,
  complaints,
}) => {
  await signUp(page);
  await createProject(page, workbook(notesAs('Notes'), COUNTRIES));
  const key = await keyFor(page, 'Notes');
  await key.add('Notes', { note: 'from the API' });
  const before = await key.ids('Notes');
  expect(before).toHaveLength(3);
  await openProject(page, 'plans', 'Sync');

  const choose = (...tabs: readonly MadeTab[]) =>
    page.locator('input[aria-label="New version"]').setInputFiles(workbook(...tabs));
  const dialog = page.getByRole('alertdialog', { name: 'Apply plans.xlsx?' });
  const changes = dialog.getByRole('region', { name: 'What changes' });
  const apply = dialog.getByRole('button', { name: 'Apply new version' });

  await choose(COUNTRIES, notesAs('Journal'));
  const asked = dialog.getByRole('group', { name: 'Renamed? “Journal” has the columns of “Notes”' });
  await expect(asked.getByRole('radio')).toHaveCount(2);
  await expect(asked.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(changes.getByRole('row')).toHaveText([
    /^Countries.*No changes in rows/,
    /^Journal.*New sheet, 2 rows/,
    /^Notes.*Renamed\? Otherwise it goes, with 3 rows.*1 row added by the API goes with it/,
  ]);
  await expect(dialog.getByText('Answer “Renamed?” before you apply it.')).toBeVisible();
  await expect(apply).toBeDisabled();
  await inspectEverywhere(page, 'the question');

  await asked.getByRole('radio', { name: 'No, it is a new sheet' }).press('Space');
  await expect(changes.getByRole('row').nth(2)).toHaveText(/^Notes.*This sheet goes, with 3 rows/);
  await asked.getByRole('radio', { name: 'Yes, it was “Notes”' }).press('Space');
  await expect(changes.getByRole('row')).toHaveText([/^Countries/, /^Journal.*was Notes.*No changes in rows/]);
  await expect(dialog.getByText('1 row added by the API is not in the file')).toBeVisible();
  await inspectEverywhere(page, 'the answer');
  await apply.press('Enter');
  await expect(page.getByText('New version applied')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await key.ids('Journal')).toEqual(before);
  // The page continues with the sheet under its new name.
  await expect(page).toHaveURL(/\/Journal\?view=sync$/);

  await choose(COUNTRIES, notesAs('Diary'));
  await dialog.getByRole('radio', { name: 'No, it is a new sheet' }).press('Space');
  await expect(changes.getByRole('row')).toHaveText([/^Countries/, /^Diary.*New sheet/, /^Journal.*This sheet goes/]);
  await apply.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(3);
  await expect(page).toHaveURL(/\/Countries\?view=sync$/);
  expect((await newestProject(page)).tabs.map(({ title }) => title)).toEqual(['Countries', 'Diary']);
  expect(await key.ids('Diary')).toBeUndefined();
  expect(await key.ids('Journal')).toBeUndefined();
  expect(complaints).toEqual([]);
});
