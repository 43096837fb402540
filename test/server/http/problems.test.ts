import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import Type from 'typebox';
import { oneOf, textOrNull } from '../../../src/contract/schemaParts';
import { readBodies } from '../../../src/server/http/bodies';
import { fastifyOptionsOf, followSchemas } from '../../../src/server/http/fastifyOptions';
import { watchMethods } from '../../../src/server/http/unsupportedMethods';
import { handleProblems } from '../../../src/server/http/problems';
import { Refusal } from '../../../src/server/refusal';
import { readSettings } from '../../../src/server/settings';

const bodySchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 5 }),
    access: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('private')])),
    tabs: Type.Optional(
      Type.Array(Type.Object({ sheetId: Type.Integer() }, { additionalProperties: false }), { maxItems: 2 }),
    ),
    row: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    source: Type.Optional(oneOf(['drive', 'google'])),
    note: Type.Optional(textOrNull),
  },
  { additionalProperties: false },
);

const json = { 'content-type': 'application/json' };
const posted = (payload: string, type = 'application/json'): InjectOptions => ({
  method: 'POST',
  url: '/body',
  headers: { 'content-type': type },
  payload,
});

let app: FastifyInstance;
const logged: string[] = [];

beforeAll(async () => {
  const given = readSettings({ LOG_LEVEL: 'error' }, { appDir: '', version: '0' });
  const options = fastifyOptionsOf(given);
  const stream = { write: (line: string) => void logged.push(line) };
  app = Fastify({ ...options, logger: { level: 'error', stream } });
  handleProblems(app);
  followSchemas(app);
  readBodies(app);
  await app.register(async (scope) => {
    const typed = scope.withTypeProvider<TypeBoxTypeProvider>();
    const refuseOtherMethods = watchMethods(scope);
    typed.post('/body', { schema: { body: bodySchema } }, async ({ body }) => body);
    typed.post('/no-body', async () => ({}));
    typed.get('/number/:n', { schema: { params: Type.Object({ n: Type.Integer() }) } }, async ({ params }) => params);
    typed.get('/api/wait', async () => {
      throw new Refusal('too_many_requests', 'Wait.', { headers: { 'Retry-After': '3600' } });
    });
    typed.get('/wait', async () => {
      throw new Refusal('too_many_requests', 'Wait.', { headers: { 'Retry-After': '3600' } });
    });
    typed.get('/refused', async () => {
      throw new Refusal('invalid_update', 'No.', { hint: 'Yes.', errors: [{ cell: 'A!B2', detail: 'Why.' }] });
    });
    typed.get('/crash', async () => {
      throw new Error('the password is hunter2');
    });
    refuseOtherMethods();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test('a refusal has all fields of a problem', async () => {
  const response = await app.inject({ url: '/refused' });
  expect(response.statusCode).toBe(422);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.json()).toEqual({
    type: 'urn:tabpoint:problem:invalid_update',
    title: 'The change is not valid',
    status: 422,
    code: 'invalid_update',
    detail: 'No.',
    hint: 'Yes.',
    errors: [{ cell: 'A!B2', detail: 'Why.' }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test.each<[string, unknown, string | undefined, string]>([
  ['a missing field', {}, 'title', 'title is missing.'],
  ['a wrong type, not converted', { title: 5 }, 'title', 'title must be text.'],
  ['a blank', { title: '' }, 'title', 'title must not be empty.'],
  ['a long text', { title: 'abcdef' }, 'title', 'title must have at most 5 characters.'],
  ['an unknown field', { title: 'a', colour: 'red' }, 'colour', 'colour is not a field known here.'],
  [
    'a list’s item',
    { title: 'a', tabs: [{ sheetId: 1 }, { sheetId: '2' }] },
    'tabs.1.sheetId',
    'tabs.1.sheetId must be a whole number.',
  ],
  [
    'an unknown field inside',
    { title: 'a', tabs: [{ sheetId: 1, x: 1 }] },
    'tabs.0.x',
    'tabs.0.x is not a field known here.',
  ],
  [
    'a long list',
    { title: 'a', tabs: [1, 2, 3].map((sheetId) => ({ sheetId })) },
    'tabs',
    'tabs must have at most 2 items.',
  ],
  ['none of the choices', { title: 'a', access: 'open' }, 'access', 'access must be "public" or be "private".'],
  ['neither of two kinds', { title: 'a', row: 0 }, 'row', 'row must be at least 1 or be null.'],
  ['none of the words', { title: 'a', source: 'disk' }, 'source', 'source must be "drive" or "google".'],
  ['neither text nor nothing', { title: 'a', note: 5 }, 'note', 'note must be text or null.'],
  ['a list for an object', [], undefined, 'The body must be a JSON object.'],
  ['nothing', undefined, undefined, 'The body must be a JSON object.'],
])('%s is a 400 that names it', async (_what, body, field, detail) => {
  const response = await app.inject(posted(JSON.stringify(body) ?? ''));
  expect(response.statusCode).toBe(400);
  const problem = response.json();
  expect(problem).toMatchObject({ code: 'invalid_request', status: 400, detail });
  expect(problem.errors[0].field).toBe(field);
});

test('invalid fields are named once each, up to a few', async () => {
  const few = { colour: 1, size: 2, access: 'open' };
  const response = await app.inject({ method: 'POST', url: '/body', payload: few });
  const fields = response.json().errors.map(({ field }: { field: string }) => field);
  expect(fields.sort()).toEqual(['access', 'colour', 'size', 'title']);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, n]));
  const { detail, errors } = (
    await app.inject({ method: 'POST', url: '/body', payload: { title: 'a', ...many } })
  ).json();
  expect(detail).toBe('field0 is not a field known here.');
  expect(errors.length).toBeLessThan(20);
});

test('a call without a body accepts the content type JSON', async () => {
  const response = await app.inject({ method: 'POST', url: '/no-body', headers: json, payload: '' });
  expect(response.statusCode).toBe(200);
});

test('parts of the address are converted', async () => {
  expect((await app.inject({ url: '/number/12' })).json()).toEqual({ n: 12 });
  const response = await app.inject({ url: '/number/twelve' });
  expect(response.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'n' }] });
});

test.each<[string, InjectOptions, number, string]>([
  ['broken JSON', posted('{"title":'), 400, 'malformed_request'],
  ['poisoned JSON', posted('{"__proto__":{}}'), 400, 'malformed_request'],
  ['text', posted('a', 'text/plain'), 415, 'unsupported_media_type'],
  ['a form', posted('a=b', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
  ['a huge body', posted(JSON.stringify('x'.repeat(1_100_000))), 413, 'too_large'],
  ['an unknown address', { url: '/nowhere' }, 404, 'not_found'],
  ['a broken address', { url: '/%E0%A4%A' }, 400, 'malformed_request'],
])('%s', async (_what, request, status, code) => {
  const response = await app.inject(request);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.json()).toMatchObject({ status, code, requestId: expect.any(String) });
});

test('an unsupported method is a 405 with the allowed ones', async () => {
  const response = await app.inject({ method: 'DELETE', url: '/refused' });
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe('GET, HEAD');
  expect(response.json()).toMatchObject({ code: 'method_not_allowed', detail: 'This address answers GET, HEAD only.' });
  const wrongBody = await app.inject({ ...posted('a', 'text/csv'), method: 'PUT' });
  expect(wrongBody.headers.allow).toBe('POST');
});

test('HEAD has the status and the headers, and no body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/refused' });
  expect(response.statusCode).toBe(422);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.body).toBe('');
});

test('Retry-After is never above 10 s under /api', async () => {
  expect((await app.inject({ url: '/api/wait' })).headers['retry-after']).toBe('10');
  expect((await app.inject({ url: '/wait' })).headers['retry-after']).toBe('3600');
});

test('a 500 says only the number it has in the log', async () => {
  logged.length = 0;
  const response = await app.inject({ url: '/crash' });
  expect(response.statusCode).toBe(500);
  const { requestId, detail, ...rest } = response.json();
  expect(rest).toEqual({
    type: 'urn:tabpoint:problem:internal',
    title: 'Something went wrong',
    status: 500,
    code: 'internal',
  });
  expect(detail).toContain(requestId);
  expect(response.body).not.toMatch(/hunter2|\.ts/);
  expect(logged.join('')).toContain(requestId);
});

const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => (answer += String(data)));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

test.each([
  ['whose length is said', 'Content-Length: 2000000', 'x'.repeat(1_900_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `1cfde0\r\n${'x'.repeat(1_900_000)}\r\n`],
])(
  'a client that still sends a body that is too large, %s, is answered, and its next request too',
  async (_, length, most) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const closed = once(socket, 'close').then(() => 'closed');
    const next = async () => String(await Promise.race([once(socket, 'data'), closed]));
    const isChunked = length.startsWith('Transfer');
    socket.write(`POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n${most}`);
    expect(await next()).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(isChunked ? '186a0\r\n' : '');
    socket.write('x'.repeat(100_000));
    socket.write(isChunked ? '\r\n0\r\n\r\n' : '');
    socket.write('GET /refused HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await next()).toMatch(/^HTTP\/1\.1 422 /);
    socket.destroy();
  },
);

test.each([
  ['what is not HTTP', 'HELLO\r\n\r\n', 'malformed_request'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'headers of the request are too large',
  ],
])('%s still gets problem details', async (_what, text, words) => {
  const answer = await raw(text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain(words);
});
