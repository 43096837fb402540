import assert from 'node:assert/strict';
import { join } from 'node:path';

/* Checks of every screen in Firefox. */

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** The paths of screens by a name for their pictures. */
async function pathsOf(page) {
  const { projects, spreadsheets } = await page.evaluate(async () => ({
    ...(await (await fetch('/api/projects')).json()),
    ...(await (await fetch('/api/drive/spreadsheets')).json()),
  }));
  const project = `/projects/${projects[0].id}/Countries`;
  return {
    projects: '/',
    create: '/projects/new',
    spreadsheets: '/spreadsheets',
    data: project,
    access: `${project}?view=access`,
    api: `${project}?view=api`,
    sync: `${project}?view=sync`,
    settings: `${project}?view=settings`,
    drive: `/spreadsheets/d/${spreadsheets[0].id}`,
    templates: '/templates',
    usage: '/usage',
    upgrade: '/upgrade',
    learn: '/learn',
    account: '/account',
  };
}

/** Waits until nothing moves, so that the page can be measured and drawn. */
const waitUntilStill = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy=true]') === null &&
      document.fonts.status === 'loaded' &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );

/** Expects that the page has loaded, its header spans the width beside the scrollbar, and nothing scrolls sideways. */
async function measure(page) {
  const heading = await page.$eval('h1', (element) => element.textContent);
  assert.notEqual(heading, 'There is no sheet here');
  const { header, inside, content } = await page.evaluate(() => ({
    header: document.querySelector('header')?.getBoundingClientRect().width,
    inside: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }));
  assert.ok(content <= inside, `the page is ${content} px wide in ${inside} px`);
  assert.equal(header, inside);
}

/**
 * Returns the checks of every screen by name.
 *
 * @param theme part of the pictures' file names
 */
export async function screenChecks(page, origin, theme, pictures) {
  const look = async (name, path, size) => {
    await page.setViewport(size);
    await page.goto(`${origin}${path}`);
    await waitUntilStill(page);
    await page.screenshot({ path: join(pictures, `${name}-${size.width}-${theme}.png`) });
    await measure(page);
  };
  return Object.entries(await pathsOf(page)).flatMap(([name, path]) =>
    sizes.map((size) => [`${name}, ${size.width} px, ${theme}`, () => look(name, path, size)]),
  );
}
