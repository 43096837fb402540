import { once } from 'node:events';
import { connect } from 'node:net';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { makeKey } from '../keys/keyOf';
import { listening } from '../endpoints/overSocket/wire';

let port: number;
let tab: string;
/** Headers of a key with the scopes read and create. */
let key: string;
const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  port = await listening(server);
  const { id, tabs } = await createdProject(server, owner);
  tab = `/v1/${id}/${tabs[0]?.slug ?? ''}`;
  key = `Authorization: Bearer ${(await makeKey(server, owner, id, { scopes: ['read', 'create'] })).secret}`;
});

/** Sends bytes, and reads until the connection ends. */
async function answerTo(...lines: readonly string[]) {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

describe('a request without Host', () => {
  it.each([
    'GET {tab}',
    'GET {tab}/_schema',
    'POST {tab}',
    'GET /healthz',
    'GET /api/projects',
    'GET /',
    'GET /nowhere',
  ])('%s: gets problem details', async (request) => {
    const { status, headers, body } = await answerTo(`${request.replace('{tab}', tab)} HTTP/1.1`);
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({
      code: 'malformed_request',
      detail: expect.stringContaining('Host'),
      hint: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('is fine in HTTP versions without Host', async () => {
    expect((await answerTo('GET /healthz HTTP/1.0')).status).toBe(200);
    const { body } = await answerTo(`GET ${tab} HTTP/1.0`, key);
    expect(JSON.parse(body)).toMatchObject({ detail: 'This request has no Host header.', hint: expect.any(String) });
  });
});

describe('an unreadable address is answered with CORS headers', () => {
  it.each([
    ['an incomplete percent sign', '/100%', /percent sign/, undefined],
    ['an unencoded letter', '?City=São%20Paulo', /beyond ASCII/, /S%C3%A3o%20Paulo/],
    ['an unencoded space', '?City=Sao Paulo', /space/, /Percent-encode/],
    ['a longer address than fits into the head', `?_q=${'x'.repeat(17_000)}`, /too large/, /_query/],
  ])('%s', async (_what, rest, detail, hint) => {
    const answer = await answerTo(`GET ${tab}${rest} HTTP/1.1`, 'Host: data.example', 'Origin: https://pages.example');
    expect(answer).toMatchObject({ status: 400, headers: { 'access-control-allow-origin': '*' } });
    const problem = JSON.parse(answer.body) as { code: string; detail: string; hint?: string };
    expect(problem).toMatchObject({ code: 'malformed_request', detail: expect.stringMatching(detail) });
    if (hint !== undefined) expect(problem.hint).toMatch(hint);
  });
});

describe('a repeated header', () => {
  const HOST = 'Host: data.example';
  const twice = (request: string, ...lines: readonly string[]) =>
    answerTo(`${request.replace('{tab}', tab)} HTTP/1.1`, ...lines);

  it.each(['GET {tab}', 'GET /healthz', 'GET /api/projects', 'GET /'])('names no host: %s', async (request) => {
    for (const hosts of [[HOST, 'Host: evil.example'], ['Host: data.example, evil.example']]) {
      const { status, body } = await twice(request, ...hosts);
      expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'malformed_request' }]);
    }
  });

  it('is no key, even if the first one alone is valid', async () => {
    expect((await twice('GET {tab}', HOST, key)).status).toBe(200);
    for (const other of ['Authorization: Bearer tp_sk_other', key]) {
      expect((await twice('GET {tab}', HOST, key, other)).status).toBe(401);
    }
  });

  it('is no content type', async () => {
    const sent = [HOST, key, 'Content-Length: 0', 'Content-Type: application/json'];
    expect((await twice('POST {tab}', ...sent)).status).toBe(400);
    expect((await twice('POST {tab}', ...sent, 'Content-Type: text/csv')).status).toBe(415);
  });
});

it('an expectation that no server here meets gets problem details', async () => {
  const { status, headers, body } = await answerTo('GET /healthz HTTP/1.1', 'Host: data.example', 'Expect: other');
  expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
  expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request', detail: expect.stringContaining('Expect') });
});

it('no header is dropped, however many there are', async () => {
  const others = Array.from({ length: 2_100 }, () => 'a:');
  expect((await answerTo(`GET ${tab} HTTP/1.1`, 'Host: data.example', ...others, key)).status).toBe(200);
});

it('what follows a body that is longer than declared is answered after the request', async () => {
  const row = JSON.stringify({ name: 'Oolong' });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  const head = [`POST ${tab} HTTP/1.1`, 'Host: data.example', key, 'Content-Type: application/json'];
  socket.write(`${[...head, `Content-Length: ${row.length}`].join('\r\n')}\r\n\r\n${row}\n more\r\n\r\n`);
  await once(socket, 'close');
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['201', '400']);
});

it('an invalid body is answered at once', async () => {
  const sent = ['Host: data.example', key, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const { status, body } = await answerTo(`POST ${tab} HTTP/1.1`, ...sent, '', 'no length');
  expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'malformed_request' }]);
});

describe('unsupported methods', () => {
  const asked = async (method: string, path: string) => {
    const { status, headers, body } = await answerTo(`${method} ${path} HTTP/1.1`, 'Host: data.example');
    return { status, allow: headers.allow, code: (JSON.parse(body) as { code: string }).code };
  };
  const refused = (allow: string) => ({ status: 405, allow, code: 'method_not_allowed' });

  it.each(['PROPFIND', 'MKCOL', 'PURGE', 'TRACE', 'QUERY'])('%s is refused by name', async (method) => {
    const project = tab.slice(0, tab.lastIndexOf('/'));
    expect(await asked(method, project)).toEqual(refused('GET, HEAD, OPTIONS'));
    expect(await asked(method, tab)).toEqual(refused('GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'));
    expect(await asked(method, `${tab}/r_1?a=b`)).toEqual(refused('GET, HEAD, OPTIONS, PUT, PATCH, DELETE'));
    expect(await asked(method, `${tab}/_schema`)).toEqual(refused('GET, HEAD, OPTIONS'));
    expect(await asked(method, `${tab}/_query`)).toEqual(refused('OPTIONS, POST'));
    expect(await asked(method, '/healthz')).toMatchObject({ status: 405, allow: expect.stringContaining('GET') });
    expect((await asked(method, '/v1/a/b/c/d')).status).toBe(404);
  });

  it('an unknown one is refused too, and an invalid request gets problem details', async () => {
    const all = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
    for (const method of ['FROBNICATE', 'X-Y', 'get']) expect(await asked(method, tab)).toEqual(refused(all));
    const garbage = await answerTo('\u0016\u0003\u0001 not HTTP');
    expect([garbage.status, JSON.parse(garbage.body).code]).toEqual([400, 'malformed_request']);
  });

  it.each(['PROPFIND', 'PURGE', 'TRACE', 'QUERY'] as const)('%s is refused under /api too', async (method) => {
    const paths: [string, string][] = [
      [apiPaths.projects, 'GET, HEAD'],
      [apiPaths.projectUpdate('x'), 'PUT'],
      [apiPaths.driveSpreadsheets, 'GET, HEAD, POST'],
    ];
    for (const [path, allow] of paths) {
      const cookie = `cookie: ${String(owner.headers.cookie)}`;
      const origin = `origin: http://data.example`;
      const { status, headers } = await answerTo(`${method} ${path} HTTP/1.1`, 'Host: data.example', origin, cookie);
      expect([path, status, headers.allow]).toEqual([path, 405, allow]);
    }
  });
});

describe('slow clients', () => {
  const MINUTE = 60_000;

  it('headers time out after a minute, requests after a quarter of an hour, idle connections after little more than a minute', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server;
    expect(headersTimeout).toBeGreaterThan(0);
    expect(headersTimeout).toBeLessThanOrEqual(MINUTE);
    expect(requestTimeout).toBeGreaterThan(headersTimeout);
    expect(requestTimeout).toBeLessThanOrEqual(15 * MINUTE);
    expect(keepAliveTimeout).toBeGreaterThan(0);
    expect(keepAliveTimeout).toBeLessThanOrEqual(2 * MINUTE);
  });

  it('a timed-out connection gets 408 and is closed', async () => {
    const accepted = once(server.app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const closed = once(socket, 'close');
    const [peer] = await accepted;
    // Node emits this when the headers of a connection have timed out.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.app.server.emit('clientError', late, peer);
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });
});
