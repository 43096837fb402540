import { statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { chromium } from './scripts/chromium.mjs';

const { executablePath, env } = await chromium();

const GIGABYTE = 1024 ** 3;

/** Whether processes can share much by memory alone: containers often have 64 MB, and other systems no such folder. */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= GIGABYTE;
  } catch {
    return false;
  }
}

/**
 * The browser suite: the built product in real Chromium. Each test file starts a server of its own. With `TRACE=1` what fails
 * leaves a trace, which makes the rest slower.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // The pictures of the gallery of states, by `npm run test:pictures -- --update-snapshots` where a screen is to look otherwise.
  snapshotPathTemplate: 'test/gallery/pictures/{arg}{ext}',
  workers: 2,
  retries: 0,
  // A busy machine is slow, not wrong: only what never comes is to be given up.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      args: ['--no-sandbox'],
      // What Chromium's processes share stands in files otherwise, at 4 % of the suite's processor time.
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
