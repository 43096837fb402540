import { apiPaths } from '../../../../src/contract/paths';
import type { Project } from '../../../../src/contract/projects';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { rowXml, xlsx } from '../../../fixtures/workbookFiles';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const NEW = { body: { Name: 'A' } };

describe('permission to write', () => {
  it('needs a key, in a public project too', async () => {
    const isPrivate = await cafes.call('POST', '', { ...NEW, key: null });
    expect(isPrivate).toMatchObject({ status: 401, body: { code: 'key_required' } });
    await cafes.update({ access: 'public' });
    const isPublic = await cafes.call('POST', '', { ...NEW, key: null });
    expect(isPublic).toMatchObject({ status: 401, body: { code: 'key_required', detail: 'Writing needs a key.' } });
  });

  it.each([
    ['create', 'POST', ''],
    ['update', 'PATCH', '/r_x'],
    ['update', 'PUT', '?Name=A'],
    ['delete', 'DELETE', '/r_x'],
  ] as const)('needs the scope %s for %s %s', async (scope, method, path) => {
    const others = (['read', 'create', 'update', 'delete'] as const).filter((one) => one !== scope);
    const key = await cafes.makeKey(others);
    const refused = await cafes.call(method, path, { ...(method !== 'DELETE' && NEW), key });
    expect(refused).toMatchObject({ status: 403, body: { code: 'missing_scope', errors: [{ detail: scope }] } });
  });

  it('needs the scope update for _upsert, and read for a filter', async () => {
    const creating = await cafes.makeKey(['create', 'read']);
    const upsert = await cafes.call('POST', '?_upsert=Name', { ...NEW, key: creating });
    expect(upsert).toMatchObject({ status: 403, body: { errors: [{ detail: 'update' }] } });
    const blind = await cafes.makeKey(['update', 'delete']);
    const filter = await cafes.call('DELETE', '?Name=Kaffa', { key: blind });
    expect(filter).toMatchObject({ status: 403, body: { errors: [{ detail: 'read' }] } });
    const dry = await cafes.call('POST', '?_dry_run=1', { ...NEW, key: await cafes.makeKey(['read']) });
    expect(dry).toMatchObject({ status: 403, body: { errors: [{ detail: 'create' }] } });
  });

  it('does not include reading: without that scope the response has only what was sent', async () => {
    const key = await cafes.makeKey(['create', 'update']);
    const made = await cafes.call('POST', '', { body: { Name: 'A', City: 'B' }, key });
    expect(made.body.data).toEqual({ _id: made.body.data._id, Name: 'A', City: 'B' });
    expect(made.headers.etag).toBeUndefined();
    const [row] = await cafes.rows();
    const changed = await cafes.call('PATCH', `/${String(row?._id)}`, { body: { City: 'Bergen' }, key });
    expect(changed.body.data).toEqual({ _id: row?._id, City: 'Bergen' });
    const upsert = await cafes.call('POST', '?_upsert=Name', { body: { Name: 'Prufrock', City: 'Rome' }, key });
    expect(upsert.body.data).toMatchObject({ Name: 'Prufrock', City: 'Rome' });
    expect(Object.keys(upsert.body.data)).toEqual(['_id', 'Name', 'City']);
  });

  it('does not include reading: every text that is sent is written', async () => {
    const key = await cafes.makeKey(['update']);
    const [row] = await cafes.rows();
    const type = 'application/x-www-form-urlencoded';
    const changed = await cafes.call('PATCH', `/${String(row?._id)}`, { body: 'City=undefined&Note=x', type, key });
    expect(changed).toMatchObject({ status: 200, body: { data: { City: 'undefined', Note: 'x' } } });
  });

  it('does not extend to hidden columns, which stay unchanged', async () => {
    const hiddenColumns = [{ sheetId: cafes.sheetId, columns: ['Code', 'Rating'] }];
    const key = await cafes.makeKey(['read', 'create', 'update', 'delete'], { hiddenColumns });
    const [row] = await cafes.rows();
    const refused = await cafes.call('POST', '', { body: { Name: 'A', Code: '1' }, key });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'Code' }] } });
    expect(refused.body.detail).not.toMatch(/Rating|, Code/);
    expect((await cafes.call('DELETE', '?Rating=4.5', { key })).status).toBe(400);
    expect((await cafes.call('POST', '?_upsert=Code', { body: { Name: 'A' }, key })).body.code).toBe('unknown_column');
    const put = await cafes.call('PUT', `/${String(row?._id)}`, { body: { Name: 'K' }, key });
    expect(Object.keys(put.body.data)).not.toContain('Code');
    const after = (await cafes.rows())[0];
    expect(after).toMatchObject({ Name: 'K', City: null, Code: '007', Rating: 4.5 });
  });

  it('comes with an ETag that does not depend on hidden columns', async () => {
    const hiddenColumns = [{ sheetId: cafes.sheetId, columns: ['Code'] }];
    const key = await cafes.makeKey(['read', 'update'], { hiddenColumns });
    const [row] = await cafes.rows();
    const path = `/${String(row?._id)}`;
    const tag = async () => String((await cafes.call('GET', path, { key })).headers.etag);
    const before = await tag();
    await cafes.call('PATCH', path, { body: { Code: '999' } });
    expect(await tag()).toBe(before);
    const patch = () => cafes.call('PATCH', path, { body: { Note: 'a' }, key, headers: { 'if-match': before } });
    const changed = await patch();
    expect(changed.status).toBe(200);
    expect(await tag()).toBe(changed.headers.etag);
    await cafes.call('PATCH', path, { body: { Note: 'b' } });
    expect((await patch()).status).toBe(412);
  });

  it('is limited to the key’s tabs', async () => {
    const key = await cafes.makeKey(['create'], { tabs: [cafes.sheetId] });
    expect((await cafes.call('POST', '', { ...NEW, key })).status).toBe(201);
    await cafes.update({ tabs: [{ sheetId: cafes.sheetId, published: false }] });
    expect((await cafes.call('POST', '', { ...NEW, key })).status).toBe(404);
  });
});

describe('a write', () => {
  it('is refused while the project is paused', async () => {
    await cafes.update({ paused: true });
    const refused = await cafes.call('POST', '', NEW);
    expect(refused).toMatchObject({ status: 503, body: { code: 'writes_paused' }, headers: { 'retry-after': '60' } });
    expect(await cafes.rows()).toHaveLength(3);
    await cafes.update({ paused: false });
    expect((await cafes.call('POST', '', NEW)).status).toBe(201);
  });

  it('is refused if the source is read only, with a hint', async () => {
    const read_only_reason = 'A link only shows this spreadsheet.';
    await test.db
      .updateTable('projects')
      .set({ writable: 0, read_only_reason })
      .where('id', '=', cafes.project.id)
      .execute();
    await cafes.update({ title: 'Another' });
    const refused = await cafes.call('POST', '', NEW);
    expect(refused).toMatchObject({ status: 403, body: { code: 'read_only', detail: read_only_reason } });
    expect(refused.body.hint).toMatch(/upload it to the Tabpoint drive/);
  });

  it.each([
    ['writes_paused', { paused: 1 }],
    ['read_only', { writable: 0 }],
    ['gone', { deleted_at: '2026-03-04T05:06:07.000Z' }],
  ])('is refused at the last moment (%s) if that changes while the write waits', async (code, change) => {
    await cafes.call('POST', '', NEW);
    const { writer } = test.services.records;
    let release = () => {};
    void writer.betweenCommits(() => new Promise<void>((resolve) => (release = resolve)));
    const answer = cafes.call('POST', '', NEW);
    while (writer.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    await test.db.updateTable('projects').set(change).where('id', '=', cafes.project.id).execute();
    release();
    expect((await answer).body.code).toBe(code);
  });

  it('is refused with the extension of a file', async () => {
    expect((await cafes.call('POST', '.csv', NEW)).status).toBe(404);
  });

  it('is refused with the allowed methods if the address does not have its method', async () => {
    const { headers } = await test.app.inject({ method: 'OPTIONS', url: cafes.base });
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE');
    const post = await cafes.call('POST', '/r_x', NEW);
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE' } });
    const project = await cafes.call('DELETE', `/v1/${cafes.project.id}`);
    expect(project).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'order-1' };

  it('makes a repeated request return the first response', async () => {
    const first = await cafes.call('POST', '', { ...NEW, headers });
    const second = await cafes.call('POST', '', { ...NEW, headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    for (const name of ['location', 'etag', 'x-tabpoint-revision']) {
      expect(first.headers[name]).toBeDefined();
      expect(second.headers[name]).toBe(first.headers[name]);
    }
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(await cafes.rows()).toHaveLength(4);
  });

  it('repeats the entity tag of a changed row, for a key with hidden columns too', async () => {
    const [row] = await cafes.rows();
    const hiddenColumns = [{ sheetId: cafes.sheetId, columns: ['Note'] }];
    const key = await cafes.makeKey(['read', 'update'], { hiddenColumns });
    const path = `/${String(row?._id)}`;
    const change = () => cafes.call('PATCH', path, { body: { City: 'Bergen' }, headers, key });
    const tags = [await change(), await change(), await cafes.call('GET', path, { key })].map(
      (one) => one.headers.etag,
    );
    expect(tags).toEqual([tags[2], tags[2], expect.stringMatching(/^"/)]);
  });

  it('works for concurrent requests, and for DELETE', async () => {
    const [row] = await cafes.rows();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cafes.call('POST', '', { ...NEW, headers })));
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect(await cafes.rows()).toHaveLength(4);
    const remove = () => cafes.call('DELETE', `/${String(row?._id)}`, { headers: { 'idempotency-key': 'x' } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  });

  it('repeats the first response after a column of the filter was renamed or removed', async () => {
    const change = () => cafes.call('PATCH', '?Code=007', { body: { Note: 'calm' }, headers });
    const first = await change();
    expect(first).toMatchObject({ status: 200, body: { meta: { updated: 1 } } });
    await cafes.editSheet({ edits: [{ row: 1, column: 9, value: 'Number' }] });
    const renamed = await change();
    await cafes.editSheet({ operation: { kind: 'deleteColumns', at: 9, count: 1 } });
    for (const repeat of [renamed, await change()]) {
      expect(repeat).toMatchObject({ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
    }
  });

  it('repeats the first response after the project got a new address', async () => {
    const send = (base: string) => cafes.call('POST', `${base}?_upsert=Name`, { ...NEW, headers });
    const first = await send('');
    const url = apiPaths.projectNewAddress(cafes.project.id);
    const moved = await test.app.inject({ method: 'POST', url, headers: cafes.owner.headers });
    const { project } = moved.json<{ project: Project }>();
    expect(await send(cafes.base.replace(cafes.project.id, project.id))).toMatchObject({
      status: first.status,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    });
  });

  it('makes a dry run of a request that was made return its response', async () => {
    const remove = (query: string) => cafes.call('DELETE', `?Code=007${query}`, { headers });
    expect((await remove('&_dry_run=1')).body.meta).toMatchObject({ removed: 1, dryRun: true });
    const first = await remove('');
    expect(await remove('&_dry_run=1')).toMatchObject({ status: 200, body: first.body });
  });

  it('refuses another request with the same key, but not from another caller', async () => {
    await cafes.call('POST', '', { ...NEW, headers });
    const other = await cafes.call('POST', '', { body: { Name: 'B' }, headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const key = await cafes.makeKey(['create']);
    expect((await cafes.call('POST', '', { body: { Name: 'B' }, headers, key })).status).toBe(201);
  });

  it('expires after 24 hours, and is not used up by a refused request', async () => {
    const refused = await cafes.call('POST', '', { body: { Founded: 'x' }, headers });
    expect(refused.status).toBe(422);
    expect((await cafes.call('POST', '', { ...NEW, headers })).status).toBe(201);
    const created_at = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1).toISOString();
    await test.db.updateTable('idempotency_keys').set({ created_at }).execute();
    expect((await cafes.call('POST', '', { body: { Name: 'B' }, headers })).status).toBe(201);
    const long = { 'idempotency-key': 'x'.repeat(256) };
    expect((await cafes.call('POST', '', { ...NEW, headers: long })).status).toBe(400);
  });
});

describe('cells with formulas or in merged cells', () => {
  const row = (name: string, price: number) => rowXml([name, price, { f: 'B2*2', v: price * 2 }]);
  const file = {
    name: 'formulas.xlsx',
    bytes: xlsx({
      sheets: [
        {
          rows: rowXml(['Name', 'Price', 'Double']) + row('Assam', 4) + row('Sencha', 9),
          after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
        },
      ],
    }),
  };

  it('are read only, and the error has the cell and the reason', async () => {
    const teas = await writable(test, file);
    const [assam, sencha] = await teas.rows();
    const refused = await teas.call('PATCH', `/${String(assam?._id)}`, { body: { Double: 1 } });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'cell_not_writable', errors: [{ field: 'Double', cell: 'C2' }] },
    });
    const covered = await teas.call('PATCH', `/${String(sencha?._id)}`, { body: { Name: 'Sencha' } });
    expect(covered).toMatchObject({ status: 409, body: { errors: [{ cell: 'A3' }] } });
    expect(covered.body.detail).toContain('merged cell A2');
    expect((await teas.call('PATCH', '?Price__gt=0', { body: { Double: 1 } })).body.errors).toHaveLength(2);
  });

  it('are listed for the owner beside the rows', async () => {
    const { owner, project } = await writable(test, file);
    const url = apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0);
    const { locked } = (await test.app.inject({ url, headers: owner.headers })).json();
    expect(locked).toEqual([
      { key: 'Name', why: 'merged', runs: [3, 3] },
      { key: 'Double', why: 'formula', runs: [2, 3] },
    ]);
  });

  it('can be sent back as they were read, and are left unchanged by PUT', async () => {
    const teas = await writable(test, file);
    const [assam] = await teas.rows();
    const path = `/${String(assam?._id)}`;
    const put = await teas.call('PUT', path, { body: { ...assam, Price: 5 } });
    expect(put.body.data).toEqual({ ...assam, Price: 5 });
    const rest = await teas.call('PUT', path, { body: { Name: 'Assam' } });
    expect(rest.body.data).toEqual({ ...assam, Price: null, Double: 8 });
    await teas.fold();
    teas.reload();
    expect((await teas.rows())[0]).toEqual(rest.body.data);
    const still = await teas.call('PATCH', path, { body: { Double: 1 } });
    expect(still.status).toBe(409);
  });

  it('hold values in new rows', async () => {
    const teas = await writable(test, file);
    const made = await teas.call('POST', '', { body: { Name: 'New', Double: 3 } });
    expect(made.body.data).toMatchObject({ Name: 'New', Double: 3 });
    expect((await teas.call('PATCH', `/${made.body.data._id}`, { body: { Double: 4 } })).status).toBe(200);
  });
});

describe('a key column', () => {
  beforeEach(() => cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] }));

  it('gives new rows their ids, each unique', async () => {
    const made = await cafes.call('POST', '', { body: [{ Name: 'Tim/Co' }, { Name: '_x', City: 'Oslo' }] });
    expect(made.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(['Tim/Co', '_x']);
    const one = await cafes.call('POST', '', { body: { Name: '__y' } });
    const location = new URL(String(one.headers.location));
    expect((await cafes.call('GET', location.pathname)).body.data._id).toBe('__y');
    const twice = await cafes.call('POST', '', { body: { Name: 'Kaffa' } });
    expect(twice).toMatchObject({ status: 409, body: { code: 'duplicate_key', errors: [{ cell: 'A2' }] } });
    const key = await cafes.makeKey(['create']);
    const { body: told } = await cafes.call('POST', '', { key, body: { Name: 'Kaffa' } });
    expect(told).toMatchObject({ code: 'duplicate_key', detail: expect.stringContaining('Another row holds it') });
    expect(JSON.stringify(told)).not.toMatch(/A2|row 2/);
    const both = await cafes.call('POST', '', { body: [{ Name: 'Z' }, { Name: 'Z' }] });
    expect(both.status).toBe(409);
    const none = await cafes.call('POST', '', { body: { City: 'Oslo' } });
    expect(none).toMatchObject({ status: 422, body: { errors: [{ field: 'Name' }] } });
  });

  it('keeps ids unique in concurrent requests', async () => {
    const body = { Name: 'Same' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => cafes.call('POST', '', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('changes an id with its value; the old one is gone', async () => {
    const changed = await cafes.call('PATCH', '/Kaffa', { body: { Name: 'Kaffa 2' } });
    expect(changed.body.data).toMatchObject({ _id: 'Kaffa 2', City: 'Oslo' });
    expect((await cafes.call('GET', '/Kaffa')).status).toBe(410);
    expect((await cafes.call('PATCH', '/Prufrock', { body: { Name: 'Kaffa 2' } })).body.code).toBe('duplicate_key');
    expect((await cafes.call('PATCH', '/Prufrock', { body: { Name: null } })).status).toBe(422);
    expect((await cafes.call('PATCH', '?Name__ne=x', { body: { Name: 'All' } })).body.code).toBe('duplicate_key');
    const put = await cafes.call('PUT', '/Kaffa 2', { body: { City: 'Bergen' } });
    expect(put.body.data).toMatchObject({ _id: 'Kaffa 2', Name: 'Kaffa 2', City: 'Bergen', Founded: null });
    const again = await cafes.call('POST', '', { body: { Name: 'Kaffa' } });
    expect(again.status).toBe(201);
    expect((await cafes.call('GET', '/Kaffa')).status).toBe(200);
    cafes.reload();
    expect((await cafes.rows()).map(({ _id }) => _id)).toEqual(['Kaffa 2', 'Bønne', 'Prufrock', 'Kaffa']);
  });

  const standing = async () => (await cafes.rows()).map(({ _id, Name, Code, City }) => [_id, Name, Code, City]);

  it('is checked after the whole request: rows can swap values, and a new row can take a value that another gives up', async () => {
    const body = [
      { Code: '007', Name: 'Bønne' },
      { Code: '008', Name: 'Kaffa' },
      { Code: '009', Name: 'Prufrock 2' },
      { Code: '010', Name: 'Prufrock', City: 'Rome' },
    ];
    const tried = await cafes.call('POST', '?_upsert=Code&_dry_run=1', { body });
    expect(tried).toMatchObject({ status: 200, body: { meta: { created: 1, updated: 3 } } });
    const done = await cafes.call('POST', '?_upsert=Code', { body });
    expect(done.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(['Bønne', 'Kaffa', 'Prufrock 2', 'Prufrock']);
    const expected = [
      ['Bønne', 'Bønne', '007', 'Oslo'],
      ['Kaffa', 'Kaffa', '008', 'Oslo'],
      ['Prufrock 2', 'Prufrock 2', '009', 'London'],
      ['Prufrock', 'Prufrock', '010', 'Rome'],
    ];
    expect(await standing()).toEqual(expected);
    expect((await cafes.call('GET', '/Kaffa')).body.data.Code).toBe('008');
    cafes.reload();
    expect(await standing()).toEqual(expected);
  });

  it('with a value of another row is refused, and nothing is written', async () => {
    const before = await standing();
    const body = [
      { Code: '007', Name: 'Bønne' },
      { Code: '008', Name: 'Prufrock' },
    ];
    const { status, body: problem } = await cafes.call('POST', '?_upsert=Code', { body });
    expect([status, problem.code]).toEqual([409, 'duplicate_key']);
    expect(problem.errors).toMatchObject([{ field: '1', cell: 'A4' }]);
    expect(await standing()).toEqual(before);
  });
});
