import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Problem } from '../../src/contract/problems';
import { apiPaths } from '../../src/contract/paths';
import { callerOf, type Caller } from '../fixtures/caller';
import * as hostile from '../fixtures/hostileFiles';
import { startProduct, stopProduct, type Product } from '../fixtures/product';
import { expect, test, worldReference } from './test';

const MEGABYTE = 1024 ** 2;
const MAX_MEMORY = 600 * MEGABYTE;

const truncated = () => {
  const whole = readFileSync(worldReference);
  return whole.subarray(0, whole.length / 2);
};

/** Files of attackers, and of people who make mistakes. */
const files: Record<string, { name: string; bytes: () => Uint8Array }> = {
  'a zip bomb': { name: 'bomb.xlsx', bytes: hostile.zipBomb },
  'a directory that lies': { name: 'lies.xlsx', bytes: () => hostile.lyingDirectory(10) },
  'entities that expand': { name: 'laughs.xlsx', bytes: hostile.entityExpansion },
  'a file of the server, asked for': { name: 'entity.ods', bytes: hostile.externalEntity },
  '20,000 columns': { name: 'wide.xlsx', bytes: () => hostile.manyColumns(20_000) },
  'a renamed program': { name: 'setup.xlsx', bytes: () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096, 7)]) },
  'a renamed program, as csv': {
    name: 'setup.csv',
    bytes: () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096)]),
  },
  'an empty file': { name: 'empty.xlsx', bytes: () => Buffer.alloc(0) },
  'an empty table': { name: 'empty.csv', bytes: () => Buffer.alloc(0) },
  'a truncated zip': { name: 'half.xlsx', bytes: truncated },
  'cells at both ends of a sheet': { name: 'far.xlsx', bytes: hostile.farCell },
  'half a terabyte of text': { name: 'again.ods', bytes: hostile.repeatedText },
  'zeros that are not a table': { name: 'zeros.csv', bytes: () => Buffer.alloc(50 * MEGABYTE) },
};

/** Samples the server's memory and sends requests as another person until it is stopped. */
function watch(product: Product, other: Caller) {
  let most = 0;
  let answered = 0;
  let going = true;
  const done = (async () => {
    while (going) {
      most = Math.max(most, product.memory());
      const answer = await other.call(apiPaths.projects);
      if (answer.status !== 200) throw new Error(`somebody else got ${answer.status}`);
      answered += 1;
    }
  })();
  return async () => {
    going = false;
    await done;
    return { most, answered };
  };
}

/** Sends a gigabyte of zeros as one file as fast as possible, and returns the response. */
function sendGigabyte(product: Product, cookie: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const boundary = 'zeros';
    const call = request(product.url + apiPaths.driveSpreadsheets, {
      method: 'POST',
      headers: { ...cookie, origin: product.url, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
      call.destroy();
    });
    call.on('error', reject);
    call.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="zeros.csv"\r\nContent-Type: text/csv\r\n\r\n`,
    );
    const piece = Buffer.alloc(MEGABYTE);
    let sent = 0;
    const more = () => {
      while (sent < 1024 && !call.destroyed) {
        sent += 1;
        if (!call.write(piece)) return call.once('drain', more);
      }
      return call.end(`\r\n--${boundary}--\r\n`);
    };
    more();
  });
}

test(
  'hostile files get a clear response, and the server keeps responding to others in little memory',
  { tag: '@long' },
  async () => {
    const product = await startProduct();
    const person = await callerOf(product.url);
    const stop = watch(product, await callerOf(product.url));
    for (const [what, { name, bytes }] of Object.entries(files)) {
      const answer = await person.upload({ name, bytes: bytes() });
      const problem = (await answer.json()) as Problem;
      expect(answer.status, what).toBeGreaterThanOrEqual(400);
      expect(answer.status, what).toBeLessThan(500);
      expect(problem.detail, what).toMatch(/^[A-Z].{10,}\.$/s);
      expect(problem.requestId, what).not.toBe('');
    }
    expect(await sendGigabyte(product, { cookie: person.cookie })).toBe(413);
    const { most, answered } = await stop();
    expect(most).toBeLessThan(MAX_MEMORY);
    expect(answered).toBeGreaterThan(Object.keys(files).length);

    const sheet = await person.uploadSheet(worldReference);
    expect(sheet.tabs.map(({ title }) => title)).toEqual(['Countries', 'S&P 500', 'Notes']);
    await stopProduct(product);
  },
);
