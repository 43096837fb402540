/**
 * The yardstick: `node:http` that sends preloaded bytes, and does nothing else.
 *
 * Run `node bareServer.js FOLDER`: serves the files `one`, `page` and `all` in it at `/one`, `/page` and `/all`, and at
 * `/any/PLACE` as many bytes of `all` as `page` has, from that place on (wrapping around at the end).
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const TAG = '"1"';
const folder = process.argv[2] ?? '.';

const answers = new Map(
  (['one', 'page', 'all'] as const).map((name) => {
    const body = readFileSync(join(folder, name));
    const type = name === 'all' ? 'application/x-ndjson' : 'application/json; charset=utf-8';
    return [`/${name}`, { body, headers: { 'content-type': type, 'content-length': body.length, etag: TAG } }];
  }),
);

const ANY = '/any/';

/** Bytes that were not sent recently: unlike a repeated body, they are not in the processor's cache. */
function anyBytes(url: string) {
  const [all, page] = [answers.get('/all'), answers.get('/page')];
  if (all === undefined || page === undefined || !url.startsWith(ANY)) return undefined;
  const { length } = page.body;
  const at = Number(url.slice(ANY.length)) % Math.max(1, all.body.length - length);
  return { body: all.body.subarray(at, at + length), headers: page.headers };
}

const server = createServer((request, response) => {
  const { url = '' } = request;
  const answer = answers.get(url) ?? anyBytes(url);
  if (answer === undefined) return void response.writeHead(404).end();
  if (request.headers['if-none-match'] === TAG) return void response.writeHead(304, { etag: TAG }).end();
  response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Listening on ${(server.address() as AddressInfo).port}.\n`));
