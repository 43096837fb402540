import { apiPaths, authPaths } from '../../src/contract/paths';
import { type LocalSite, startLocalSite } from './localSite';
import { addProject } from './projects';
import { expect, signUp, test } from './test';

let other: LocalSite;

/** A page on another port of the product's host: browsers treat it as the same site, and send cookies. */
test.beforeAll(async ({ product }) => {
  other = await startLocalSite(
    (_request, response) =>
      void response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
    new URL(product.url).hostname,
  );
});
test.afterAll(() => other.close());

test('a page of another site changes nothing, whatever it sends with the person’s cookies', async ({
  page,
  context,
  product,
}) => {
  await signUp(page);
  const { id, sheetId } = await addProject(page);
  const get = async (path: string) => (await context.request.get(path)).text();
  const list = () => get(apiPaths.projects);
  const before = await list();
  const drive = await get(apiPaths.driveSpreadsheets);

  await page.goto(other.origin);
  const calls = [
    { path: apiPaths.project(id), method: 'DELETE' },
    { path: apiPaths.projectUpdate(id), method: 'PUT' },
    { path: apiPaths.projectsSync, method: 'POST' },
    { path: apiPaths.driveSpreadsheet(sheetId), method: 'DELETE' },
    { path: authPaths.signOut, method: 'POST' },
  ];
  for (const { path, method } of calls) {
    const outcome = await page.evaluate(
      ([url, verb]) =>
        fetch(url, { method: verb, credentials: 'include', body: '{"access":"public"}' }).then(
          ({ status }) => status,
          () => 'blocked',
        ),
      [product.url + path, method] as const,
    );
    expect(['blocked', 403], `${method} ${path}`).toContain(outcome);
  }
  await page.evaluate((url) => {
    const form = new FormData();
    form.append('file', new File(['Name\nx'], 'smuggled.csv', { type: 'text/csv' }));
    return fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: form }).then(
      () => undefined,
      () => undefined,
    );
  }, product.url + apiPaths.driveSpreadsheets);
  for (const path of [apiPaths.projectsSync, authPaths.signOut, apiPaths.driveSpreadsheets]) {
    await page.goto(other.origin);
    const answered = page.waitForResponse((response) => response.url() === product.url + path);
    await page.evaluate((url) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = url;
      document.body.append(form);
      form.submit();
    }, product.url + path);
    expect((await answered).status(), path).toBeGreaterThanOrEqual(400);
    await page.waitForURL(product.url + path);
  }

  expect(await list()).toBe(before);
  expect(await get(apiPaths.driveSpreadsheets)).toBe(drive);
});

test('no other page may show the product in a frame', async ({ page, product }) => {
  await page.goto(other.origin);
  const blocked = page.waitForEvent('console', (message) => /frame/i.test(message.text()));
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, product.url);
  expect((await blocked).text()).toMatch(/frame-ancestors|X-Frame-Options/i);
});
