import { apiPaths } from '../../../src/contract/paths';
import type { KeyScope } from '../../../src/contract/scopes';
import { cafes } from '../endpoints/asking';
import { type Asked, hostile, describing } from './asked';
import {
  answerMisfits,
  callsOf,
  type Document,
  lostReferences,
  misfitsOf,
  objectsIn,
  operationsOf,
  parametersOf,
  schemaFaultsOf,
  unusedComponents,
} from './openapiDocument';
import { publicFaultsOf } from './publicValidator';

const described = describing();

const beans = {
  title: 'beans',
  slug: 'beans',
  settings: { keyColumn: 'Code' },
  lines: [
    'Code;Name;Cost;Origin',
    'a;Kaffa;3;Ethiopia',
    'b;Yirga;4;Ethiopia',
    'c;Huila;4;Colombia',
    'd;Pitalito;;Colombia',
  ],
};
const emoji = { title: '😀 / {x}?', slug: 'tab-3', lines: ['n', '1'] };
const proto = { title: '__proto__', slug: 'proto', lines: ['n', '1'] };
const empty = { title: '2024', slug: '2024', lines: ['a;b'] };
const twins = [
  { title: 'Sales EU', slug: 'sales-eu', lines: ['n', '1'] },
  { title: 'sales-eu', slug: 'sales-eu-2', lines: ['n', '1'] },
];
const everything = [cafes, beans, hostile, emoji, proto, empty, ...twins];
const allScopes: { scopes: KeyScope[] } = { scopes: ['read', 'create', 'update', 'delete'] };

const documentOf = async (publication: Asked, headers?: Record<string, string>) => {
  const answer = await publication.openapi(headers);
  expect(answer.statusCode).toBe(200);
  return answer.json<Document>();
};

describe('the document', () => {
  let publication: Asked;
  let document: Document;
  let key: Record<string, string>;
  beforeAll(async () => {
    publication = await described.publish(everything);
    key = await publication.key(allScopes);
    document = await documentOf(publication, key);
  });

  it('follows the rules of OpenAPI 3.1', () => {
    expect(publicFaultsOf([document])).toEqual([[]]);
    expect(document['openapi']).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: 'Coffee', version: '1' });
  });

  it('is accepted by client generators', () => {
    for (const [path, , operation] of operationsOf(document)) {
      expect(path).toMatch(/^[\w/.{}-]+$/);
      for (const parameter of parametersOf(document, path, operation)) expect(parameter).not.toHaveProperty('content');
      const { requestBody, responses, description, tags } = operation;
      expect(Object.keys(requestBody?.content ?? { 'application/json': {} })).toEqual(['application/json']);
      expect(Object.keys((responses['200'] as { content?: object } | undefined)?.content ?? {})).toHaveLength(1);
      expect([path, description, tags]).toEqual([path, expect.stringMatching(/./), [expect.stringMatching(/./)]]);
    }
    expect(document['info']).toMatchObject({ contact: { name: 'Tabpoint', url: expect.stringMatching(/^http/) } });
  });

  it('names existing files', async () => {
    for (const [suffix, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ] as const) {
      const path = `/v1/${publication.id}/beans.${suffix}`;
      const response = document.paths[path]?.['get']?.responses['200'] as { content: object } | undefined;
      expect(Object.keys(response?.content ?? {})).toEqual([type]);
      const answer = await publication.get(path, key);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining(type)]);
    }
  });

  it('has no broken references, and no unused components', async () => {
    expect(lostReferences(document)).toEqual([]);
    expect(unusedComponents(document)).toEqual([]);
    expect(unusedComponents(await documentOf(publication))).toEqual([]);
  });

  it('has valid JSON Schemas', () => {
    const schemas = [...objectsIn(document)].filter(
      ([path]) => path.at(-1) === 'schema' || (path.length === 3 && path[1] === 'schemas'),
    );
    expect(schemas.length).toBeGreaterThan(100);
    for (const [, schema] of schemas) expect(schemaFaultsOf(schema)).toEqual([]);
    expect(schemaFaultsOf({ type: 'whole' })).not.toEqual([]);
  });

  it('has examples of values and responses that match their schemas', () => {
    type Shown = Record<string, unknown> & { readonly examples?: unknown[]; readonly schema?: Shown };
    const shown = [...objectsIn(document)].flatMap(([path, one]): [Shown, unknown][] => {
      const { examples = [], schema } = one as Shown;
      if (schema !== undefined && 'example' in one) return [[schema, one.example]];
      return path.at(-1) === 'properties' ? [] : examples.map((example) => [one as Shown, example]);
    });
    expect(shown.length).toBeGreaterThan(100);
    for (const [schema, example] of shown) expect(misfitsOf(document, schema, example)).toEqual([]);
  });

  it('has unique names for operations, their parameters, and security schemes', () => {
    const operations = operationsOf(document);
    const ids = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z_]\w*$/);
    for (const [path, , operation] of operations) {
      const parameters = parametersOf(document, path, operation);
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      expect(names.filter((name) => name.startsWith('path '))).toEqual(inPath);
      expect(operation.security.length).toBeGreaterThan(0);
    }
  });

  it('has addresses with the documented responses', async () => {
    const paths = Object.keys(document.paths).filter((path) => !path.includes('{') && !/_query$|\.\w+$/.test(path));
    expect(paths).toHaveLength(1 + 2 * everything.length);
    for (const path of paths) {
      const answer = await publication.get(path, key);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(answerMisfits(document, path, 'get', 200, answer.json())).toEqual([]);
    }
    const beansPath = `/v1/${publication.id}/beans`;
    expect(answerMisfits(document, beansPath, 'get', 200, { data: [{ _id: 'a' }] })).not.toEqual([]);
  });

  it.each<[method: 'GET' | 'POST' | 'DELETE', below: string, sent: string, status: number, payload?: object]>([
    ['GET', '/{id}', '/a', 200],
    ['POST', '', '?_dry_run=1', 200, { Code: 'z1' }],
    ['POST', '', '?_dry_run=1', 200, [{ Code: 'z1' }]],
    ['DELETE', '/{id}', '/a?_dry_run=1', 200],
    ['DELETE', '', '?Code__in=a,b&_dry_run=1', 200],
    ['POST', '/_query', '/_query', 200, { limit: 1 }],
    ['GET', '', '?_limit=x', 400],
    ['GET', '', '?Nope=1', 400],
    ['GET', '', '/zzz', 404],
  ])('has the response to %s %s: %s, %i', async (method, below, sent, status, ...[payload]) => {
    const path = `/v1/${publication.id}/beans`;
    const answer = await described.server.app.inject({ method, url: path + sent, headers: key, payload });
    expect(answer.statusCode).toBe(status);
    expect(answerMisfits(document, path + below, method.toLowerCase(), status, answer.json())).toEqual([]);
  });
});

describe('parameters', () => {
  it('has one for each column and each operator of its type, which the endpoint accepts', async () => {
    const publication = await described.publish([cafes]);
    const document = await documentOf(publication);
    const path = Object.keys(document.paths).find((one) => one.endsWith('/cafes')) ?? '';
    const list = document.paths[path]?.['get'];
    if (list === undefined) throw new Error('no list');
    const parameters = parametersOf(document, path, list);
    const names = parameters.map(({ name }) => name);
    const wanted = '_where _limit City City__contains Founded__gte Founded__between Open__ne _id__in __code'.split(' ');
    expect(names).toEqual(expect.arrayContaining([...wanted, 'Sum, total__in']));
    expect(names).not.toContain('Open__gt');
    const values: Record<string, string> = { integer: '1', number: '1', boolean: 'true', array: '', string: 'x' };
    const formats: Record<string, string> = { date: '2009-04-01', 'date-time-local': '2009-04-01T12:30:00' };
    for (const { name, schema = {} } of parameters.filter((one) => !/^_[a-z]/.test(one.name))) {
      const items = (schema['type'] === 'array' ? schema['items'] : schema) as { type: string; format?: string };
      const one =
        items.format === 'time-local' ? '07:30:00' : (formats[items.format ?? ''] ?? values[items.type] ?? '');
      const value = name.endsWith('__between') ? `${one},${one}` : one;
      const query = new URLSearchParams([[name, value]]).toString();
      expect([name, (await publication.get(`${path}?${query}`)).statusCode]).toEqual([name, 200]);
    }
  });

  it('has no operator whose name is that of another column', async () => {
    const publication = await described.publish([{ title: 'T', slug: 't', lines: ['a;a__gt', '1;2'] }]);
    const document = await documentOf(publication);
    const path = `/v1/${publication.id}/t`;
    const list = document.paths[path]?.['get'];
    const named = list && parametersOf(document, path, list).filter(({ name }) => name === 'a__gt');
    expect(named).toHaveLength(1);
  });

  it('of a very wide sheet are those of the columns alone', async () => {
    const wide = Array.from({ length: 200 }, (_, n) => `c${n}`).join(';');
    const publication = await described.publish([{ title: 'Wide', slug: 'wide', lines: [wide, wide] }]);
    const { parameters } = (await documentOf(publication)).components;
    const names = Object.values(parameters).map(({ name }) => name);
    expect(names).toContain('c199');
    expect(names.filter((name) => name.startsWith('c199__'))).toEqual([]);
  });
});

const READS = [
  'get ',
  'get /beans',
  'get /beans.csv',
  'get /beans.ndjson',
  'get /beans.xlsx',
  'get /beans/_schema',
  'get /beans/{id}',
  'post /beans/_query',
];
const MATCHING = { update: ['patch /beans', 'put /beans'], remove: ['delete /beans'] };

describe('rights of the caller', () => {
  it('anybody reads a public project and cannot write', async () => {
    const publication = await described.publish([beans]);
    const document = await documentOf(publication);
    expect(callsOf(document, publication.id)).toEqual(READS);
    const first = operationsOf(document).map(([, , { security }]) => security[0]);
    expect(first).toEqual(READS.map(() => ({})));
    expect(JSON.stringify(document)).not.toContain('BeansInput');
  });

  it('a private project is hidden without a key', async () => {
    const publication = await described.publish([beans], { access: 'private' });
    for (const answer of [await publication.openapi(), await publication.types(), await publication.schema('beans')]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'key_required' });
    }
    const document = await documentOf(publication, await publication.key());
    expect(callsOf(document, publication.id)).toEqual(READS);
    expect(operationsOf(document).every(([, , { security }]) => JSON.stringify(security[0]) !== '{}')).toBe(true);
  });

  describe('a key sees only what it may do', () => {
    const rights: readonly (readonly [KeyScope[], string[]])[] = [
      [['create'], ['get ', 'post /beans']],
      [['schema'], ['get ', 'get /beans/_schema']],
      [['update'], ['get ', 'patch /beans/{id}', 'put /beans/{id}']],
      [['delete'], ['delete /beans/{id}', 'get ']],
      [
        ['read', 'update'],
        [...READS, ...MATCHING.update, 'patch /beans/{id}', 'put /beans/{id}'],
      ],
      [
        ['read', 'delete'],
        [...READS, ...MATCHING.remove, 'delete /beans/{id}'],
      ],
    ];
    let id: string;
    const documents: Document[] = [];
    beforeAll(async () => {
      const publication = await described.publish([beans], { access: 'private' });
      ({ id } = publication);
      for (const [scopes] of rights) documents.push(await documentOf(publication, await publication.key({ scopes })));
    });

    it.each(rights.map(([scopes, calls], at) => [scopes, calls, at] as const))('%j', (_scopes, calls, at) => {
      const document = documents[at]!;
      expect(callsOf(document, id)).toEqual(calls.toSorted());
      expect(lostReferences(document)).toEqual([]);
      expect(unusedComponents(document)).toEqual([]);
    });

    it('in a valid document', () => expect(publicFaultsOf(documents)).toEqual(documents.map(() => [])));
  });

  it('the owner of a private project gets the complete document as a file', async () => {
    const { id } = await described.publish([beans], { access: 'private' });
    const answer = await described.server.app.inject({
      url: apiPaths.projectOpenapi(id),
      headers: described.owner.headers,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=".+\.openapi\.json"/);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const ofRow = ['delete', 'patch', 'put'].map((method) => `${method} /beans/{id}`);
    const writes = ['post /beans', ...MATCHING.update, ...MATCHING.remove, ...ofRow];
    expect(callsOf(answer.json<Document>(), id)).toEqual([...READS, ...writes].sort());
  });

  it('a key without read sees no cell of any row', async () => {
    const publication = await described.publish([beans], { access: 'private' });
    const key = await publication.key({ scopes: ['create', 'update', 'schema'] });
    for (const answer of [
      await publication.openapi(key),
      await publication.types(key),
      await publication.schema('beans', key),
    ]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('Origin');
      for (const cell of ['Kaffa', 'Ethiopia']) expect(answer.body).not.toContain(cell);
    }
  });

  it('a key that only writes cannot test values by whether they keep a column unique, or by entity tags', async () => {
    const publication = await described.publish([beans], { access: 'private' });
    const reading = ['read', 'update'] as const;
    const writing = ['create', 'update'] as const;
    const documents = [];
    for (const scopes of [reading, writing]) {
      documents.push((await publication.openapi(await publication.key({ scopes: [...scopes] }))).body);
    }
    expect(documents.map((text) => text.includes('All values are unique.'))).toEqual([true, false]);
    expect(documents.map((text) => text.includes('If-Match'))).toEqual([true, false]);
  });

  it('no key can write to a read-only source', async () => {
    const publication = await described.publish([beans], { writable: 0 });
    const document = await documentOf(publication, await publication.key(allScopes));
    expect(callsOf(document, publication.id)).toEqual(READS);
  });

  it('other tabs and unpublished ones are not mentioned for a key', async () => {
    const secret = { title: 'Wages', slug: 'wages', lines: ['Person;Wage', 'Tim;1'] };
    const draft = { title: 'Draft', slug: 'draft', lines: ['n', '1'], published: 0 };
    const publication = await described.publish([beans, secret, draft], { access: 'private' });
    const [own, whole] = [await publication.key({ ...allScopes, tabs: [0] }), await publication.key(allScopes)];
    for (const what of ['openapi', 'types'] as const) {
      const mine = await publication[what](own);
      const all = await publication[what](whole);
      expect(mine.body).toContain('beans');
      expect(mine.body).not.toMatch(/wage/i);
      expect(all.body).toContain('Wage');
      expect(all.body).not.toContain('Draft');
      expect(mine.headers.etag).not.toBe(all.headers.etag);
    }
    expect((await publication.schema('Wages', own)).statusCode).toBe(404);
  });

  it('a tab whose hidden column is gone is closed, and the others are not', async () => {
    const other = { title: 'other', slug: 'other', lines: ['n', '1'] };
    const publication = await described.publish([beans, other], { access: 'private' });
    const key = await publication.key({ hiddenColumns: [{ sheetId: 0, columns: ['Cost'] }] });
    await described.server.db
      .updateTable('project_tabs')
      .set({ key_column: 'Cost' })
      .where('id', '=', publication.tabs[0]?.id ?? '')
      .execute();
    const document = await documentOf(publication, key);
    expect(callsOf(document, publication.id).some((call) => call.includes('beans'))).toBe(false);
    expect(callsOf(document, publication.id)).toContain('get /other');
  });
});

describe('writing', () => {
  it('requires only the key column of a new row, and allows no unknown names', async () => {
    const publication = await described.publish([beans]);
    const document = await documentOf(publication, await publication.key(allScopes));
    const { BeansInput, BeansChange } = document.components.schemas;
    expect(BeansInput).toMatchObject({ required: ['Code'], additionalProperties: false });
    expect(BeansInput?.properties['Origin']).toMatchObject({ type: ['string', 'null'] });
    expect(BeansInput?.properties['Origin']).not.toHaveProperty('enum');
    expect(BeansChange).not.toHaveProperty('required');
    const created = document.paths[`/v1/${publication.id}/beans`]?.['post'];
    const headers = created && parametersOf(document, '', created).filter((one) => one.in === 'header');
    expect(headers?.map(({ name }) => name)).toEqual(['Idempotency-Key']);
  });
});
