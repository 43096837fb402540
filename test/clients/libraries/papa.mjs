import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../../../scripts/chromium.mjs';

const script = readFileSync(createRequire(import.meta.url).resolve('papaparse/papaparse.min.js'));

/**
 * Downloads a CSV with Papa Parse, in a page of another site in a real browser.
 *
 * @param chunkSize bytes of each `Range`
 * @returns the rows, and the chunks in which they arrived
 */
export async function readByPapa(url, chunkSize) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/papa.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<script src="/papa.js"></script>');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(
      ([address, size]) =>
        new Promise((resolve, reject) => {
          const rows = [];
          let chunks = 0;
          globalThis.Papa.parse(address, {
            download: true,
            header: true,
            skipEmptyLines: true,
            chunkSize: size,
            chunk: ({ data }) => {
              rows.push(...data);
              chunks += 1;
            },
            complete: () => resolve({ rows, chunks }),
            error: reject,
          });
        }),
      [url, chunkSize],
    );
  } finally {
    await browser.close();
    server.close();
  }
}
