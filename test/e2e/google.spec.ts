import { TEA_TABS } from '../fixtures/google/googleWorld';
import { testWithGoogle, urlOf } from './googleProduct';
import { inspectEverywhere } from './inspect';
import { newestProject, openProject } from './projects';
import { expect, signUp } from './test';

const test = testWithGoogle();

test('pasting the URL of a sheet shared by link creates a project', async ({ page, google, complaints }) => {
  const { id } = google.world.add('Tea house', TEA_TABS);
  await signUp(page);
  await page.goto('/projects/new');
  const input = page.getByRole('textbox', { name: /Google Sheet/ });
  await input.fill(urlOf(id));

  await expect(page.getByText("We've got it!")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tea house' })).toBeVisible();
  await expect(page.getByText('Google Sheets, link-shared, 5 rows')).toBeVisible();
  await expect(page.getByText('Read only: a sheet that is shared by link cannot be written to.')).toBeVisible();
  await inspectEverywhere(page, 'a link-shared sheet that was checked');
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL('/');

  const project = await newestProject(page);
  const stranger = await page.context().browser()?.newContext();
  const answer = await stranger?.request.get(project.tabs[0]?.url ?? '');
  expect(((await answer?.json()) as { data: unknown[] } | undefined)?.data).toHaveLength(3);
  await stranger?.close();

  await openProject(page, 'Tea house');
  await expect(page.getByRole('gridcell', { name: 'Darjeeling' })).toBeVisible();
  google.world.edit(id, ({ tabs: [teas] }) => void teas?.cells.push(['Matcha', 20, true, null, '02001']));
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(page.getByRole('gridcell', { name: 'Matcha' })).toBeVisible();

  google.world.share(id, 'private');
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  await expect(page.getByText('This spreadsheet is private.').first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Matcha' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Tea house/ })).toContainText('Needs access');
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
});

test('a private sheet and an unresponsive Google are explained by the server', async ({ page, google }) => {
  const { id } = google.world.add('Secret teas', TEA_TABS, { sharing: 'private' });
  await signUp(page);
  await page.goto('/projects/new');
  const input = page.getByRole('textbox', { name: /Google Sheet/ });
  await input.fill(urlOf(id));
  const line = page.getByText('This spreadsheet is private. Share it with anyone who has the link, then try again.');
  await expect(line).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to give access' })).toBeVisible();

  google.faults.always('hang');
  await input.fill(urlOf(google.world.add('Slow teas', TEA_TABS).id));
  await expect(page.getByText('Google did not answer in time. Try again in a moment.')).toBeVisible({
    // The server's timeout must come first: the browser would show another message after ten seconds.
    timeout: 20_000,
  });
  google.faults.clear();
  google.world.share(id, 'link');
  await input.fill(urlOf(id));
  await expect(page.getByRole('heading', { name: 'Secret teas' })).toBeVisible();
});
