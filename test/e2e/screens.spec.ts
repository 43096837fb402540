import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, inspect, inspectDark } from './inspect';
import { addProject, openProject } from './projects';
import { expect, signUp, testAlone as test } from './test';

const paths = ['/projects/new', '/templates', '/usage', '/upgrade', '/learn', '/account', '/no-such-page', '/'];

declare global {
  interface Window {
    shifted: number;
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const SMALL_PHONE = 360;

/** Narrows the window to a small phone for a moment and expects no sideways scrolling. The resulting shifts are not counted. */
async function narrow(page: Page, name: string) {
  await page.setViewportSize({ width: SMALL_PHONE, height: 800 });
  await expectNoSidewaysScroll(page, `${name}, ${SMALL_PHONE} px`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    window.shifted = 0;
  });
}

/** Checks for every screen: no sideways scrolling, no layout shift, and once, wide, axe, with contrast in both themes. */
async function inspectSettled(page: Page, name: string) {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const isWide = page.viewportSize()?.width === 1280;
  if (isWide) {
    await inspect(page, name);
    await inspectDark(page, name);
  } else await expectNoSidewaysScroll(page, name);
  expect.soft(await page.evaluate(() => window.shifted), `${name} shifts`).toBe(0);
  if (isWide) await narrow(page, name);
}

/** Phones of 390 px: `inspectEverywhere` in the screens' own specs, and `slowNetwork.spec.ts`. */
for (const width of [1280, SMALL_PHONE]) {
  const tag = width === SMALL_PHONE ? ['@long'] : [];
  test(`every screen, ${width} px`, { tag }, async ({ page, complaints }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await watchShifts(page);
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await inspectSettled(page, path);
    }
    await signUp(page);
    await page.goto('/');
    await inspectSettled(page, 'empty list');
    await addProject(page);
    for (const path of paths) {
      await page.goto(path);
      await inspectSettled(page, path);
    }
    await openProject(page, 'world-reference');
    await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();
    await inspectSettled(page, 'project, data');
    await page.getByRole('link', { name: 'Access' }).click();
    await inspectSettled(page, 'project, access');
    expect.soft(complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });
}

test('the built app contains nothing of the gallery of states', () => {
  const built = join(__dirname, '../../dist/app/assets');
  const scripts = readdirSync(built).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  const texts = scripts.map((file) => readFileSync(join(built, file), 'utf8'));
  for (const text of texts) expect(text).not.toMatch(/__states|project-data-error|req_7f2c91/);
  const maps = readdirSync(built).filter((file) => file.endsWith('.js.map'));
  for (const file of maps) expect(readFileSync(join(built, file), 'utf8')).not.toContain('test/gallery/');
});
