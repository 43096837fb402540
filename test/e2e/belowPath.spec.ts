import { request as ask, type RequestListener } from 'node:http';
import { freePort } from '../bench/servers/freePort';
import { type Product, startProduct, stopProduct } from '../fixtures/product';
import { type LocalSite, startLocalSite } from './localSite';
import { expect, fillSignUp, newPerson, testAlone as test, worldReference } from './test';

/*
 * A server at a path, behind a proxy that strips the path (`deploy/nginx-path.conf`). Another program on the same origin must
 * not receive any request for Tabpoint.
 */
const PATH = '/tabpoint';
let proxy: LocalSite;
let product: Product;
let base: string;
let strays: string[];

/** Forwards requests below the path; counts the others as the other program's. */
const forwardTo =
  (port: number): RequestListener =>
  (request, response) => {
    const { url = '/', method, headers } = request;
    if (!url.startsWith(`${PATH}/`)) {
      strays.push(`${method} ${url} ${headers.cookie ?? ''}`);
      return void response.writeHead(404).end('another program');
    }
    const asked = ask({ port, path: url.slice(PATH.length), method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.once('error', () => response.destroy());
    request.pipe(asked);
  };

test.beforeAll(async () => {
  const port = await freePort();
  proxy = await startLocalSite(forwardTo(port));
  base = `${proxy.origin}${PATH}`;
  product = await startProduct({ PUBLIC_URL: base, PORT: String(port) });
});
test.beforeEach(() => void (strays = []));
test.afterAll(async () => {
  await stopProduct(product);
  proxy.close();
});

test('below a path a stranger turns a workbook into an API, and no request leaves the path', async ({
  page,
  complaints,
}) => {
  await page.goto(`${base}/usage`);
  await expect(page).toHaveURL(`${base}/login?from=%2Fusage`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, newPerson());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${base}/usage`);
  const [cookie] = await page.context().cookies(base);
  expect(cookie).toMatchObject({ name: 'tabpoint.session_token', path: PATH });

  await page.goto(`${base}/projects/new`);
  await page.locator('input[type=file]').setInputFiles(worldReference);
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await expect(page).toHaveURL(new RegExp(`^${base}/?$`));
  await page.getByRole('link', { name: 'world-reference' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${base}/projects/[0-9a-z]+/Countries`));
  await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();
  await expect(page.getByText(`${base}/v1/`).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${base}/?$`));
  await page.goBack();
  await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check("1em 'Inter Variable'"))).toBe(true);
  expect(strays).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the public page of what is included loads its style and links back', async ({ page }) => {
  await page.goto(`${base}/login`);
  await page.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(`${base}/site/included.html`);
  await page.getByRole('link', { name: 'Tabpoint' }).click();
  await expect(page).toHaveURL(`${base}/login`);
  expect(strays).toEqual([]);
});
