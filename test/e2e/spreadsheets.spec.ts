import { expect, test } from './test';
import { inspectEverywhere } from './inspect';
import { createFromFile } from './projects';

test('spreadsheets of the drive are listed, deleted, put back, and removed for good', async ({ page }) => {
});
