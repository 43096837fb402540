import type { Page } from '@playwright/test';
import { addProject, openProject, TEAS } from './projects';
import { expect, signUp, testAlone as test } from './test';

/** A window of 1280 by 800 at 200 % zoom. */
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

/** Content wider than the window, and controls that cannot be scrolled to. */
const lostContent = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector('dialog[open]') ?? document;
    const lost: string[] = [];
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) lost.push(`scrolls sideways by ${excess}`);
    for (const part of place.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, select:enabled')) {
      const style = getComputedStyle(part);
      // Elements for the keyboard only are one pixel wide, or above the window, until they are focused.
      if (
        !part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        style.clipPath !== 'none' ||
        (style.position === 'fixed' && style.translate !== 'none')
      )
        continue;
      part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = part.getBoundingClientRect();
      if (right - left < 2) continue;
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isThere =
        found !== null && (part.contains(found) || found.contains(part) || found.closest('label')?.contains(part));
      if (!isThere) lost.push(`${part.outerHTML.slice(0, 140)} under ${found?.outerHTML.slice(0, 80)}`);
    }
    const box = document.querySelector('dialog[open]')?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > window.innerHeight)) lost.push('the dialog is higher than the window');
    window.scrollTo(0, 0);
    return lost;
  });

/** The text spacing that WCAG 1.4.12 requires pages to support. */
const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    );
    document.adoptedStyleSheets = [sheet];
  });

async function expectNothingLost(page: Page, what: string) {
  expect.soft(await lostContent(page), what).toEqual([]);
  await spaceText(page);
  expect.soft(await lostContent(page), `${what}, text spaced out`).toEqual([]);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
}

async function ready(page: Page, place: string) {
  await page.goto(place);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('at 200 % zoom nothing is lost on the login page and in rows, also with text spacing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ready(page, '/login');
  await expectNothingLost(page, '/login');
  await signUp(page);
  const { id } = await addProject(page, TEAS);
  await ready(page, `/projects/${id}/teas`);
  await expectNothingLost(page, 'rows');
});

test('at 200 % zoom nothing is lost on any screen, also with text spacing', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const place of ['/login', '/signup']) {
    await ready(page, place);
    await expectNothingLost(page, place);
  }
  await signUp(page);
  const { id, sheetId } = await addProject(page, TEAS);
  const at = (view: string) => `/projects/${id}/teas?view=${view}`;
  const places = ['/', '/projects/new', at('data'), at('api'), at('access'), at('sync'), at('settings')];
  const others = [
    `/spreadsheets/d/${sheetId}`,
    '/account',
    '/templates',
    '/usage',
    '/upgrade',
    '/learn',
    '/no-such-page',
  ];
  for (const place of [...places, ...others]) {
    await ready(page, place);
    await expectNothingLost(page, place);
  }

  await ready(page, at('access'));
  await page.getByRole('button', { name: 'New key' }).click();
  await expectNothingLost(page, 'a new key');
  await page.keyboard.press('Escape');
  await ready(page, at('settings'));
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expectNothingLost(page, 'the question about deleting');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectNothingLost(page, 'the command menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNothingLost(page, 'the list of keys');
});

declare global {
  interface Window {
    moved: string[];
  }
}

/** Records motion frame by frame. An element that only appears later is no motion. */
const watchMotion = (page: Page) =>
  page.addInitScript(() => {
    window.moved = [];
    const aboutTime = ['offset', 'computedOffset', 'easing', 'composite'];
    const look = () => {
      for (const animation of document.getAnimations()) {
        const effect = animation.effect as KeyframeEffect;
        const { duration } = effect.getComputedTiming();
        const changed = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        const moves = changed.some((what) => what !== 'visibility' && !aboutTime.includes(what));
        if (animation.playState === 'running' && Number(duration) > 0 && moves)
          window.moved.push(effect.target?.outerHTML.slice(0, 100) ?? '');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Walks through the most animated screens: a preview, a new row, another tab, a copied URL, a dialog, a toast, a sync. */
async function walk(page: Page) {
  await signUp(page);
  await page.goto('/projects/new');
  await page.locator('input[type=file]').setInputFiles(TEAS);
  await expect(page.getByText("We've got it!")).toBeVisible();
  const moved = [...(await page.evaluate(() => window.moved))];
  await page.getByRole('button', { name: 'Create project with this sheet' }).click();
  await openProject(page, 'teas');
  await expect(page.getByRole('gridcell', { name: 'Assam', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  return [...moved, ...(await page.evaluate(() => window.moved))];
}

test('nothing moves with reduced motion', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watchMotion(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect([...new Set(await walk(page))]).toEqual([]);
  await context.clearCookies();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await walk(page), 'movement is seen').not.toEqual([]);
});

test('with system colours (forced colours) active, selected, checked and on are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signUp(page);
  const { id, sheetId } = await addProject(page, TEAS);
  const styleOf = (one: string) =>
    page
      .locator(one)
      .first()
      .evaluate((element) => {
        const { outlineStyle, backgroundColor } = getComputedStyle(element);
        return { outlineStyle, backgroundColor };
      });
  const backgroundColor = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'SelectedItem';
    return getComputedStyle(probe).backgroundColor;
  });
  for (const place of [`/projects/${id}/teas`, `/spreadsheets/d/${sheetId}`]) {
    await page.goto(place);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Shift+ArrowDown');
    expect.soft(await styleOf('[role=gridcell][data-active]'), place).toMatchObject({ outlineStyle: 'solid' });
    expect.soft(await styleOf('[role=gridcell][data-marked]'), place).toMatchObject({ backgroundColor });
  }
  await page.goto(`/projects/${id}/teas?view=access`);
  expect.soft(await styleOf('[role=radio][aria-checked=true]')).toMatchObject({ backgroundColor });
  await page.goto(`/projects/${id}/teas?view=settings`);
  expect.soft(await styleOf('[role=switch][aria-checked=true]')).toMatchObject({ backgroundColor });
});
