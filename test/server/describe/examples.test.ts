import { keyScopes } from '../../../src/contract/scopes';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { answerMisfits, type Document, followed, misfitsOf, operationsOf, parametersOf } from './openapiDocument';

type Json = Record<string, unknown>;

let key: string;
let document: Document;
const test = beforeTests(() => buildTestApp());
const sheet = beforeTests(() => writable(test));
beforeAll(async () => {
  await sheet.update({ access: 'public' });
  key = await sheet.makeKey(keyScopes);
  document = (await sheet.call('GET', `/v1/${sheet.project.id}/_openapi.json`, { key })).body as Document;
});

/** An existing row: the examples are taken from the first one. */
const firstId = async () => String((await sheet.rows())[0]?._id);

const schemaOf = (schema: Json | undefined): Json =>
  (schema !== undefined && '$ref' in schema ? followed(document, schema as { $ref: string }) : schema) as Json;

/** Returns the example of a schema: its own, or that of its first part that has one. */
function exampleOf(given: Json | undefined): unknown {
  const schema = schemaOf(given);
  const [example] = (schema?.['examples'] ?? []) as unknown[];
  if (example !== undefined) return example;
  if (Array.isArray(schema?.['enum'])) return schema['enum'][0];
  const parts = (schema?.['oneOf'] ?? schema?.['anyOf'] ?? []) as Json[];
  for (const part of parts) if (exampleOf(part) !== undefined) return exampleOf(part);
  if (schema?.['type'] !== 'object') return undefined;
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const given2 = properties
    .map(([name, one]) => [name, exampleOf(one)] as const)
    .filter(([, one]) => one !== undefined);
  return given2.length === 0 ? undefined : Object.fromEntries(given2);
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const call = (method: string, path: string, body?: unknown) =>
  sheet.call(method.toUpperCase() as Method, path, { key, ...(body !== undefined && { body: body as object }) });

it('every example of a response matches the current response', async () => {
  const shown = operationsOf(document).flatMap(([path, method, { responses }]) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const whole = ('$ref' in response ? followed(document, response) : response) as { content?: Json };
      const content = whole.content?.['application/json'] as { example?: Json } | undefined;
      return content?.example === undefined ? [] : [[path, method, Number(status), content.example] as const];
    }),
  );
  expect(shown.length).toBeGreaterThan(2);
  for (const [path, method, status, example] of shown) {
    expect([path, answerMisfits(document, path, method, status, example)]).toEqual([path, []]);
    if (method !== 'get') continue;
    const answer = await call('GET', path.replace('{id}', await firstId()));
    expect(answer.status).toBe(status);
    const first = (data: unknown) => (Array.isArray(data) ? data[0] : data) as unknown;
    const data = first(example['data']);
    if (path.endsWith('/_schema') || path === `/v1/${sheet.project.id}`) continue;
    expect(first(answer.body.data)).toEqual(data);
  }
});

it('every example of a query parameter is accepted', async () => {
  let asked = 0;
  for (const [path, method, operation] of operationsOf(document)) {
    if (method !== 'get') continue;
    for (const { name, in: place, schema: own = {} } of parametersOf(document, path, operation)) {
      const examples = ((own['examples'] ?? own['enum'] ?? []) as unknown[]).slice(0, 3);
      if (place !== 'query') continue;
      for (const example of examples) {
        expect(misfitsOf(document, own, example)).toEqual([]);
        const value = typeof example === 'string' ? example : JSON.stringify(example);
        const query = new URLSearchParams([[name, value]]).toString();
        const url = `${path.replace('{id}', await firstId())}?${query}`;
        const answer = await test.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
        expect([query, answer.statusCode]).toEqual([query, 200]);
        asked += 1;
      }
    }
  }
  expect(asked).toBeGreaterThan(15);
});

it('every example of a body is accepted, with the documented response', async () => {
  const bodies = operationsOf(document).flatMap(([path, method, { requestBody }]) => {
    const content = requestBody?.content['application/json'];
    if (content === undefined) return [];
    return [[path, method, content.example ?? exampleOf(content.schema), content.schema ?? {}] as const];
  });
  expect(bodies.map(([, method]) => method).toSorted()).toEqual(
    ['patch', 'patch', 'post', 'post', 'put', 'put'].toSorted(),
  );
  for (const [path, method, body, schema] of bodies) {
    expect(body).toBeDefined();
    expect([path, method, misfitsOf(document, schema, body)]).toEqual([path, method, []]);
    const isMany = (method === 'patch' || method === 'put') && !path.includes('{id}');
    const url = path.replace('{id}', await firstId()) + (isMany ? '?Name=Kaffa' : '');
    if (path.endsWith('_query')) continue;
    const answer = await call(method, url, body);
    expect([method, path, answer.status]).toEqual([method, path, method === 'post' ? 201 : 200]);
    expect(answerMisfits(document, path, method, answer.status, answer.body)).toEqual([]);
  }
});

it('a row unlike all before has the documented response', async () => {
  const [path = ''] =
    Object.entries(document.paths).find(([, { post }]) => post?.operationId.startsWith('create')) ?? [];
  const created = await call('POST', path, { Rating: 1 });
  const createdMany = await call('POST', path, [{ City: 'Nowhere' }, { Name: 'Another' }]);
  const row = `${path}/{id}`;
  const changed = await call('PATCH', row.replace('{id}', await firstId()), { City: 'Elsewhere', Name: null });
  expect([created.status, createdMany.status, changed.status]).toEqual([201, 201, 200]);
  expect(answerMisfits(document, path, 'post', 201, created.body)).toEqual([]);
  expect(answerMisfits(document, path, 'post', 201, createdMany.body)).toEqual([]);
  expect(answerMisfits(document, row, 'patch', 200, changed.body)).toEqual([]);
});

it('every example of a query in a body is accepted', async () => {
  const path = Object.keys(document.paths).find((one) => one.endsWith('_query')) ?? '';
  const question = schemaOf(document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema);
  const parts = Object.entries(question['properties'] as Record<string, Json>);
  expect(parts.length).toBeGreaterThan(10);
  const known: Json = { q: 'kaf', limit: 1, offset: 1, distinct: 'City', single: true };
  const lists: Json = { sort: ['-City'], fields: ['Name'], group: ['City'], agg: ['count', 'sum:Founded'] };
  for (const [name, schema] of parts) {
    if (name === 'cursor') continue;
    const value = known[name] ?? lists[name] ?? exampleOf(schema);
    expect([name, misfitsOf(document, schema, value)]).toEqual([name, []]);
    const answer = await call('POST', path, { [name]: value });
    expect([name, answer.status]).toEqual([name, 200]);
  }
});
