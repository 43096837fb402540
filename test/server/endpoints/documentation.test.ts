import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { problemCodes } from '../../../src/contract/problems';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { makeKey } from '../keys/keyOf';

const documentation = readFileSync(join(__dirname, '../../../docs/data-api.md'), 'utf8');

/** The fenced code blocks, in order. */
const blocks = [...documentation.matchAll(/^```(\w+)( \w+)?\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', mark, text = '']) => ({
    kind,
    isSheet: mark === ' sheet',
    text,
  }),
);

const examples = blocks.flatMap(({ kind, text }, at) =>
  kind === 'sh' ? [{ command: text, answer: blocks[at + 1] }] : [],
);

/** Splits a command into words as a shell does, with single quotes and continued lines. */
const wordsOf = (command: string) =>
  [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Request of a curl command. */
function callOf(command: string): Call {
  const [curl, ...words] = wordsOf(command);
  if (curl !== 'curl') throw new Error(`Not a call of curl: ${command}`);
  const call: Call = { method: 'GET', url: '', headers: {} };
  const query: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') call.method = words.shift() as Call['method'];
    else if (word === '-d') call.payload = words.shift() ?? '';
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: /);
      call.headers[name] = value.replace('KEY', key);
    } else if (word === '--data-urlencode') {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(words.shift() ?? '') ?? [];
      query.push(`${name}=${encodeURIComponent(value)}`);
    } else if (word !== '-i' && word !== '-G') call.url = word;
  }
  return { ...call, url: query.length > 0 ? `${call.url}?${query.join('&')}` : call.url };
}

const ORIGIN = 'https://tabpoint.example';

let id: string;
let firstRow: string;
let key: string;

const server = beforeTests(() => buildTestApp());
beforeAll(async () => {
  const owner = await server.signUp();
  const sheet = blocks.find(({ isSheet }) => isSheet);
  const project = await createdProject(server, owner, { name: 'Places.csv', bytes: sheet?.text ?? '' });
  ({ id } = project);
  const update = { method: 'PUT', url: apiPaths.projectUpdate(id), headers: owner.headers } as const;
  await server.app.inject({ ...update, payload: { access: 'public' } });
  key = (await makeKey(server, owner, id, { scopes: ['read', 'create', 'update', 'delete'] })).secret;
  const rows = await server.app.inject({ url: `/v1/${id}/Places` });
  firstRow = rows.json<{ data: { _id: string }[] }>().data[0]?._id ?? '';
});

/** Text with `…` for what differs from run to run. */
const general = (text: string) =>
  text
    .replaceAll(/http:\/\/localhost(?::80)?/g, ORIGIN)
    .replaceAll(id, 'PROJECT')
    .replaceAll(/\br_[0-9a-z]{12}\b/g, 'r_…')
    .replace(/_cursor=[0-9a-z.]+/g, '_cursor=…')
    .replace(/"(cursor|syncedAt|requestId)":"[^"]*"/g, '"$1":"…"');

function expectAnswer(answer: LightMyRequestResponse, { kind, text }: { kind: string; text: string }) {
  const body = general(answer.body);
  if (kind === 'json') expect(JSON.parse(body)).toEqual(JSON.parse(text));
  else if (kind === 'csv') expect(body.replaceAll('\r\n', '\n')).toBe(text);
  else if (kind === 'ndjson') expect(body).toBe(text);
  else if (kind === 'http') {
    const [status = '', ...headers] = text.trim().split('\n');
    expect(`HTTP/1.1 ${answer.statusCode}`).toBe(status);
    for (const header of headers) {
      const [, name = '', value] = /^([\w-]+): (.*)$/.exec(header) ?? [];
      expect([name, general(String(answer.headers[name]))]).toEqual([name, value]);
    }
  } else throw new Error(`An example is followed by ${kind}.`);
}

test('the page has examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
});

/** Queries in the running text; queries of writes stand in calls of their own or use the reader’s names. */
const inText = [...documentation.matchAll(/`([A-Za-z_]\w*=[^`…]+)`/g)]
  .map(([, query = '']) => query)
  .filter((query) => !/^_(?:dry_run|max_affected|unknown|upsert)=/.test(query));

test.each(inText)('%s is accepted', async (query) => {
  const form = query.startsWith('_csv=') ? '.csv' : '';
  const answer = await server.app.inject({ url: `/v1/${id}/Places${form}?${query}` });
  expect(answer.statusCode).toBe(200);
  expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(0);
});

test.each(examples)('$command', async ({ command, answer: expected }) => {
  const { method, url, headers, payload } = callOf(command);
  const address = url.replace(ORIGIN, '').replace('PROJECT', id).replace('r_…', firstRow);
  const answer = await server.app.inject({ method, url: address, headers, payload });
  if (expected === undefined) throw new Error('There is no answer to this example.');
  expectAnswer(answer, expected);
});

test('the table of errors matches the contract', () => {
  const rows = [...documentation.matchAll(/^\| `(\w+)`\s+\| (\d{3})\s+\|/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, code = '', status] of rows) {
    const known: Record<string, { status: number }> = problemCodes;
    expect([code, String(known[code]?.status)]).toEqual([code, status]);
  }
});

test('the table has every error of the OpenAPI document', async () => {
  const answer = await server.app.inject({
    url: `/v1/${id}/_openapi.json`,
    headers: { authorization: `Bearer ${key}` },
  });
  const { responses } = answer.json<{ components: { responses: object } }>().components;
  const listed = JSON.stringify(responses).match(/(?<="enum":\[)[^\]]*/g) ?? [];
  const codes = new Set(listed.flatMap((list) => JSON.parse(`[${list}]`) as string[]));
  expect(codes.size).toBeGreaterThan(30);
  for (const code of codes) expect(documentation).toMatch(new RegExp(`^\\| \`${code}\``, 'm'));
});

test('the page has every operator and parameter of the server', async () => {
  const { detail } = (await server.app.inject({ url: `/v1/${id}/Places?_nothing=1` })).json<{ detail: string }>();
  const parameters = [...detail.matchAll(/\b_\w+/g)].map(([name]) => name).filter((name) => name !== '_nothing');
  expect(parameters).toContain('_where');
  for (const name of parameters) expect(documentation).toContain(`\`${name}`);
  const { hint } = (await server.app.inject({ url: `/v1/${id}/Places?City__nothing=1` })).json<{ hint: string }>();
  const operators = hint
    .replace(/^.* are /, '')
    .replace('.', '')
    .split(', ');
  expect(operators).toContain('between');
  for (const name of operators) expect(documentation).toContain(`\`${name}\``);
});
