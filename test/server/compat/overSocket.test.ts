import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Writable, writable } from '../endpoints/write/writing';

/* Over real connections: long responses, which are translated as a stream, and paths that no HTTP client would send. */
const ROWS = 60_000;

let long: Writable;
let url: string;
const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  const lines = Array.from({ length: ROWS }, (_, n) => `${n},"line\u2028${n} of many, so that it is long"`);
  long = await writable(test, { name: 'Long.csv', bytes: ['Number,Text', ...lines, ''].join('\n') });
  await long.update({ access: 'public' });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/compat/opensheet/${long.project.id}/1`;
});

it('returns every row, whatever its contents', async () => {
  const rows = (await (await fetch(url)).json()) as { readonly Number: string; readonly Text: string }[];
  expect(rows).toHaveLength(ROWS);
  expect(rows.at(-1)).toEqual({ Number: String(ROWS - 1), Text: `line\u2028${ROWS - 1} of many, so that it is long` });
});

it('stops reading when the client has disconnected', async () => {
  const { overload } = test.app;
  const during = await new Promise<number>((resolve, reject) => {
    const sent = request(`${url}?raw=true`, (answer) => {
      answer.once('data', () => {
        resolve(overload.requests);
        sent.destroy();
      });
    });
    sent.once('error', reject).end();
  });
  expect(during).toBe(1);
  for (let left = 500; left > 0 && overload.requests > 0; left -= 1) await sleep(20);
  expect(overload.requests).toBe(0);
});

it.each([
  '/opensheet/../healthz',
  '/opensheet/%2e%2e/healthz',
  '/json-server/..%2f/healthz',
  '/stein/v1/storages/./..',
])('finds nothing at %s', async (path) => {
  const { hostname, port } = new URL(url);
  const status = await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: `/compat${path}` }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject).end();
  });
  expect(status).toBe(404);
});
