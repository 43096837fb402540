import type { Locator, Page } from '@playwright/test';
import { apiPaths, authPaths } from '../../src/contract/paths';
import { createProject, csvFile, openProject } from './projects';
import { expect, newPerson, signUp, test, testAlone } from './test';

/** The box of an element on the screen; a loading element may still be replaced by another with the same name. */
const boxOf = async (part: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect(async () => expect((box = await part.boundingBox())).not.toBeNull()).toPass();
  const { x, y, width, height } = box ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  return { x, y, width, height, right: x + width, bottom: y + height };
};

const styleOf = (part: Locator, name: 'color' | 'fontWeight' | 'fontSize') =>
  part.evaluate((element, property) => getComputedStyle(element)[property], name);

/** A heavier weight is bold; the typeface has every weight. */
const SEMIBOLD = 600;

const weights = async (page: Page, words: readonly string[]) => {
  const nav = page.getByRole('navigation', { name: 'Main' });
  const all = words.map((name) => styleOf(nav.getByRole('link', { name, exact: true }), 'fontWeight'));
  return (await Promise.all(all)).map(Number);
};

/** The centre of an element, in whole pixels. */
const middleOf = async (part: Locator) => {
  const { x, y, right, bottom } = await boxOf(part);
  return [Math.round((x + right) / 2), Math.round((y + bottom) / 2)];
};

test('the header is 60 px high, the content 1140 px wide, the email at its right end', async ({ page }) => {
  const { email } = await signUp(page);
  await page.goto('/');
  await page.setViewportSize({ width: 1600, height: 800 });
  const header = await boxOf(page.getByRole('banner'));
  expect([header.y, header.height, header.width]).toEqual([0, 60, 1600]);
  const wordmark = await boxOf(page.getByRole('banner').getByRole('link', { name: /^Tabpoint/ }));
  const account = await boxOf(page.getByRole('button', { name: email }));
  expect([wordmark.x, account.right]).toEqual([230, 1370]);
  const title = await boxOf(page.getByRole('main').getByRole('heading', { level: 1 }));
  const copyright = await boxOf(page.getByText('© 2025 Tabpoint'));
  expect([title.x, copyright.x]).toEqual([230, 230]);
});

test('the wordmark has two tones', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  const mark = page.getByRole('banner').getByRole('link', { name: /^Tabpoint/ });
  await expect(mark).toHaveText('Tabpoint');
  const second = mark.getByText('point', { exact: true });
  expect(await styleOf(second, 'color')).not.toBe(await styleOf(mark, 'color'));
});

test('on a phone no word breaks beside a long email address or a long title', async ({ page }) => {
  const title = `stock ${'of every warehouse '.repeat(5)}`.trim();
  await page.setViewportSize({ width: 360, height: 800 });
  const person = newPerson();
  await signUp(page, { ...person, email: `mara.halden.the.second.${person.email}` });
  await createProject(page, csvFile(title, 'n,name', '1,Assam'));
  await openProject(page, title);
  const heights = [
    await boxOf(page.getByRole('banner').getByRole('link', { name: /^Tabpoint/ })),
    await boxOf(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' })),
  ].map(({ height }) => height);
  expect(Math.max(...heights)).toBeLessThan(40);
});

test('the current page is in bold, the others are not', async ({ page }) => {
  await signUp(page);
  const words = ['Projects', 'Upgrade', 'Usage'];
  const boldWords = async () => {
    const shown = await weights(page, words);
    return words.filter((_word, index) => (shown[index] ?? 0) > SEMIBOLD);
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await boldWords()).toEqual(['Projects']);
  for (const [link, place, bold] of [
    ['New project', '/projects/new', 'Projects'],
    ['Upgrade', '/upgrade', 'Upgrade'],
    ['Usage', '/usage', 'Usage'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page).toHaveURL(place);
    await expect.poll(boldWords).toEqual([bold]);
  }
});

test('"Loading..." is in the middle of the screen, before the app has loaded and while the session loads', async ({
  page,
}) => {
  const never = () => new Promise<void>(() => undefined);
  const loading = page.getByText('Loading...', { exact: true });
  await page.route('**/assets/app.*.js', never);
  await page.goto('/usage', { waitUntil: 'commit' });
  await expect.poll(() => middleOf(loading)).toEqual([640, 400]);
  await expect(page).toHaveTitle('Tabpoint');

  await page.unrouteAll();
  await page.route(`**${authPaths.getSession}`, never);
  await page.goto('/usage');
  await expect(page).toHaveTitle('Loading · Tabpoint');
  expect(await middleOf(loading)).toEqual([640, 400]);
});

declare global {
  interface Window {
    /** How the first skeleton of a project was displayed, frame by frame. */
    seen: string[];
  }
}

testAlone(
  'also with reduced motion, the skeleton of a list appears after a moment and does not move',
  async ({ page }) => {
    await signUp(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route(`**${apiPaths.projects}`, () => new Promise<void>(() => undefined));
    await page.addInitScript(() => {
      window.seen = [];
      const look = () => {
        const standIn = document.querySelector('main tbody[aria-hidden] span');
        const visibility = standIn && getComputedStyle(standIn).visibility;
        if (visibility && window.seen.at(-1) !== visibility) window.seen.push(visibility);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/');
    await expect(page.locator('main tbody[aria-hidden] span').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.seen)).toEqual(['hidden', 'visible']);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  },
);

test('the input of the create-project screen is large, its error is below it', async ({ page }) => {
  await signUp(page);
  await page.goto('/projects/new');
  const input = page.getByPlaceholder('Paste a Google Sheet URL');
  await input.fill('coffee');
  const typed = await boxOf(input);
  expect(typed.height).toBeGreaterThanOrEqual(50);
  expect(parseFloat(await styleOf(input, 'fontSize'))).toBeGreaterThan(15);
  const error = await boxOf(page.getByText('Please enter a valid Google Sheets URL', { exact: true }));
  expect(error.y).toBeGreaterThanOrEqual(typed.bottom);
  expect(error.y - typed.bottom).toBeLessThan(30);
});
