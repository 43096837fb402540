import { expect, type Page } from '@playwright/test';

const RLO = '\u202e';
const PDI = '\u2069';

/** Names that people give by mistake or to do harm. */
export const names = {
  emoji: '👩‍🚀 🏳️‍🌈 ☕️ 🇵🇹',
  arabic: 'قهوة عربية',
  turned: `invoice${PDI}${RLO}gnp.exe`,
  long: `${'W'.repeat(280)} the end of it`,
  markup: '<img src=x onerror="window.harmed=1"><b data-harm>bold</b><script>window.harmed=1</script>',
  script: 'javascript:window.harmed=1',
  data: 'data:text/html,<script>window.harmed=1</script>',
  template: '{{constructor.constructor("window.harmed=1")()}} ${window.harmed=1} %3Cimg%3E',
} as const;
export type Kind = keyof typeof names;

export const kinds = Object.keys(names) as Kind[];
export const all = Object.values(names);

declare global {
  interface Window {
    harmed?: number;
  }
}

/** Harm that names have done to the page. */
const harmIn = (page: Page) =>
  page.evaluate((given) => {
    const schemes = ['http:', 'https:', 'mailto:'];
    const harm: string[] = [];
    if (window.harmed !== undefined) harm.push('a script has run');
    if (document.querySelector('[data-harm], img[src="x"], #app script')) harm.push('markup became elements');
    for (const element of document.querySelectorAll('[href], [src], [action], [formaction]'))
      for (const name of ['href', 'src', 'action', 'formaction']) {
        const value = element.getAttribute(name);
        if (value !== null && !schemes.includes(new URL(value, location.href).protocol)) harm.push(`${name}=${value}`);
      }
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) harm.push(`scrolls sideways by ${excess}`);

    /** Whether two adjacent letters are displayed in reverse order. */
    const isTurned = (node: Text, at: number) => {
      const [first, second] = [at, at + 1].map((start) => {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + 1);
        return range.getBoundingClientRect();
      }) as [DOMRect, DOMRect];
      return first.width > 0 && first.top === second.top && second.left < first.left;
    };
    /** The page's own letters, without the names. */
    const oursIn = (text: string) => {
      const without = given.reduce(
        (rest, name) => rest.replaceAll(name, (found) => '\u0000'.repeat(found.length)),
        text,
      );
      return [...without.matchAll(/[A-Za-z]{2}/g)].map(({ index }) => index);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const text = node;
      if (oursIn(text.data).some((at) => isTurned(text, at))) harm.push(`turned: ${text.data.slice(0, 400)}`);
    }
    return harm;
  }, shownNames);

/** The names as they may be displayed: as given, as titles are stored, and parts of either. */
const shownNames = [...all, ...all.map((name) => name.replaceAll(RLO, '').replaceAll(PDI, ''))]
  .flatMap((name) => [name, name.slice(0, 100), encodeURIComponent(name)])
  .toSorted((one, other) => other.length - one.length);

const sizes = [
  [1280, 800],
  [360, 800],
] as const;

/** Expects no harm by the names on a page, on a desktop and on a small phone. */
export async function expectNoHarm(page: Page, what: string) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect.soft(await harmIn(page), `${what}, ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Opens a page, waits until it shows the name, and runs {@link expectNoHarm}. */
export async function expectNoHarmAt(page: Page, place: string, said: string, what: string) {
  await page.goto(place);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(said).first(), what).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoHarm(page, what);
}

/** Fails on any dialog that names open. */
export function watchDialogs(page: Page) {
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('page', (other) => opened.push(`a window: ${other.url()}`));
  return opened;
}
