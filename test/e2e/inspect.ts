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
    axe: {
      source: string;
      run(within: Document, options: { resultTypes: string[]; runOnly?: string[] }): Promise<Judgement>;
    };
  }
}

/** The text of axe, once its builder has brought it. */
let source: string | undefined;

/**
 * Puts axe into a page, where it stays while that is the same document. Its builder does so before it judges by one rule, which takes
 * longer than to run its text alone.
 */
async function bringAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  if (source === undefined) {
    await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze();
    source = await page.evaluate(() => window.axe.source);
  } else await page.evaluate(source);
}

/**
 * What axe finds. Of its long answer, with every element that is right, only what is wrong leaves the page:
 * handing the rest over takes as long as judging.
 *
 * @param rules ids of axe's rules, when not all of them are to be asked
 */
export async function judgedByAxe(page: Page, rules?: readonly string[]) {
  await bringAxe(page);
  const { violations, passed } = await page.evaluate(
    async (runOnly) => {
      const judged = await window.axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
      const wrong = judged.violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }));
      return { violations: wrong, passed: judged.passes.length };
    },
    rules && [...rules],
  );
  expect(passed, 'axe has looked').toBeGreaterThan(0);
  return violations;
}

async function expectNoViolations(page: Page, name: string, rules?: readonly string[]) {
  const violations = await judgedByAxe(page, rules);
  expect.soft(violations.map(({ id, html }) => `${name}: ${id} ${html}`)).toEqual([]);
}

/** The page does not scroll sideways, as wide as it is now. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(excess, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** As it is: axe finds nothing, and the page does not scroll sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectNoViolations(page, name);
  await expectNoSidewaysScroll(page, name);
}

/** Of axe's rules, contrast alone depends on the theme: {@link inspect} has asked the others. */
export async function inspectDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${name}, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * {@link inspect} once, and on a phone that nothing scrolls sideways. Both themes and widths of each state are judged by the gallery
 * (`npm run test:pictures`).
 */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await inspect(page, name);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page, `${name}, 390 px`);
  await page.setViewportSize({ width: 1280, height: 800 });
}
