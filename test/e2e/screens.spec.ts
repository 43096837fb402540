import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { createProject, expect, signUpOnScreen, test } from './test';

const paths = ['/', '/projects/new', '/templates', '/usage', '/upgrade', '/learn', '/account', '/no-such-page'];

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

const themes = ['light', 'dark'] as const;

/** What every screen must pass, in both themes: axe, no sideways scrolling, no layout shift. Its pictures are kept. */
async function inspectSettled(page: Page, name: string, picture: string) {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await inspect(page, `${name}, ${colorScheme}`);
    const path = `test-results/screens/${picture}-${colorScheme}-${page.viewportSize()?.width}.png`;
    await page.screenshot({ path, fullPage: true });
  }
  expect.soft(await page.evaluate(() => window.shifted), `${name} shifts`).toBe(0);
}

const fileName = (path: string) => (path === '/' ? 'projects' : path.slice(1).replaceAll('/', '-'));

for (const width of [1280, 390, 360]) {
  test(`every screen, ${width} px, light and dark`, async ({ page, complaints }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await watchShifts(page);
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await inspectSettled(page, path, path.slice(1));
    }
    await signUpOnScreen(page);
    await inspectSettled(page, 'empty list', 'projects-empty');
    await createProject(page);
    for (const path of paths) {
      await page.goto(path);
      await inspectSettled(page, path, fileName(path));
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'world-reference' }).first().click();
    await expect(page.getByRole('gridcell', { name: 'AFG', exact: true }).first()).toBeVisible();
    await inspectSettled(page, 'project, data', 'project-data');
    await page.getByRole('link', { name: 'Access' }).click();
    await inspectSettled(page, 'project, access', 'project-access');
    expect.soft(complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });
}
