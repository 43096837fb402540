import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { states } from '../../src/app/states/states';

const root = join(__dirname, '../..');
const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
const pictures = join(root, 'test-results/states');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const fileIn = (folder: string, path: string) => {
  try {
    return readFileSync(join(folder, path));
  } catch {
    return undefined;
  }
};

/** Serves a folder; what is no file of it is the app's page, and nothing answers under /api. */
const serve = (folder: string) =>
  createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const isFile = extname(path) !== '';
    const body = path.startsWith('/api') ? undefined : fileIn(folder, isFile ? path : 'index.html');
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': types[isFile ? extname(path) : '.html'] ?? '',
    });
    response.end(body);
  });

let folder: string;
let server: Server;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  rmSync(pictures, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'tabpoint-states-'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      webpack,
      '--config',
      'webpack.config.ts',
      '--mode',
      'development',
      '--devtool',
      'false',
      '--output-path',
      folder,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  server = serve(folder).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/__states`;
});

test.afterAll(() => {
  server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Pictures in both themes, wide and on a phone; axe once wide and light, once narrow and dark. */
async function inspect(page: Page, name: string) {
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      if ((width === 1280) !== (colorScheme === 'light')) continue;
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${name}, ${colorScheme}, ${width}: ${id} ${nodes[0]?.html}`);
      expect.soft(found).toEqual([]);
    }
}

async function look(browser: Browser, names: string[]) {
  const page = await (await browser.newContext()).newPage();
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const complaints: string[] = [];
    const onConsole = (message: { type(): string; text(): string }) =>
      message.type() === 'error' && complaints.push(message.text());
    const onThrown = (error: Error) => complaints.push(error.message);
    page.on('console', onConsole).on('pageerror', onThrown);
    await page.goto(`${address}/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page, name);
    page.off('console', onConsole).off('pageerror', onThrown);
    expect.soft(complaints, name).toEqual([]);
  }
  await page.context().close();
}

test('every state has its picture, nothing for axe, and no error in the console', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  const names = states.map(({ name }) => name);
  await expect(page.getByRole('listitem')).toHaveText(names);
  await page.context().close();
  expect(new Set(names).size).toBe(names.length);
  const waiting = [...names];
  await Promise.all([look(browser, waiting), look(browser, waiting)]);
  const taken = readdirSync(pictures);
  const wanted = names.flatMap((name) =>
    ['light-1280', 'dark-1280', 'light-390', 'dark-390'].map((kind) => `${name}-${kind}.png`),
  );
  expect(wanted.filter((picture) => !taken.includes(picture))).toEqual([]);
});

test('no byte of it is in what ships', () => {
  const built = join(root, 'dist/app/assets');
  const scripts = readdirSync(built).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  const texts = scripts.map((file) => readFileSync(join(built, file), 'utf8'));
  for (const text of texts) expect(text).not.toMatch(/__states|project-data-error|req_7f2c91/);
  const maps = readdirSync(built).filter((file) => file.endsWith('.js.map'));
  for (const file of maps) expect(readFileSync(join(built, file), 'utf8')).not.toContain('app/states/');
});
