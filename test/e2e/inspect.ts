import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Axe's result for a page: violations with the first element of each, and the number of rules without violations. */
interface Judgement {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  readonly passes: readonly unknown[];
}

declare global {
  interface Window {
    /** Exists once {@link loadAxe} has loaded it. */
    axe: {
      source: string;
      run(within: Document, options: { resultTypes: string[]; runOnly?: string[] }): Promise<Judgement>;
    };
  }
}

/** Axe's source, once its builder has loaded it. */
let source: string | undefined;

/** Loads axe into the document, once. Its builder runs axe by one rule for this, which takes longer than its source alone. */
async function loadAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  if (source === undefined) {
    await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze();
    source = await page.evaluate(() => window.axe.source);
  } else await page.evaluate(source);
}

/**
 * Returns axe's violations. Only these leave the page, as transferring axe's whole result takes as long as computing it.
 *
 * @param rules ids of axe's rules; all by default
 */
export async function judgedByAxe(page: Page, rules?: readonly string[]) {
  await loadAxe(page);
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

/** Expects that the page does not scroll sideways at its current width. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(excess, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Expects no violations and no sideways scrolling. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectNoViolations(page, name);
  await expectNoSidewaysScroll(page, name);
}

/** Checks contrast, the only rule of axe that depends on the theme: {@link inspect} has checked the others. */
export async function inspectDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${name}, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * {@link inspect} once, and no sideways scrolling on a phone. The gallery (`npm run test:pictures`) checks each state in both
 * themes and widths.
 */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await inspect(page, name);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page, `${name}, 390 px`);
  await page.setViewportSize({ width: 1280, height: 800 });
}
