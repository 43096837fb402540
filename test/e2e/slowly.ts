import { expect, type Page } from '@playwright/test';

/** A phone on 3G: 400 ms round trip, 1.6 Mbit/s down, 0.75 up. */
const slow = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Slows down every request of the page, by the protocol of the developer tools. */
export async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
}

declare global {
  interface Window {
    jumps: string[];
    said: string[];
  }
}

/** Records in every document layout shifts, and all headings and alerts of the frame after each change. */
const watchScreen = (page: Page) =>
  page.addInitScript(() => {
    window.jumps = [];
    window.said = [];
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
        if (!hadRecentInput) window.jumps.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join()}`);
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      for (const { textContent } of document.querySelectorAll('h1, h2, [role=alert], form button[type=submit]'))
        if (textContent && !window.said.includes(textContent)) window.said.push(textContent);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });

/** Texts that must not appear while content is loading: empty states, failures, and the login page. */
const WRONG =
  /Log in|Turn a spreadsheet|Nothing found|There is no sheet|No rows|did not load|stopped working|not be reached|No keys yet|Nothing yet|do not have access/;

type Role = Parameters<Page['getByRole']>[0];

/** Opens every page at a width, and expects no flash and no layout shift. */
export async function openWithoutFlash(page: Page, width: number, places: readonly (readonly [string, Role])[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
  await watchScreen(page);
  await slowDown(page);
  for (const [place, there] of places) {
    await page.goto(place);
    await expect(page.getByRole('main').getByRole(there).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const { jumps, said } = await page.evaluate(() => ({ jumps: window.jumps, said: window.said }));
    const what = `${place}, ${width} px`;
    expect.soft(jumps, `${what} jumps`).toEqual([]);
    expect
      .soft(
        said.filter((text) => WRONG.test(text)),
        `${what} flashes`,
      )
      .toEqual([]);
    expect(said.length, what).toBeGreaterThan(0);
  }
}
