import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { limits } from '../../../src/contract/limits';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { multipartOf } from '../../fixtures/driveFiles';
import { until } from '../../fixtures/eventually';
import { heldBytes } from '../../fixtures/heldMemory';

let origin: string;
const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());
beforeAll(async () => {
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});

const MEGABYTE = Buffer.alloc(1024 * 1024);

/** Start and end of a multipart body, between which a test sends any number of bytes. */
function envelope() {
  const { headers, payload } = multipartOf({ name: 'zeros.csv', bytes: '' });
  const at = payload.indexOf('\r\n\r\n') + 4;
  return { headers, head: payload.subarray(0, at), end: payload.subarray(at) };
}

function open(headers: Record<string, string | number>) {
  const sent = request(origin + apiPaths.driveSpreadsheets, {
    method: 'POST',
    headers: { cookie: who.cookie, origin, ...headers },
  });
  const answer = new Promise<{ status?: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response: IncomingMessage) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
  return { sent, answer };
}

/** Sends zeros, up to a number of megabytes, until the server responds. */
async function sendZeros(sent: ClientRequest, answered: Promise<unknown>, most: number) {
  let isAnswered = false;
  void answered.finally(() => (isAnswered = true));
  for (let poured = 0; poured < most && !isAnswered; poured += 1) {
    if (!sent.write(MEGABYTE)) await Promise.race([once(sent, 'drain'), answered]);
  }
}

const files = () => readdir(join(test.settings.dataDir, 'uploads'));

describe('a file larger than 100 MB', () => {
  const refused = { status: 413, code: 'too_large', detail: 'This file is larger than 100 MB.' };

  it('is refused by its Content-Length, before it is sent', async () => {
    const { headers } = envelope();
    const { sent, answer } = open({ ...headers, 'content-length': limits.uploadBytes + 1024 * 1024 });
    sent.flushHeaders();
    const { status, body } = await answer;
    sent.destroy();
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject(refused);
  });

  it('is refused to a client that reads the response after sending everything', async () => {
    const form = new FormData();
    form.append('file', new Blob(Array.from({ length: 101 }, () => MEGABYTE)), 'zeros.csv');
    const headers = { cookie: who.cookie, origin };
    const response = await fetch(origin + apiPaths.driveSpreadsheets, { method: 'POST', headers, body: form });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject(refused);
  });

  it('is refused as soon as it exceeds the limit, without being held in memory', async () => {
    jest.replaceProperty(limits, 'uploadBytes', 40 * MEGABYTE.length);
    const { headers, head } = envelope();
    const { sent, answer } = open({ ...headers, 'transfer-encoding': 'chunked' });
    const checked = answer.then(({ status, body }) => {
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ ...refused, detail: 'This file is larger than 40 MB.' });
    });
    const before = await heldBytes();
    sent.write(head);
    await sendZeros(sent, checked, 38);
    expect((await heldBytes()) - before).toBeLessThan(19 * MEGABYTE.length);
    await sendZeros(sent, checked, 1024);
    await checked;
    sent.destroy();
    await until(async () => (await files()).length === 0);
  });
});

describe('an interrupted upload', () => {
  it('leaves nothing behind while it is sent', async () => {
    const { headers, head } = envelope();
    const { sent, answer } = open({ ...headers, 'transfer-encoding': 'chunked' });
    const broken = expect(answer).rejects.toThrow();
    sent.write(head);
    sent.write(MEGABYTE);
    await until(async () => (await files()).length === 1);
    sent.destroy();
    await broken;
    await until(async () => (await files()).length === 0);
    expect(await test.db.selectFrom('blobs').select('id').execute()).toEqual([]);
  });

  it('leaves nothing behind while it is parsed', async () => {
    const { headers, head, end } = envelope();
    const { sent, answer } = open({ ...headers, 'transfer-encoding': 'chunked' });
    const broken = expect(answer).rejects.toThrow();
    sent.write(head);
    sent.write('name,price\n');
    for (let n = 0; n < 8; n += 1) sent.write('a tea with a long name,12.5\n'.repeat(40_000));
    sent.end(end);
    await once(sent, 'finish');
    await until(async () => (await files()).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.destroy();
    await broken;
    await until(async () => (await files()).length === 0);
    expect(await test.db.selectFrom('drive_spreadsheets').select('id').execute()).toEqual([]);
    expect(await test.db.selectFrom('blobs').select('id').execute()).toEqual([]);
  });
});
