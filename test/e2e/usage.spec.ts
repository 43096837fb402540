import { startProduct, stopProduct, type Product } from '../fixtures/product';
import { inspectEverywhere } from './inspect';
import { addProject, createProject, csvFile } from './projects';
import { expect, signUp, test, testAlone } from './test';

const sheet = (name: string) => csvFile(name, 'name,price', 'Assam,4', 'Sencha,9');

/** The same, against a product with plans. */
const withPlans = test.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ TRUST_PROXY: 'true', PLANS: 'tiered' });
      await use(product);
      await stopProduct(product);
    },
    { scope: 'worker' },
  ],
});

withPlans('what was called is shown day by day, as a table, and by endpoint', async ({ page, product, complaints }) => {
  await signUp(page);
  await page.goto('/usage');
  await expect(page.getByText('No requests yet. Copy an endpoint and call it.')).toBeVisible();
  const { id } = await createProject(page, sheet('teas'));
  const headers = { origin: product.url };
  await page.request.put(`/api/projects/${id}/update`, { headers, data: { access: 'public' } });
  for (let call = 0; call < 5; call += 1) await page.request.get(`/v1/${id}/teas?_limit=${call % 2}`);
  await page.request.get(`/v1/${id}/teas?nonsense=1`);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  const chart = page.getByRole('slider', { name: 'Requests per day for 30 days, stacked by status' });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /2xx 5, 4xx 1, 5xx 0$/);
  await chart.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /2xx 0, 4xx 0, 5xx 0$/);
  await expect(page.getByText('83.3%')).toBeVisible();
  await expect(page.getByRole('meter', { name: /^Requests, / })).toHaveAttribute('aria-valuetext', '6 of 10,000');
  await chart.blur();
  const day = page.getByText(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]+$/);
  await expect(day).toBeHidden();
  await chart.hover();
  await expect(day).toBeVisible();
  await inspectEverywhere(page, 'usage');

  await page.getByRole('radio', { name: 'By status' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Show as table' }).press('Enter');
  const lastRow = page.getByRole('region', { name: 'Requests per day as a table' }).getByRole('row').last();
  await expect(lastRow.getByRole('cell')).toHaveText(['6', '6']);
  await page.getByRole('button', { name: /^teas \/teas/ }).press('Enter');
  await page.getByRole('radio', { name: '30 days' }).press('ArrowLeft');
  await expect(page.getByRole('row')).toHaveCount(8);
  await inspectEverywhere(page, 'usage of one endpoint as a table');
  await page.getByRole('button', { name: /show all$/ }).press('Enter');
  await page.getByRole('combobox', { name: 'Project' }).selectOption('teas');
  await expect(page.getByText(/^teas, .* to /)).toBeVisible();

  await page.route('**/api/usage?*', (route) => route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }));
  await page.getByRole('radio', { name: '7 days' }).press('ArrowRight');
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
  await page.unroute('**/api/usage?*');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(31);
  expect(complaints.filter((line) => !line.includes('500'))).toEqual([]);
});

declare global {
  interface Window {
    grown: number;
  }
}

testAlone('bars grow once, when they are first visible, and not with reduced motion', async ({ page, product }) => {
  await page.addInitScript(() => {
    window.grown = 0;
    window.addEventListener('animationstart', ({ target }) => {
      if ((target as Element).closest('[role=slider] svg')) window.grown += 1;
    });
  });
  await signUp(page);
  const { id } = await createProject(page, sheet('teas'));
  await page.request.put(`/api/projects/${id}/update`, {
    headers: { origin: product.url },
    data: { access: 'public' },
  });
  await page.request.get(`/v1/${id}/teas`);
  const grown = () => page.evaluate(() => window.grown);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const chart = page.getByRole('slider', { name: /^Requests per day/ });

  await page.goto('/usage');
  await expect(chart).toHaveAttribute('aria-valuetext', /2xx/);
  await expect.poll(grown).toBe(30);
  await nav.getByRole('link', { name: 'Projects' }).click();
  await nav.getByRole('link', { name: 'Usage' }).click();
  await expect(chart).toBeVisible();
  await page.getByRole('radio', { name: '7 days' }).press('Space');
  await expect(page.getByRole('slider', { name: /for 7 days/ })).toBeVisible();
  expect(await grown()).toBe(30);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/usage');
  await expect(chart).toBeVisible();
  await expect(chart.locator('svg path').first()).toBeVisible();
  expect(await grown()).toBe(0);
});

withPlans('a plan is chosen, counts at once, and one that is too small is refused', async ({ page, complaints }) => {
  await signUp(page);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upgrade' }).click();
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeVisible();
  await inspectEverywhere(page, 'plans');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).press('Enter');
  await expect(page.getByText('You are on Pro now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeFocused();
  for (const name of ['one', 'two', 'three', 'four']) await addProject(page, sheet(name));

  await page.goto('/upgrade');
  await page.getByRole('button', { name: 'Change to Free' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('You have 4 projects; Free has room for 3.');
  await inspectEverywhere(page, 'a plan that is too small');
  await page.setViewportSize({ width: 390, height: 800 });
  const table = page.getByRole('region', { name: 'Compare in detail' });
  const name = table.getByRole('rowheader', { name: 'Projects' });
  const before = (await name.boundingBox())?.x;
  await table.evaluate((element) => element.scrollBy(120, 0));
  expect((await name.boundingBox())?.x).toBe(before);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('meter', { name: 'Projects' })).toHaveAttribute('aria-valuetext', '4 of 25');
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([]);
});

test('a server without plans has none to choose', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Everything is included' })).toBeVisible();
  await expect(page.getByText('Limits on this server are set by its administrator.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('meter', { name: 'Drive' })).toHaveAttribute('aria-valuetext', '0 MB of 5 GB');
});
