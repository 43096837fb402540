import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test, type Browser, type Page, type Route } from '@playwright/test';
import { states } from '../gallery/states';
import { judgedByAxe } from './inspect';

/** The test opens so many pages that recording a trace would take as long again. */
test.use({ trace: 'off' });

const root = join(__dirname, '../..');
const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');

/** URL and time of the pictures, which are visible in some of them. */
const ADDRESS = 'http://localhost';
const NOW = new Date('2026-11-25T12:00:00Z');

/** Selectors of varying content, by state; it is covered in the pictures. */
const masks: Readonly<Record<string, string>> = {
  'project-api-sending': 'dt:text-is("Time") + dd',
  // Positions in the built files.
  'page-stopped': 'pre',
};

/** Maximum difference of a pixel (0 to 1, as in pixelmatch): some 6 of 255, as Chromium's rounded corners vary between runs. */
const COMPARISON = { threshold: 0.03, maxDiffPixels: 0 };

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

/** Serves a folder; the gallery's page for any other path, and nothing under /api. */
const answerFrom = (folder: string) => (route: Route) => {
  const { pathname } = new URL(route.request().url());
  const isFile = extname(pathname) !== '';
  const body = pathname.startsWith('/api') ? undefined : fileIn(folder, isFile ? pathname : '__states/index.html');
  const contentType = types[isFile ? extname(pathname) : '.html'] ?? '';
  return route.fulfill(body === undefined ? { status: 404 } : { contentType, body });
};

let folder: string;

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
});

test.afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The variants of each state: contrast is checked once for each theme, size once for each width. */
const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;
type Look = (typeof looks)[number];

/** Opens a state without reloading the page, and waits until all of it is rendered. */
const show = (page: Page, name: string) =>
  page.evaluate(async (next) => {
    const late = performance.now() + 60_000;
    history.pushState(null, '', `/__states/${next}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    while (document.documentElement.dataset.shown !== next) {
      if (performance.now() > late) throw new Error(`${next} is not shown`);
      await new Promise(requestAnimationFrame);
    }
    // Skeletons appear after a delay, which is no motion.
    const still = ['visibility', 'offset', 'computedOffset', 'easing', 'composite'];
    const isDelay = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getKeyframes().every((frame) => Object.keys(frame).every((property) => still.includes(property)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isDelay)
        .map(({ finished }) => finished),
    );
    window.scrollTo(0, 0);
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running').length;
    return { excess, moving };
  }, name);

/** Compares a state with its picture in `test/gallery/pictures`, and returns all problems. */
async function inspect(page: Page, name: string, { theme, width }: Look): Promise<string[]> {
  const { excess, moving } = await show(page, name);
  const violations = await judgedByAxe(page);
  const mask = masks[name] === undefined ? [] : [page.locator(masks[name])];
  const picture = await page.screenshot({ fullPage: true, mask, animations: 'disabled' });
  expect.soft(picture).toMatchSnapshot(`${name}-${theme}-${width}.png`, COMPARISON);
  return [
    ...(excess > 0 ? [`scrolls sideways by ${excess}`] : []),
    ...(moving > 0 ? ['moves, though less movement is wanted'] : []),
    ...violations.map(({ id, html }) => `${id} ${html}`),
  ];
}

/** The expected console message of a page that cannot be rendered. */
const isMeant = (name: string, text: string) => name === 'page-stopped' && text.includes('Invalid time value');

/** One page for all states of a variant. */
async function lookAt(browser: Browser, names: readonly string[], look: Look) {
  const { theme, width } = look;
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
  let complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.clock.setFixedTime(NOW);
  await page.route('**', answerFrom(folder));
  await page.goto(`${ADDRESS}/__states`);
  await expect(page.getByRole('listitem')).toHaveText([...names]);
  for (const name of names) {
    complaints = [];
    const found = await inspect(page, name, look).catch((error: Error) => [error.message]);
    const wrong = [...found, ...complaints.filter((text) => !isMeant(name, text))];
    expect.soft(wrong, `${name}, ${theme}, ${width}`).toEqual([]);
  }
  await page.context().close();
}

test('every state matches its picture, has no axe violations, no motion, and no error in the console', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  const names = states.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  await Promise.all(looks.map((look) => lookAt(browser, names, look)));
});

test('every picture belongs to a state', () => {
  const wanted = states.flatMap(({ name }) => looks.map(({ theme, width }) => `${name}-${theme}-${width}.png`));
  expect(readdirSync(join(root, 'test/gallery/pictures')).sort()).toEqual(wanted.sort());
});
