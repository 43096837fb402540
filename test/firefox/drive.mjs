import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { screenChecks } from './screens.mjs';
import { logIn, steps } from './wholeWay.mjs';

/* Drives Firefox (`FIREFOX`) through the product at `ORIGIN`, and counts passed and failed checks. */

const { FIREFOX, ORIGIN } = process.env;
const pictures = join(fileURLToPath(new URL('.', import.meta.url)), '../../test-results/firefox');
mkdirSync(pictures, { recursive: true });
const counts = { passed: 0, failed: 0 };

async function check(name, work) {
  try {
    await work();
    counts.passed += 1;
    console.log(`✓ ${name}`);
    return true;
  } catch (error) {
    counts.failed += 1;
    console.log(`✗ ${name}\n${error.stack}`);
    return false;
  }
}

/** Opens Firefox with a theme, and records its console. */
async function open(theme) {
  const extraPrefsFirefox = { 'ui.systemUsesDarkTheme': theme === 'dark' ? 1 : 0 };
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, extraPrefsFirefox });
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.setViewport({ width: 1280, height: 800 });
  return { browser, page, complaints };
}

/** Each step starts where the last one ended, so it stops after the first failure. */
async function goWholeWay(page) {
  for (const [name, step] of Object.entries(steps)) {
    if (!(await check(name, () => step(page, ORIGIN)))) {
      await page.screenshot({ path: join(pictures, 'failed.png') });
      return false;
    }
  }
  return true;
}

for (const theme of ['light', 'dark']) {
  const { browser, page, complaints } = await open(theme);
  console.log(await browser.version());
  if (theme === 'dark') await logIn(page, ORIGIN);
  else if (!(await goWholeWay(page))) process.exit(1);
  for (const [name, look] of await screenChecks(page, ORIGIN, theme, pictures)) await check(name, look);
  await check(`nothing in the console, ${theme}`, () => assert.deepEqual(complaints, []));
  await browser.close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
