import { defineConfig } from '@playwright/test';
import { chromium } from './scripts/chromium.mjs';

const { executablePath, env } = await chromium();

/** The browser suite: the built product in real Chromium. Each test file starts a server of its own. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      args: ['--no-sandbox'],
      env: { ...process.env, ...env },
    },
    trace: 'retain-on-failure',
  },
});
