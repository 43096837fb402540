import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test, type Browser, type Page, type Route } from '@playwright/test';
import { states } from '../gallery/states';
import { judgedByAxe } from './inspect';

/** So many pages are shown that a trace of them would take as long again. */
test.use({ trace: 'off' });

const root = join(__dirname, '../..');
const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');

/** Where and when the pictures are taken: both can be seen in some of them. */
const ADDRESS = 'http://localhost';
const NOW = new Date('2026-11-25T12:00:00Z');

/** What differs each time it is drawn or built, by state; it is covered in the pictures. */
const masks: Readonly<Record<string, string>> = {
  'project-api-sending': 'dt:text-is("Time") + dd',
  // Places in the built files.
  'page-stopped': 'pre',
};

/**
 * How far a pixel may differ (0 to 1, as in pixelmatch): by some 6 of 255, which Chromium's rounded corners do from one run to the
 * next. No more than that, and of no pixel.
 */
const EXACTLY = { threshold: 0.03, maxDiffPixels: 0 };

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

/** Answers from a folder; what is no file of it is the gallery's page, and nothing answers under /api. */
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

/** How each state is looked at: contrast and size are told once for each theme and each width. */
const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;
type Look = (typeof looks)[number];

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
    // Skeletons are shown after a while: that is no motion.
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

/** Compares a state with its picture in `test/gallery/pictures`, and says what else is wrong with it. */
async function inspect(page: Page, name: string, { theme, width }: Look): Promise<string[]> {
  const { excess, moving } = await show(page, name);
  const violations = await judgedByAxe(page);
  const mask = masks[name] === undefined ? [] : [page.locator(masks[name])];
  const picture = await page.screenshot({ fullPage: true, mask, animations: 'disabled' });
  expect.soft(picture).toMatchSnapshot(`${name}-${theme}-${width}.png`, EXACTLY);
  return [
    ...(excess > 0 ? [`scrolls sideways by ${excess}`] : []),
    ...(moving > 0 ? ['moves, though less movement is wanted'] : []),
    ...violations.map(({ id, html }) => `${id} ${html}`),
  ];
}

/** What a page that cannot be drawn says in the console. */
const isMeant = (name: string, text: string) => name === 'page-stopped' && text.includes('Invalid time value');

/** One page for all states of a look. */
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

test('every state looks as its picture, has nothing for axe, nothing that moves, and no error in the console', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  const names = states.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  await Promise.all(looks.map((look) => lookAt(browser, names, look)));
});

test('every picture is one of a state', () => {
  const wanted = states.flatMap(({ name }) => looks.map(({ theme, width }) => `${name}-${theme}-${width}.png`));
  expect(readdirSync(join(root, 'test/gallery/pictures')).sort()).toEqual(wanted.sort());
});
