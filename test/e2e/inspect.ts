import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** In both themes, wide and on a phone: axe finds nothing, and the page does not scroll sideways. */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${name}, ${colorScheme}, ${width}: ${id} ${nodes[0]?.html}`);
      expect.soft(found).toEqual([]);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(excess, `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
