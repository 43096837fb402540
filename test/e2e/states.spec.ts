import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { states } from '../gallery/states';
import { judgedByAxe } from './inspect';

/** So many pages are shown that a trace of them would take as long again. */
test.use({ trace: 'off' });

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

/** Serves a folder; what is no file of it is the gallery's page, and nothing answers under /api. */
const serve = (folder: string) =>
  createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const isFile = extname(path) !== '';
    const body = path.startsWith('/api') ? undefined : fileIn(folder, isFile ? path : '__states/index.html');
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': types[isFile ? extname(path) : '.html'] ?? '',
    });
    response.end(body);
  });

let folder: string;
let server: Server;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(600_000);
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

const themes = ['light', 'dark'] as const;
const widths = [1280, 390] as const;
type Width = (typeof widths)[number];

type Theme = (typeof themes)[number];

/** Contrast and size are told once for each width and each theme: wide and light, narrow and dark. */
const isJudged = (width: Width, theme: Theme) => (width === 1280) === (theme === 'light');

/** What is judged has its picture; with `PICTURES=all` there is one of each theme in each width. */
const isPictured = (width: Width, theme: Theme) => process.env.PICTURES === 'all' || isJudged(width, theme);

/** Goes to a state without loading the page anew, and waits until all of it is there. */
const show = (page: Page, name: string) =>
  page.evaluate(async (next) => {
    const late = performance.now() + 60_000;
    history.pushState(null, '', `/__states/${next}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    while (document.documentElement.dataset.shown !== next) {
      if (performance.now() > late) throw new Error(`${next} is not shown`);
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo(0, 0);
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running').length;
    return { excess, moving };
  }, name);

/** Takes the pictures of a state, and says what is wrong with it. */
async function inspect(page: Page, name: string, width: Width): Promise<string[]> {
  const { excess, moving } = await show(page, name);
  const found = [
    ...(excess > 0 ? [`scrolls sideways by ${excess}`] : []),
    ...(moving > 0 ? ['moves, though less movement is wanted'] : []),
  ];
  for (const theme of themes.filter((each) => isPictured(width, each))) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const path = join(pictures, `${name}-${theme}-${width}.jpg`);
    await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 60 });
    if (!isJudged(width, theme)) continue;
    const violations = await judgedByAxe(page);
    found.push(...violations.map(({ id, html }) => `${theme}: ${id} ${html}`));
  }
  return found;
}

/** What a page that cannot be drawn says in the console. */
const isMeant = (name: string, text: string) => name === 'page-stopped' && text.includes('Invalid time value');

/** One page for all states of a width. */
async function look(browser: Browser, names: readonly string[], width: Width) {
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
  let complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(page.getByRole('listitem')).toHaveText([...names]);
  for (const name of names) {
    complaints = [];
    const found = await inspect(page, name, width).catch((error: Error) => [error.message]);
    const wrong = [...found, ...complaints.filter((text) => !isMeant(name, text))];
    expect.soft(wrong, `${name}, ${width}`).toEqual([]);
  }
  await page.context().close();
}

test('every state has its picture, nothing for axe, nothing that moves, and no error in the console', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  rmSync(pictures, { recursive: true, force: true });
  const names = states.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  await Promise.all(widths.map((width) => look(browser, names, width)));
  const taken = readdirSync(pictures);
  const looks = themes.flatMap((theme) =>
    widths.filter((width) => isPictured(width, theme)).map((width) => `${theme}-${width}.jpg`),
  );
  const wanted = names.flatMap((name) => looks.map((look) => `${name}-${look}`));
  expect(wanted.filter((picture) => !taken.includes(picture))).toEqual([]);
});
