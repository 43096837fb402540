import type { AddressInfo } from 'node:net';
import { typesPath } from '../../../src/contract/describe';
import { type KeyScope, keyScopes } from '../../../src/contract/scopes';
import { cafes } from '../endpoints/asking';
import { CAFES, writable } from '../endpoints/write/writing';
import { type Described, describing, hostile } from './asked';
import { errorsOf, errorsOfEach, running, type Used } from './compiled';

let origin: string;
const described = describing();
beforeAll(async () => {
  const { app } = described.server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

const beans = {
  title: 'beans',
  slug: 'beans',
  settings: { keyColumn: 'Code' },
  lines: ['Code;Origin;Cost', 'a;Ethiopia;3', 'b;Ethiopia;4', 'c;Colombia;', 'd;Colombia;5'],
};
const odd = [
  hostile,
  { title: '😀', slug: 'tab-3', lines: ['n', '1'] },
  { title: '__proto__', slug: 'proto', lines: ['n', '1'] },
  { title: 'constructor', slug: 'constructor', lines: ['n', '1'] },
  { title: '2024 */ "x" `${y}`', slug: '2024-x-y', lines: ['a;b'] },
  { title: 'Sales EU', slug: 'sales-eu', lines: ['n', '1'] },
  { title: 'sales-eu', slug: 'sales-eu-2', lines: ['n', '1'] },
];

/** Reads the file as a caller gets it. */
async function fileFor(tabs: Parameters<Described['publish']>[0], scopes?: readonly KeyScope[]) {
  const publication = await described.publish(tabs, { title: 'Tim’s */ “Coffee”\n\u2028of 2024' });
  const answer = await publication.types(scopes && (await publication.key({ scopes: [...scopes] })));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/typescript; charset=utf-8');
  return answer.body;
}

const opening = "import { connect } from './types';\nconst { beans } = connect();\n";

describe('compiles without errors under the strictest settings', () => {
  const givenFiles = [
    ['whatever names there are, with every right', [cafes, beans, ...odd], keyScopes],
    ['whatever names there are, without a key', [cafes, beans, ...odd], undefined],
    ['a key that adds alone', [beans], ['create']],
    ['a key that changes alone', [beans], ['update']],
    ['a key that removes alone', [beans], ['delete']],
    ['a key that sees columns alone', [beans], ['schema']],
    ['a project without endpoints', [], undefined],
  ] as const;
  const rights = [keyScopes, ['read'], ['create', 'update'], ['read', 'delete']] as const;
  let [errors, olderErrors]: string[][][] = [];
  beforeAll(async () => {
    const files: Used[] = [];
    for (const [, tabs, scopes] of givenFiles) files.push({ types: await fileFor(tabs, scopes) });
    errors = errorsOfEach(files);
    const older: Used[] = [];
    const use = "import { connect } from './types';\nconnect();";
    for (const scopes of rights) older.push({ types: await fileFor([cafes, beans, ...odd], scopes), use });
    olderErrors = errorsOfEach(older, 'older');
  });

  it.each(givenFiles.map(([what], at) => [what, at] as const))('%s', (_what, at) => {
    expect(errors?.[at]).toEqual([]);
  });

  it.each(rights.map((scopes, at) => [scopes, at] as const))('with the language of 2017, with %j', (_scopes, at) => {
    expect(olderErrors?.[at]).toEqual([]);
  });

  it('with columns named like properties of every object', async () => {
    const lines = ['Code;constructor;toString;valueOf;hasOwnProperty', 'a;Ethiopia;3;4;x', 'b;Ethiopia;4;5;y'];
    const file = await fileFor([{ title: 'beans', slug: 'beans', lines }], keyScopes);
    const use = `${opening}
      await beans.create({ Code: 'x' });
      await beans.create([{ Code: 'x', constructor: 'a', toString: 3 }]);
      await beans.update('a', {});
      await beans.list({ where: {} });
      await beans.list({ where: { Code: 'a', constructor: 'Ethiopia', toString: { gte: 3 } } });`;
    const wrong = `${opening}await beans.update('a', { constructor: 5 });`;
    const [right, refused] = errorsOfEach([use, wrong].map((use) => ({ types: file, use })));
    expect([right, refused]).toEqual([[], [expect.stringMatching(/TS2322/)]]);
  });

  it('on a server without browser types', async () => {
    expect(errorsOf(await fileFor([cafes], keyScopes), '', 'node')).toEqual([]);
  });
});

describe('types of the rows', () => {
  it('accept valid code', async () => {
    const use = `import type { BeansRow } from './types';
${opening}
      const page = await beans.list({
        where: { Origin: 'Ethiopia', Cost: { gte: 3, isblank: false }, or: [{ Code: { in: ['a'] } }, { not: { Cost: null } }], _id: 'a' },
        sort: ['-Cost', 'Code', '_row'],
        fields: ['Code', 'Cost'],
      });
      export const code: string = page.data[0]?.Code ?? '';
      export const cost: number | null | undefined = page.data[0]?.Cost;
      export const whole: BeansRow = (await beans.get('a')).data;
      export const known: BeansRow['Origin'] = 'Anything, as rows may be written at any time';
      await beans.create({ Code: 'x', Cost: null });
      await beans.create([{ Code: 'x' }, { Code: 'y', Origin: undefined }]);
      await beans.update('x', { Cost: 4 });
      await beans.replace('x', { Code: 'y' });
      await beans.upsert('Code', [{ Code: 'y', Cost: 1 }]);
      await beans.updateWhere({ Origin: 'Ethiopia' }, { Cost: 2 }, { maxAffected: 500 });
      await beans.removeWhere({ Cost: { gt: 3 } }, { dryRun: true });
      const first: IteratorResult<{ readonly _id: string }> = await beans.each().next();
      if (first.done !== true) first.value._id.trim();
      for await (const { Cost } of beans.each({ fields: ['Cost'] })) if (Cost !== null) Cost.toFixed();
    `;
    expect(errorsOf(await fileFor([beans], keyScopes), use)).toEqual([]);
  });

  describe('refuse', () => {
    const refused = [
      ['a column that is not there', "beans.list({ where: { Nope: 'x' } })", 'TS2353'],
      ['a value of another type', "beans.list({ where: { Cost: 'dear' } })", 'TS2322'],
      ['an operator that is none', 'beans.list({ where: { Cost: { above: 3 } } })', 'TS2353'],
      ['a wrong condition deep inside', 'beans.list({ where: { or: [{ not: { Cost: true } }] } })', 'TS2322'],
      ['a column to sort by that is not there', "beans.list({ sort: ['-Nope'] })", 'TS2820|TS2322'],
      ['a field that was not asked for', "(await beans.list({ fields: ['Code'] })).data[0]?.Cost", 'TS2339'],
      ['a blank where it is not looked at', "(await beans.get('a')).data.Cost.toFixed()", 'TS18047|TS2531'],
      [
        'a blank of a new row where it is not looked at',
        "(await beans.create({ Code: 'x' })).data.Origin.trim()",
        'TS18047|TS2531',
      ],
      [
        'a blank of a changed row where it is not looked at',
        "(await beans.update('a', {})).data.Origin.trim()",
        'TS18047|TS2531',
      ],
      ['a new row without its key', 'beans.create({ Cost: 1 })', 'TS2345|TS2769'],
      ['a new row with another column', "beans.create({ Code: 'x', Nope: 1 })", 'TS2353|TS2769'],
      ['a row in place of another without its key', "beans.replace('a', { Cost: 1 })", 'TS2345'],
      ['a column to find rows by that is not there', "beans.upsert('Nope', [])", 'TS2345'],
      ['a change where nothing is asked rightly', 'beans.updateWhere({ Nope: 1 }, {})', 'TS2353'],
      ['a change of the wrong type', "beans.update('a', { Cost: '1' })", 'TS2322'],
      ['an endpoint that is not there', 'beans.nothing', 'TS2339'],
    ] as const;
    let complaints: string[];

    beforeAll(async () => {
      const uses = refused.map(([, use], at) => `export const it${at} = ${use};`);
      complaints = errorsOf(await fileFor([beans], keyScopes), opening + uses.join('\n'));
      expect(complaints).toHaveLength(refused.length);
    });

    it.each(refused.map(([what, , codes], at) => [what, codes, at] as const))('%s', (_what, codes, at) => {
      expect(complaints[at]).toMatch(new RegExp(`^use\\.ts:${3 + at} (${codes}) `));
    });
  });

  it('offer a key only its rights', async () => {
    const read = await fileFor([beans], ['read']);
    const create = await fileFor([beans], ['create']);
    const adding = "import { connect } from './types';\nexport const it = connect().beans.";
    const errors = errorsOfEach([
      { types: read, use: `${opening}export const it = beans.create({});` },
      { types: create, use: `${adding}create({ Code: 'x' });` },
      { types: create, use: `${adding}list();` },
    ]);
    expect(errors).toEqual([[expect.stringMatching(/TS2339/)], [], [expect.stringMatching(/TS2339/)]]);
  });
});

interface Counted {
  readonly meta: Record<string, unknown>;
}

interface Rows {
  list(question?: object): Promise<{ data: Record<string, unknown>[]; meta: { total: number; next?: string } }>;
  query(question?: object): Promise<{ data: Record<string, unknown>[]; meta: { total: number; cursor?: string } }>;
  each(question?: object): AsyncIterable<Record<string, unknown>> & AsyncIterator<Record<string, unknown>>;
  get(id: string): Promise<{ data: Record<string, unknown>; etag: string | null }>;
  create(given: object, options?: object): Promise<{ data: never }>;
  update(id: string, change: object, options?: object): Promise<{ data: Record<string, unknown> }>;
  remove(id: string, options?: object): Promise<void>;
  replace(id: string, row: object): Promise<{ data: Record<string, unknown> }>;
  upsert(column: string, rows: object[]): Promise<Counted>;
  updateWhere(where: object, change: object, options?: object): Promise<Counted>;
  removeWhere(where: object, options?: object): Promise<Counted>;
}

interface Client {
  readonly connect: (options?: object) => Record<string, Rows>;
  readonly TabpointError: new () => Error;
}

const clientFor = async (projectId: string, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(origin + typesPath(projectId), { headers });
  return running<Client>(await answer.text());
};

const endpoint = (client: Client, name: string, options?: object): Rows => {
  const found = Object.entries(client.connect(options)).find(([title]) => title === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found[1];
};

const names = (rows: readonly Record<string, unknown>[], key = 'Name') => rows.map((row) => row[key]);

describe('works against the server', () => {
  it('lists, filters, sorts and pages', async () => {
    const { id } = await described.publish([cafes]);
    const rows = endpoint(await clientFor(id), 'Cafés');
    expect((await rows.list()).meta.total).toBe(7);
    const filters: [object, unknown[]][] = [
      [{ City: 'Oslo' }, ['Kaffa', 'Tim & Co = 100%']],
      [{ Founded: { gte: 2011, lt: 2013 }, Open: true }, ['Prufrock', 'Tim & Co = 100%']],
      [{ City: null }, ['kaffa_2']],
      [
        { or: [{ Founded: { in: [2009] } }, { not: { Open: { eq: true } } }], Name: { contains: 'k' } },
        ['Kaffa', 'kaffa_2'],
      ],
      [{ or: { gte: 3 } }, ['Prufrock', 'Tim & Co = 100%']],
      [{ 'Sum, total': 30 }, ['Prufrock']],
      [{ __code: '007', City: undefined }, ['Kaffa']],
    ];
    for (const [where, found] of filters) {
      expect([where, names((await rows.list({ where })).data)]).toEqual([where, found]);
      expect([where, names((await rows.query({ where })).data)]).toEqual([where, found]);
    }
    const sorted = await rows.list({
      sort: ['-Sum, total', 'Name'],
      fields: ['Name', 'Sum, total'],
      limit: 2,
      offset: 1,
    });
    expect(names(sorted.data, 'Sum, total')).toEqual([40, 30]);
    expect(Object.keys(sorted.data[0] ?? {})).toEqual(['_id', 'Name', 'Sum, total']);
    expect((await rows.list({ q: 'arbol' })).data).toHaveLength(1);
    const all: Record<string, unknown>[] = [];
    for await (const row of rows.each({ limit: 3, sort: ['Name'] })) all.push(row);
    expect(new Set(names(all, '_id')).size).toBe(7);
  });

  it('throws an error class of its own', async () => {
    const { id } = await described.publish([cafes]);
    const client = await clientFor(id);
    const wrong = endpoint(client, 'Cafés').list({ where: { Nope: 1 } });
    await expect(wrong).rejects.toMatchObject({ name: 'TabpointError', status: 400, code: 'unknown_column' });
    await expect(wrong).rejects.toBeInstanceOf(client.TabpointError);
    await expect(endpoint(client, 'Cafés').get('none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const away = { fetch: async () => new Response('<html>', { status: 502 }) };
    await expect(endpoint(client, 'Cafés', away).list()).rejects.toMatchObject({ status: 502, code: 'unknown' });
  });

  it('writes with a key', async () => {
    const { project, makeKey } = await writable(described.server, CAFES);
    const key = await makeKey(keyScopes);
    const rows = endpoint(await clientFor(project.id, key), project.tabs[0]?.title ?? '', { key });
    const again = { idempotencyKey: 'one' };
    const { data: made } = (await rows.create({ Name: 'Supreme', Founded: 2013, Open: true }, again)) as {
      data: { _id: string };
    };
    expect(made).toMatchObject({ Name: 'Supreme', Founded: 2013, City: null });
    expect((await rows.create({ Name: 'Supreme', Founded: 2013, Open: true }, again)).data).toEqual(made);
    expect((await rows.create([{ Name: 'A' }, { Name: 'B' }])).data).toHaveLength(2);
    expect((await rows.list()).meta.total).toBe(6);
    const { etag } = await rows.get(made._id);
    expect((await rows.update(made._id, { City: 'Oslo' }, { ifMatch: etag })).data).toMatchObject({ City: 'Oslo' });
    await expect(rows.update(made._id, { City: 'Rome' }, { ifMatch: etag })).rejects.toMatchObject({ status: 412 });
    await rows.remove(made._id);
    await expect(rows.get(made._id)).rejects.toMatchObject({ status: 410, code: 'gone' });
    await expect(rows.create({ Founded: 'long ago' })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'Founded' }],
    });
  });

  it('replaces rows, upserts by a column, and writes by conditions', async () => {
    const { project, makeKey } = await writable(described.server, CAFES);
    const key = await makeKey(keyScopes);
    const rows = endpoint(await clientFor(project.id, key), project.tabs[0]?.title ?? '', { key });
    const { total } = (await rows.list()).meta;
    const upserted = await rows.upsert('Name', [
      { Name: 'Supreme', Founded: 2013 },
      { Name: 'New', Founded: 2014 },
    ]);
    expect(upserted.meta).toMatchObject({ created: 2, updated: 0 });
    expect((await rows.upsert('Name', [{ Name: 'New', City: 'Oslo' }])).meta).toMatchObject({ created: 0, updated: 1 });
    const [found] = (await rows.list({ where: { Name: 'New' } })).data;
    expect(found).toMatchObject({ Founded: 2014, City: 'Oslo' });
    expect((await rows.replace(String(found?._id), { Name: 'New' })).data).toMatchObject({ Founded: null, City: null });

    const where = { Name: { in: ['New', 'Supreme'] } };
    const preview = await rows.updateWhere(where, { City: 'Rome' }, { dryRun: true });
    expect([preview.meta.updated, preview.meta.dryRun]).toEqual([2, true]);
    expect((await rows.list({ where: { City: 'Rome' } })).meta.total).toBe(0);
    await expect(rows.updateWhere(where, { City: 'Rome' }, { maxAffected: 1 })).rejects.toMatchObject({ status: 400 });
    expect((await rows.updateWhere(where, { City: 'Rome' })).meta.updated).toBe(2);
    expect((await rows.removeWhere({ City: 'Rome' })).meta.removed).toBe(2);
    expect((await rows.list()).meta.total).toBe(total);
    await expect(rows.removeWhere({})).rejects.toMatchObject({ code: 'filter_required' });
  });

  it('iterates rows with next(), too', async () => {
    const { id } = await described.publish([cafes]);
    const each = endpoint(await clientFor(id), 'Cafés').each({ limit: 3 });
    const found: unknown[] = [];
    for (let one = await each.next(); one.done !== true; one = await each.next()) found.push(one.value._id);
    expect(new Set(found).size).toBe(7);
    expect(await each.next()).toEqual({ done: true, value: undefined });
  });

  it('reads columns and sheets whatever their names', async () => {
    const { id } = await described.publish(odd);
    const client = await clientFor(id);
    for (const { title = '' } of odd) expect((await endpoint(client, title).list()).data.length).toBeLessThan(3);
    const rows = endpoint(client, 'S&P 500');
    const values = [
      ...([
        ['"quoted"', 'a'],
        ["it's", 'b'],
        ['*/ alert(1) /*', 'c'],
        ['`${x}`', 'd'],
        ['😀', 'h'],
      ] as const),
      ...([
        ['new\\line', 'z'],
        ['constructor', 'g'],
        ['column_I', 'i'],
        ['___proto__', 'e'],
      ] as const),
      ...([
        ['__proto__', 'f'],
        ['2009', 1],
      ] as const),
    ];
    for (const [name, value] of values) {
      const question = { where: Object.fromEntries([[name, value]]), sort: [`-${name}`], fields: [name] };
      const { data } = await rows.list(question);
      expect([name, data.length, new Map(Object.entries(data[0] ?? {})).get(name)]).toEqual([name, 2, value]);
      expect((await rows.query(question)).data).toEqual(data);
    }
    expect((await rows.list({ where: { or: { eq: 2 }, not: { lt: 4 } } })).meta.total).toBe(1);
  });

  it('addresses rows whose ids need encoding', async () => {
    const lines = ['Code;n', '_a;1', 'b/c d?#;2', '😀%;3'];
    const { id } = await described.publish([{ title: 'T', slug: 't', lines, settings: { keyColumn: 'Code' } }]);
    const rows = endpoint(await clientFor(id), 'T');
    for (const code of ['_a', 'b/c d?#', '😀%']) expect((await rows.get(code)).data).toMatchObject({ Code: code });
  });
});
