import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    looksBefore: Map<Element, string>;
    lookOf: (element: Element) => string;
    storeLooks: () => void;
  }
}

/** Maximum number of tab stops before the target. */
const MAX_STOPS = 90;

/** Stores the styles of every focusable element and its ancestors. */
const storeLooks = (page: Page) =>
  page.evaluate(() => {
    window.lookOf = (element) => {
      const { outline, boxShadow, borderColor, backgroundColor, translate } = getComputedStyle(element);
      return [outline, boxShadow, borderColor, backgroundColor, translate].join();
    };
    window.storeLooks = () => {
      window.looksBefore = new Map();
      const stops = document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]');
      for (const stop of stops)
        for (let element: Element | null = stop, up = 0; element && up < 4; element = element.parentElement, up += 1)
          if (!window.looksBefore.has(element)) window.looksBefore.set(element, window.lookOf(element));
    };
    window.storeLooks();
  });

/**
 * Returns what is wrong with the focused element, nothing if its focus is visible, and whether it is the target. Stores the styles for the
 * next stop.
 */
const lookAtFocus = (target: Locator) =>
  target.evaluate((wanted) => {
    const focused = document.activeElement;
    const fault = () => {
      // After the last stop of a page or a dialog come the browser's own.
      if (focused === null || focused === document.body) return '';
      const what = focused.outerHTML.slice(0, 160);
      // A heading or the page itself is where reading starts, not a tab stop.
      if (focused.matches('h1, h2, main, [tabindex="-1"]')) return '';
      let differs = false;
      for (let element: Element | null = focused, up = 0; element && up < 4; element = element.parentElement, up += 1)
        differs ||= window.lookOf(element) !== window.looksBefore.get(element);
      if (!differs) return `it cannot be seen on ${what}`;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
      );
      const isFree = points.some(([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return (
          found !== null &&
          (focused.contains(found) || found.contains(focused) || found.closest('label')?.contains(focused))
        );
      });
      return isFree ? '' : `it is covered on ${what}`;
    };
    const seen = { fault: fault(), isThere: focused === wanted };
    window.storeLooks();
    return seen;
  });

/** Expects that any element has the focus. */
export const expectFocused = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'the focus is lost' })
    .not.toBe('BODY');

/** Tabs to the target with the Tab key alone; the focus must always be visible on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  await storeLooks(page);
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const { fault, isThere } = await lookAtFocus(target);
    if (fault !== '') expect.soft(fault).toBe('');
    if (isThere) return;
  }
  throw new Error(`The keyboard does not get to ${target.toString()}.`);
}

/** {@link tabTo}, then Enter. */
export async function tabAndEnter(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}
