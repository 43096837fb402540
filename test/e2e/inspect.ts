import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe says of a page: what is wrong, with the first element of each sort, and how many rules have found nothing. */
interface Judgement {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  readonly passes: readonly unknown[];
}

declare global {
  interface Window {
    /** There once {@link bringAxe} has brought it. */
    axe: { run(within: Document, options: { resultTypes: string[] }): Promise<Judgement> };
  }
}

/** Puts axe into a page, where it stays while that is the same document. Its builder does so before it judges by one rule. */
async function bringAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze();
}

/**
 * What axe finds, by all of its rules. Of its long answer, with every element that is right, only what is wrong leaves the page:
 * handing the rest over takes as long as judging.
 */
export async function judgedByAxe(page: Page) {
  await bringAxe(page);
  const { violations, passed } = await page.evaluate(async () => {
    const judged = await window.axe.run(document, { resultTypes: ['violations'] });
    const wrong = judged.violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }));
    return { violations: wrong, passed: judged.passes.length };
  });
  expect(passed, 'axe has looked').toBeGreaterThan(0);
  return violations;
}

/** As it is: axe finds nothing, and the page does not scroll sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  const violations = await judgedByAxe(page);
  expect.soft(violations.map(({ id, html }) => `${name}: ${id} ${html}`)).toEqual([]);
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
