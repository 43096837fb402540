import { describeParts, openapiPath, type SchemaAnswer, schemaPath, typesPath } from '../../../src/contract/describe';
import { changeRows } from '../endpoints/published';
import { CAFES, writable } from '../endpoints/write/writing';
import { describing } from './asked';

const described = describing();

const beans = {
  title: 'beans',
  slug: 'the_beans',
  settings: { keyColumn: 'Code' },
  lines: ['Code; First Name ;Cost', 'a;Kaffa;3', 'b;Yirga;', 'c;Kaffa;4', 'd;Huila;4', 'e;Pitalito;5'],
};

describe('GET /v1/{projectId}/{tab}/_schema', () => {
  it('returns each column in the order of the sheet, the key column, and the number of rows', async () => {
    const publication = await described.publish([beans]);
    const answer = await publication.schema('beans');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const common = { type: 'text', nullable: false, unique: false };
    expect(answer.json()).toEqual({
      columns: [
        { ...common, key: 'Code', header: 'Code', slug: 'code', unique: true, examples: ['a', 'b', 'c'], cell: 'A1' },
        {
          ...common,
          key: 'First Name',
          header: ' First Name ',
          slug: 'first_name',
          cell: 'B1',
          examples: ['Kaffa', 'Yirga', 'Huila'],
        },
        {
          key: 'Cost',
          header: 'Cost',
          slug: 'cost',
          type: 'integer',
          nullable: true,
          unique: false,
          examples: [3, 4, 5],
          cell: 'C1',
        },
      ],
      keyColumn: 'Code',
      rows: 5,
      revision: 1,
    });
  });

  it('has no key column for a sheet without one', async () => {
    const publication = await described.publish([{ title: 'T', slug: 't', lines: ['n', '1'] }]);
    expect((await publication.schema('T')).json()).toMatchObject({ keyColumn: null, rows: 1 });
  });

  it('needs the scope schema or read, and the error names it', async () => {
    const publication = await described.publish([beans], { access: 'private' });
    expect((await publication.schema('beans')).statusCode).toBe(401);
    const [create, schema, read] = [
      await publication.key({ scopes: ['create'] }),
      await publication.key({ scopes: ['schema'] }),
      await publication.key({ scopes: ['read'] }),
    ];
    const refused = await publication.schema('beans', create);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'missing_scope', detail: expect.stringContaining('“schema”') });
    const examplesFor = async (key: Record<string, string>) =>
      (await publication.schema('beans', key)).json<SchemaAnswer>().columns.map(({ examples }) => examples.length);
    expect(await examplesFor(schema)).toEqual([0, 0, 0]);
    expect(await examplesFor(read)).toEqual([3, 3, 3]);
    expect((await publication.get(`/v1/${publication.id}/beans`, schema)).statusCode).toBe(403);
  });

  it('includes rows that were just written', async () => {
    const cafes = await writable(described.server, CAFES);
    const schemaNow = async () => (await cafes.call('GET', `/${describeParts.schema}`)).body as SchemaAnswer;
    const column = (answer: SchemaAnswer, key: string) => answer.columns.find((one) => one.key === key);
    const before = await schemaNow();
    expect(column(before, 'Name')).toMatchObject({ nullable: false, unique: true });
    await cafes.call('POST', '', { body: [{ Name: 'Kaffa', Note: 'again' }, { City: 'Rome' }] });
    const after = await schemaNow();
    expect(after).toMatchObject({ rows: before.rows + 2, revision: before.revision + 1 });
    expect(column(after, 'Name')).toMatchObject({ nullable: true, unique: false });
    expect(column(after, 'Note')).toMatchObject({ examples: ['again'] });
  });

  it('is not found with a format in the address', async () => {
    const publication = await described.publish([beans]);
    expect((await publication.schema('beans.csv')).json()).toMatchObject({ code: 'not_found' });
  });
});

describe('like every other response', () => {
  const pathsOf = (id: string) => [schemaPath(id, 'beans'), openapiPath(id), typesPath(id)];

  it('answers 304 to its entity tag, until something changes', async () => {
    const publication = await described.publish([beans]);
    const tags = new Map<string, string>();
    for (const path of pathsOf(publication.id)) {
      const answer = await publication.get(path);
      const etag = String(answer.headers.etag);
      tags.set(path, etag);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, no-cache',
        'x-tabpoint-revision': '1',
        'access-control-allow-origin': '*',
        'last-modified': expect.any(String),
      });
      const again = await publication.get(path, { 'if-none-match': etag });
      expect([again.statusCode, again.body, again.headers['content-length']]).toEqual([304, '', undefined]);
      expect((await publication.get(path)).headers.etag).toBe(etag);
    }
    const [tab] = publication.tabs;
    if (tab === undefined) throw new Error('no tab');
    await changeRows(described.server, tab, ['Code;First Name;Price', 'a;Kaffa;3']);
    for (const [path, etag] of tags) {
      const answer = await publication.get(path, { 'if-none-match': etag });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('Price');
      expect(answer.body).not.toContain('Pitalito');
    }
  });

  it('has a new name of the project or of a sheet', async () => {
    const publication = await described.publish([beans]);
    const { db } = described.server;
    await publication.openapi();
    await db.updateTable('projects').set({ title: 'Tea' }).where('id', '=', publication.id).execute();
    expect((await publication.openapi()).json()).toMatchObject({ info: { title: 'Tea' } });
    await db
      .updateTable('project_tabs')
      .set({ title: 'leaves', slug: 'leaves' })
      .where('project_id', '=', publication.id)
      .execute();
    expect((await publication.openapi()).body).toContain(`/v1/${publication.id}/leaves`);
    expect((await publication.types()).body).toContain('“leaves”');
  });

  it('has the host of the request', async () => {
    const publication = await described.publish([beans]);
    for (const host of ['a.example', 'b.example']) {
      expect((await publication.openapi({ host })).json()).toMatchObject({ servers: [{ url: `http://${host}` }] });
      expect((await publication.types({ host })).body).toContain(`"http://${host}"`);
    }
  });

  it('is compressed if accepted, and not cached by others behind a key', async () => {
    const publication = await described.publish([beans], { access: 'private' });
    const key = await publication.key();
    for (const path of pathsOf(publication.id)) {
      const answer = await publication.get(path, { ...key, 'accept-encoding': 'gzip' });
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    }
    const packed = await publication.openapi({ ...key, 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringContaining('.gz') });
  });

  it('answers HEAD and OPTIONS, and refuses parameters and other methods', async () => {
    const publication = await described.publish([beans]);
    const { app } = described.server;
    for (const url of pathsOf(publication.id)) {
      const head = await app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
      expect((await app.inject({ method: 'OPTIONS', url })).headers.allow).toBe('GET, HEAD, OPTIONS');
      const posted = await app.inject({ method: 'POST', url });
      expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await publication.get(`${url}?x=1`)).json()).toMatchObject({ code: 'unknown_parameter' });
    }
  });
});
