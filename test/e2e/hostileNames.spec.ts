import type { Page } from '@playwright/test';
import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { madeWorkbook } from '../fixtures/driveFiles';
import { all, expectNoHarm, expectNoHarmAt, kinds, names, watchDialogs } from './harm';
import { createProject, newestProject, openProject } from './projects';
import { expect, newPerson, signUp, test } from './test';

/** Titles of tabs as spreadsheets accept them, in a file that contains them. */
const tabTitles = all.map((name, at) => `${at} ${name}`);

/** Each tab has a column for each name, and in each column a cell for each. */
const workbook = madeWorkbook(
  tabTitles.map((title, sheetId) => ({
    title,
    sheetId: sheetId + 1,
    cells: [[...all], ...all.map((_, row) => all.map((__, column) => all[(row + column) % all.length] ?? ''))],
  })),
);

/** A request of the page itself, with its cookies and from its origin. */
const callAs = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([how, where, text]) => {
      const answer = await fetch(where, { method: how, headers: { 'content-type': 'application/json' }, body: text });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
    },
    [method, path, body && JSON.stringify(body)] as const,
  );

/** Every kind of name in one title, up to its maximum length. */
const title = `${names.markup} ${names.script} ${names.emoji} ${names.arabic} ${'W'.repeat(150)}`.slice(0, 300);

async function makeProject(page: Page): Promise<Project> {
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles({
    name: `${names.markup}.xlsx`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(workbook.bytes),
  });
  await expect(page.getByText("We've got it!")).toBeVisible();
  await expectNoHarm(page, 'the preview');
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');
  const { id } = await newestProject(page);
  await callAs(page, 'PUT', apiPaths.projectUpdate(id), { title });
  for (const kind of kinds) {
    const name = names[kind].slice(0, 100);
    await callAs(page, 'POST', apiPaths.projectKeys(id), { name, kind: 'secret', scopes: ['read'] });
  }
  await callAs(page, 'POST', apiPaths.projectSyncNow(id));
  return newestProject(page);
}

const LONG = { tag: '@long' };

test('hostile names stay text where a project is created, listed and read', async ({ page, complaints }) => {
  const opened = watchDialogs(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page, { ...newPerson(), name: `${names.markup} ${names.emoji}` });
  const { id, tabs } = await makeProject(page);
  await expectNoHarmAt(page, '/', title, 'projects');
  await expectNoHarmAt(page, '/spreadsheets', title, 'spreadsheets');
  const name = tabs.find((tab) => tab.title.includes(names.markup))?.title ?? '';
  await expectNoHarmAt(page, `/projects/${id}/${encodeURIComponent(name)}`, name, 'data');
  await page.getByRole('radio', { name: 'JSON' }).click();
  await expect(page.getByRole('region', { name: 'as JSON' })).toContainText('\\u2069\\u202egnp.exe": ');
  await expectNoHarm(page, 'JSON');
  expect(opened).toEqual([]);
  expect(complaints).toEqual([]);
});

test('hostile names stay text on every screen', LONG, async ({ page, complaints }) => {
  const opened = watchDialogs(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page, { ...newPerson(), name: `${names.markup} ${names.emoji}` });
  const project = await makeProject(page);
  const { id, sheetId } = project;
  const at = (tab: number, view = '') =>
    `/projects/${id}/${encodeURIComponent(project.tabs[tab]?.title ?? '')}${view && `?view=${view}`}`;

  await test.step('the list and its search', async () => {
    await expectNoHarmAt(page, '/', title, 'projects');
    await page.getByRole('searchbox').fill('<img');
    await expectNoHarm(page, 'projects, searched');
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Delete project' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoHarm(page, 'the question about deleting');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search endpoints/ }).fill('img');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await expectNoHarm(page, 'the command menu');
  });

  await test.step('every tab of the project, and the document title', async () => {
    for (const [index, { title: name }] of project.tabs.entries()) {
      await expectNoHarmAt(page, at(index), name, `data of ${name.slice(0, 20)}`);
      expect(await page.title()).toBe(`${title}, ${name} · Tabpoint`.trim().replace(/\s+/g, ' '));
    }
  });

  await test.step('rows: as JSON, beside the grid, filtered, copied', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expectNoHarm(page, 'the filter');
    await page.getByLabel('Column', { exact: true }).selectOption(names.turned);
    await page.getByLabel('Value').fill(names.turned);
    await page.getByLabel('Value').press('Enter');
    await expectNoHarm(page, 'a filter that is set');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectNoHarm(page, 'the columns');
    await page.keyboard.press('Escape');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Row' })).toBeVisible();
    await expectNoHarm(page, 'the row');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'JSON' }).click();
    await expect(page.getByRole('region', { name: 'as JSON' })).toContainText('\\u2069\\u202egnp.exe": ');
    await expectNoHarm(page, 'JSON');
  });

  await test.step('the views of the project', async () => {
    await expectNoHarmAt(page, at(4, 'api'), 'curl', 'API');
    for (const language of ['JavaScript', 'TypeScript', 'Python', 'PHP', 'Go']) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await expectNoHarm(page, `API, ${language}`);
    }
    await expectNoHarmAt(page, at(2, 'api&call=add'), 'Add a row', 'API, add');
    await expectNoHarmAt(page, at(4, 'access'), names.script, 'access');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('radio', { name: 'Secret' }).click();
    await page.getByRole('button', { name: /^Hidden columns/ }).click();
    await expectNoHarm(page, 'a new key');
    // The columns first, then the dialog.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await expectNoHarm(page, 'the question about a key');
    await page.keyboard.press('Escape');
    await expectNoHarmAt(page, at(4, 'sync'), 'Version 1', 'sync');
    await page.getByRole('table').getByRole('button').first().click();
    await expectNoHarm(page, 'sync, a line of the history');
    await expectNoHarmAt(page, at(4, 'settings'), title, 'settings');
    await page.getByRole('list', { name: 'Sheets' }).getByRole('button').nth(2).click();
    await expect(page.getByRole('combobox', { name: 'Key column' })).toBeVisible();
    await expectNoHarm(page, 'settings of a sheet');
  });

  await test.step('the sheet of the drive, tab by tab, and the account', async () => {
    await expectNoHarmAt(page, `/spreadsheets/d/${sheetId}`, names.emoji, 'the sheet');
    await page.getByRole('gridcell').nth(4).dblclick();
    await expectNoHarm(page, 'a cell that is edited');
    await page.keyboard.press('Escape');
    await page.goto('/account');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/<img/);
    await expectNoHarm(page, 'account');
  });

  await test.step('the guides with the person’s own endpoint, and the search of the guides and templates', async () => {
    await expectNoHarmAt(page, '/learn/read', `/v1/${id}/`, 'a guide');
    for (const language of ['JavaScript', 'TypeScript', 'Python', 'PHP', 'Go', 'curl']) {
      await page.getByRole('tab', { name: language, exact: true }).first().click();
      await expectNoHarm(page, `a guide, ${language}`);
    }
    for (const [place, thing] of [
      ['/learn', 'guide'],
      ['/templates', 'template'],
    ] as const) {
      await expectNoHarmAt(page, place, thing === 'guide' ? 'Learn Tabpoint' : 'Contact form', place);
      for (const kind of kinds) {
        await page.getByRole('searchbox').fill(names[kind]);
        await expect(page.getByText(`No ${thing} matches`).first()).toBeAttached();
        await expectNoHarm(page, `${place}, searched for ${kind}`);
      }
    }
  });

  await test.step('the usage of the endpoints', async () => {
    await callAs(page, 'PUT', apiPaths.projectUpdate(id), { access: 'public' });
    for (const { url } of project.tabs) await callAs(page, 'GET', url);
    await expectNoHarmAt(page, '/usage', title, 'usage');
    await page.getByRole('radio', { name: 'By tab' }).press('Space');
    await expectNoHarm(page, 'usage by tab');
    await page.getByRole('slider').hover();
    await expectNoHarm(page, 'a day by tab');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expectNoHarm(page, 'usage by tab as a table');
  });

  await test.step('toasts', async () => {
    await page.goto(at(4, 'settings'));
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('textbox', { name: /to confirm/ }).fill(title);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'deleted' })).toContainText('<img src=x');
    await expectNoHarm(page, 'a toast');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('is back')).toBeVisible();
    await expectNoHarm(page, 'a toast about what is back');
  });
  expect(opened).toEqual([]);
  expect(complaints).toEqual([]);
});

test('in rows, only web addresses are links', async ({ page }) => {
  await signUp(page);
  const links = [
    'https://good.example/a',
    'http://good.example/b',
    'mailto:mara@good.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://good.example/x',
    '//evil.example',
    'https://good.example@evil.example/',
    'https:evil.example',
  ];
  const { bytes } = madeWorkbook([
    { title: 'links', cells: [['name', 'link'], ...links.map((link, at) => [at, link])] },
  ]);
  await createProject(page, { name: 'links.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await openProject(page, 'links');
  await expect(page.getByText('14 rows, 2 columns')).toBeVisible();
  const hrefs = await page
    .getByRole('grid')
    .getByRole('link')
    .evaluateAll((elements) => elements.map((element) => (element as HTMLAnchorElement).protocol));
  expect(hrefs.length).toBeGreaterThan(1);
  expect(hrefs.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
  for (const link of await page.getByRole('grid').getByRole('link').all()) {
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});
