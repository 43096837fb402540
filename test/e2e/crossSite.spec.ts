import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiPaths, authPaths } from '../../src/contract/paths';
import { addProject, fileAt } from './projects';
import { expect, signUp, test, worldReference } from './test';

let other: Server;
let otherSite: string;

/** A page on another port of the product's host: browsers treat it as the same site, and send cookies. */
test.beforeAll(async ({ product }) => {
  other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  await new Promise<void>((resolve) => other.listen(0, new URL(product.url).hostname, resolve));
  otherSite = `http://${new URL(product.url).hostname}:${(other.address() as AddressInfo).port}`;
});
test.afterAll(() => void other.close());

test('a page of another site changes nothing, whatever it sends with the person’s cookies', async ({
  page,
  context,
  product,
}) => {
  await signUp(page);
  await addProject(page, fileAt(worldReference));
  const get = async (path: string) => (await context.request.get(path)).text();
  const list = () => get(apiPaths.projects);
  const before = await list();
  const drive = await get(apiPaths.driveSpreadsheets);
  const { projects } = JSON.parse(before) as { projects: { id: string; sheetId: string }[] };
  const { id = '', sheetId = '' } = projects[0] ?? {};

  await page.goto(otherSite);
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
    await page.goto(otherSite);
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
  await page.goto(otherSite);
  const blocked = page.waitForEvent('console', (message) => /frame/i.test(message.text()));
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, product.url);
  expect((await blocked).text()).toMatch(/frame-ancestors|X-Frame-Options/i);
});
