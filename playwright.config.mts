import { statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { chromium } from './scripts/chromium.mjs';

const { executablePath, env } = await chromium();

const GIGABYTE = 1024 ** 3;

/** Returns whether there is enough shared memory: containers often have 64 MB, and other systems have no such folder. */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= GIGABYTE;
  } catch {
    return false;
  }
}

/**
 * Browser tests of the built product in Chromium. Each test file starts its own server. With `TRACE=1`, failing tests leave a trace, and all
 * tests are slower.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // Screenshots of the gallery of states. Update them with `npm run test:pictures -- --update-snapshots` after a change of a screen.
  snapshotPathTemplate: 'test/gallery/pictures/{arg}{ext}',
  workers: 2,
  retries: 0,
  // Long, so that tests do not fail on a busy machine; it only ends tests that hang.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      args: ['--no-sandbox'],
      // With shared memory, Chromium does not use temporary files, which saves 4 % of the suite's processor time.
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
      env: { ...process.env, ...env },
    },
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'product', testIgnore: '**/states.spec.ts', grepInvert: /@long/ },
    // `npm run test:long -- browser`
    { name: 'long', testIgnore: '**/states.spec.ts', grep: /@long/ },
    // `npm run test:pictures`
    { name: 'pictures', testMatch: '**/states.spec.ts' },
  ],
});
