import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What axe finds. It stays in the page while that is the same document, needs no other page to gather what it finds in
 * frames, as there are none, and does not list what is right.
 */
export async function judgedByAxe(page: Page) {
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder(isThere ? { page, axeSource: 'void 0;' } : { page });
  const { violations, passes } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(passes.length, 'axe has looked').toBeGreaterThan(0);
  return violations;
}

/** As it is: axe finds nothing, and the page does not scroll sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  const violations = await judgedByAxe(page);
  expect.soft(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(excess, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** {@link inspect} in both themes, wide and on a phone. */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await inspect(page, `${name}, ${colorScheme}, ${width} px`);
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
