import { inspectEverywhere } from './inspect';
import { addProject } from './projects';
import { expect, signUp, test } from './test';

test('the guides: the link to them, the search, an article with the person’s own endpoint, and a missing guide', async ({
  page,
  complaints,
}) => {
  await signUp(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Learn Tabpoint' })).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('tea leaves');
  await expect(page.getByText('No guide matches “tea leaves”.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('searchbox').fill('idempotency');
  await page.getByRole('link', { name: /^Write rows, Two at the same time/ }).click();
  await expect(page).toHaveURL('/learn/write#two-at-the-same-time');
  const named = page.getByRole('heading', { name: 'Two at the same time' });
  await expect(named).toBeFocused();
  const header = await page.getByRole('banner').boundingBox();
  expect((await named.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link', { name: 'Two at the same time' })).toHaveAttribute('aria-current', 'true');
  await contents.getByRole('link', { name: 'Change a row' }).click();
  await expect(contents.getByRole('link', { name: 'Change a row' })).toHaveAttribute('aria-current', 'true');
  await inspectEverywhere(page, 'learn, an article');

  await addProject(page);
  await page.goto('/learn/read');
  const snippet = page.getByRole('tabpanel').first();
  const own = new URL(page.url()).origin;
  await page.getByRole('tab', { name: 'curl' }).first().click();
  await expect(snippet).toContainText(`curl '${own}/v1/`);
  const address = /'(http[^']*)'/.exec((await snippet.textContent()) ?? '')?.[1] ?? '';
  expect(await page.evaluate(async (url) => (await fetch(url)).status, address)).toBe(401);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'curl', selected: true }).first()).toBeVisible();
  expect(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const moved = new PerformanceObserver((list) => resolve(list.getEntries().length));
          moved.observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => resolve(0));
        }),
    ),
  ).toBe(0);

  await page.getByRole('link', { name: 'Column types' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Column types' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search endpoints, actions and guides' }).fill('move from stein');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/learn/stein');
  await expect(page.getByRole('heading', { level: 1, name: 'Stein' })).toBeVisible();
  await page.goto('/learn/tea');
  await page.getByRole('link', { name: 'Read the guides' }).click();
  await expect(page).toHaveURL('/learn');
  expect(complaints.filter((line) => !line.includes('status of 401'))).toEqual([]);
});
