import { apiPaths } from '../../../../src/contract/paths';
import type { KeyScope } from '../../../../src/contract/scopes';
import { connectGoogle, GOOGLE_CLIENT, MARA } from '../../../fixtures/google/consenting';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import type { GoogleTab } from '../../../fixtures/google/googleWorld';
import { type Row, type WritableSheet, writableSheet } from './writableSheet';

const TEAS: readonly GoogleTab[] = [
  {
    gid: 7,
    title: 'Teas',
    cells: [
      ['name', 'price'],
      ['Assam', 4],
      ['Darjeeling', 7],
      ['Sencha', 9],
    ],
  },
];

const APPEND = /:batchUpdate\?/;
const WRITE = /values:batchUpdateByDataFilter/;
const CLEAR = /values:batchClearByDataFilter/;

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT });

const edit = ({ sheetId }: WritableSheet, change: (cells: GoogleTab['cells']) => void) =>
  server.google.world.edit(sheetId, ({ tabs }) => change(tabs[0]?.cells ?? []));

/** Changes the sheet once, just before a call of this path is answered. */
function meanwhile(path: RegExp, change: () => void) {
  server.google.faults.onCall = (call) => {
    if (!path.test(call.path)) return;
    server.google.faults.onCall = undefined;
    change();
  };
}

const idOf = async (sheet: WritableSheet, name: string) =>
  ((await sheet.rows()).find((row) => row.name === name) as Row)._id;
const names = (sheet: WritableSheet) => sheet.cells().map(([name]) => name);
const unsettled = () => server.test.db.selectFrom('google_writes').select(['id', 'state']).execute();

describe('concurrent edits in the sheet', () => {
  it('are kept: a write to an edited row answers 409 with both versions, and the next read has the edit', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    edit(sheet, (cells) => void (cells[1] = ['Assam', 5]));
    const { status, body } = await sheet.call('PATCH', `/${id}`, { body: { name: 'Ceylon' } });
    expect([status, body.code]).toEqual([409, 'row_changed']);
    expect(body.versions).toEqual([
      { _id: id, served: { name: 'Assam', price: 4 }, current: { name: 'Assam', price: 5 } },
    ]);
    expect(sheet.cells()[1]).toEqual(['Assam', 5]);
    expect((await sheet.call('GET', `/${id}`)).body.data).toEqual({ _id: id, name: 'Assam', price: 5 });
    expect((await sheet.call('DELETE', '?name=Sencha')).status).toBe(200);
    edit(sheet, (cells) => void (cells[2]![1] = 8));
    expect((await sheet.call('PATCH', '?name=Darjeeling', { body: { price: 1 } })).status).toBe(409);
    expect((await sheet.call('PATCH', '?name=Darjeeling', { body: { price: 1 } })).status).toBe(200);
  });

  it('are not hidden from a write that would change nothing in the served row', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    edit(sheet, (cells) => void (cells[1]![1] = 5));
    const { status, body } = await sheet.call('PATCH', `/${id}`, { body: { price: 4 } });
    expect([status, body.code]).toEqual([409, 'row_changed']);
    const again = await sheet.call('PATCH', `/${id}`, { body: { price: 5 } });
    expect([again.status, again.body.data]).toEqual([200, { _id: id, name: 'Assam', price: 5 }]);
    edit(sheet, (cells) => void cells.splice(1, 1));
    expect((await sheet.call('PATCH', `/${id}`, { body: { price: 5 } })).status).toBe(410);
  });

  it.each<[string, KeyScope[], object, object]>([
    [
      'does not see a column',
      ['read', 'update'],
      { hiddenColumns: [{ sheetId: 7, columns: ['price'] }] },
      { served: { name: 'Assam', note: 'malty' }, current: { name: 'Assam', note: 'mild' } },
    ],
    ['has no scope read', ['update'], {}, { served: {}, current: {} }],
  ])('hide from a key that %s what it cannot see', async (_what, scopes, more, shown) => {
    const cells = [
      ['name', 'price', 'note'],
      ['Assam', 4, 'malty'],
    ];
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Teas', cells }]);
    const id = await idOf(sheet, 'Assam');
    const key = await sheet.makeKey(scopes, more);
    edit(sheet, (rows) => void (rows[1] = ['Assam', 5, 'mild']));
    const { status, body } = await sheet.call('PATCH', `/${id}`, { body: { note: 'bold' }, key });
    expect([status, body.code]).toEqual([409, 'row_changed']);
    expect(body.versions).toEqual([{ _id: id, ...shown }]);
  });

  it('hide from a key the columns that it does not see when a write makes another row the header', async () => {
    const cells = [
      ['name', 'price', ''],
      ['Assam', 'dear', 'malty'],
      ['Sencha', 'cheap', 3],
      ['Chai', 'none', 'mild'],
    ];
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Teas', cells }]);
    const key = await sheet.makeKey(['read'], { hiddenColumns: [{ sheetId: 7, columns: ['price'] }] });
    expect((await sheet.call('DELETE', '?name=Chai')).status).toBe(200);
    expect((await sheet.call('GET', '', { key })).body.code).toBe('outdated_key');
    edit(sheet, (rows) => rows.forEach((row, at) => row.push(['', 'price', 4][at] ?? '')));
    await sheet.sync();
    expect((await sheet.rows()).map(({ dear }) => dear)).toEqual(['cheap']);
    expect((await sheet.call('GET', '', { key })).body.data).toEqual([{ _id: expect.anything() }]);
  });

  it.each([
    ['inserts rows above', (cells: GoogleTab['cells']) => cells.splice(1, 0, ['Bancha', 1], ['Chai', 2])],
    ['moves the row to the end', (cells: GoogleTab['cells']) => cells.push(...cells.splice(1, 1))],
    ['removes the row above', (cells: GoogleTab['cells']) => cells.splice(2, 1)],
  ])('do not misdirect a write when somebody %s, before or during it', async (_what, change) => {
    for (const when of ['before', 'while']) {
      const sheet = await writableSheet(server, TEAS);
      const id = await idOf(sheet, 'Assam');
      const rest = structuredClone(TEAS[0]?.cells ?? []);
      change(rest);
      if (when === 'before') edit(sheet, change);
      else meanwhile(WRITE, () => edit(sheet, change));
      const { status } = await sheet.call('PATCH', `/${id}`, { body: { price: 44 } });
      expect([when, status]).toEqual([when, 200]);
      expect(sheet.cells()).toEqual(rest.map((row) => (row[0] === 'Assam' ? ['Assam', 44] : row)));
    }
  });

  it.each([
    ['sorted', (cells: GoogleTab['cells']) => cells.push(...cells.splice(1).reverse())],
    ['removed and changed', (cells: GoogleTab['cells']) => void cells.splice(1, 2, ['Darjeeling', 8])],
    ['replaced', (cells: GoogleTab['cells']) => void cells.splice(1, 1, ['Bancha', 1])],
  ])('that were synced before: an id of rows since %s writes to no other row', async (_what, change) => {
    const sheet = await writableSheet(server, TEAS);
    const before = await sheet.rows();
    edit(sheet, change);
    await sheet.sync();
    for (const { _id, name } of before) {
      const rest = sheet.cells();
      const { status } = await sheet.call('PATCH', `/${_id}`, { body: { price: 44 } });
      expect([200, 410]).toContain(status);
      expect(sheet.cells()).toEqual(
        rest.map((row) => (row[0] === name && status === 200 ? [name as string, 44] : row)),
      );
    }
  });

  it('that remove the row make the write answer 410', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    meanwhile(WRITE, () => edit(sheet, (cells) => void cells.splice(1, 1)));
    expect((await sheet.call('PATCH', `/${id}`, { body: { price: 44 } })).status).toBe(410);
    expect(names(sheet)).toEqual(['name', 'Darjeeling', 'Sencha']);
    expect(await unsettled()).toEqual([]);
  });

  it.each<[string, (cells: GoogleTab['cells']) => void]>([
    ['its row', (cells) => void (cells[1]![1] = Number(cells[1]![1]) + 1)],
    ['the headers', (cells) => void (cells[0]![1] = `${cells[0]![1] as string}!`)],
  ])('leave no blank row of a failed upsert when people keep changing %s', async (_what, change) => {
    const sheet = await writableSheet(server, TEAS);
    const expected = structuredClone(TEAS[0]?.cells ?? []);
    server.google.faults.onCall = ({ path }) => {
      if (!path.includes(':getByDataFilter')) return;
      edit(sheet, change);
      change(expected);
    };
    const { status } = await sheet.call('POST', '?_upsert=name', {
      body: [{ name: 'Assam', price: 50 }, { name: 'Chai' }],
    });
    expect(status).toBeGreaterThanOrEqual(409);
    expect(sheet.cells()).toEqual(expected);
    expect(await unsettled()).toEqual([]);
  });

  it('that move columns or rename the tab are followed', async () => {
    const sheet = await writableSheet(server, TEAS);
    edit(sheet, (cells) => cells.forEach((row) => row.unshift(null)));
    server.google.world.edit(sheet.sheetId, ({ tabs }) => void (tabs[0]!.title = "Mara's"));
    expect((await sheet.call('POST', '', { body: { name: 'Chai', price: 1 } })).status).toBe(201);
    expect(sheet.cells().at(-1)).toEqual([null, 'Chai', 1]);
    server.google.world.edit(
      sheet.sheetId,
      (file) => void file.tabs.splice(0, 1, { gid: 9, title: 'New', cells: [['x'], ['y']] }),
    );
    expect((await sheet.call('POST', '', { body: { name: 'Chai' } })).status).toBe(410);
  });
});

describe('responses of Google', () => {
  it.each([
    ['429', { status: 429, headers: { 'retry-after': '7' }, body: '{}' }, '7'],
    ['500', { status: 500, body: '{}' }, '5'],
    ['503', { status: 503, body: '{}' }, '5'],
  ])('%s: 503 with Retry-After, and nothing is written', async (_what, fault, after) => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    for (const [path, method, at, body] of [
      [APPEND, 'POST', '', { name: 'Chai' }],
      [WRITE, 'PATCH', `/${id}`, { price: 1 }],
      [CLEAR, 'DELETE', `/${id}`, undefined],
    ] as const) {
      server.google.faults.nextOf(path, fault);
      const { status, headers } = await sheet.call(method, at, { body });
      expect([status, headers['retry-after']]).toEqual([503, after]);
      await server.test.db.deleteFrom('google_gates').execute();
    }
    expect(sheet.cells()).toEqual(TEAS[0]?.cells);
    expect(await unsettled()).toEqual([]);
  });

  it('that cells are protected are passed on', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    const message = 'You are trying to edit a protected cell or object.';
    const body = JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
    server.google.faults.nextOf(WRITE, { status: 400, body });
    server.google.faults.nextOf(WRITE, { status: 400, body });
    const refused = await sheet.call('PATCH', `/${id}`, { body: { price: 1 } });
    expect([refused.status, refused.body.hint]).toEqual([
      403,
      `Look whether these cells are protected in the sheet. Google’s own words: “${message}”`,
    ]);
    expect([sheet.cells(), await unsettled()]).toEqual([TEAS[0]?.cells, []]);
  });

  it('that are lost after the write was done: the write is found, and succeeds', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    server.google.faults.nextOf(APPEND, 'unsaid');
    expect((await sheet.call('POST', '', { body: { name: 'Chai' } })).status).toBe(201);
    server.google.faults.nextOf(WRITE, 'unsaid');
    expect((await sheet.call('PATCH', `/${id}`, { body: { price: 1 } })).status).toBe(200);
    expect(sheet.cells()).toEqual([['name', 'price'], ['Assam', 1], ['Darjeeling', 7], ['Sencha', 9], ['Chai']]);
    expect((await sheet.rows()).map(({ name }) => name)).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Chai']);
  });

  it.each([
    ['done', 'unsaid'],
    ['not done', 'cut'],
  ] as const)('that are lost for long: 504, and a repeat with the same key finds out (%s)', async (_what, fault) => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    for (const [path, method, at, body] of [
      [APPEND, 'POST', '', { name: 'Chai', price: 1 }],
      [WRITE, 'PATCH', `/${id}`, { price: 1 }],
      [CLEAR, 'DELETE', `/${id}`, undefined],
    ] as const) {
      const options = { body, headers: { 'idempotency-key': `key ${method}` } };
      server.google.faults.nextOf(path, fault);
      meanwhile(path, () => server.google.faults.always('cut'));
      const first = await sheet.call(method, at, options);
      expect([first.status, first.body.code]).toEqual([504, 'source_unconfirmed']);
      expect((await sheet.call(method, at, options)).status).toBe(504);
      expect((await sheet.call('POST', '', { body: { name: 'Mate' } })).status).toBe(503);
      server.google.faults.always(undefined);
      const second = await sheet.call(method, at, options);
      expect(second.status).toBe({ POST: 201, PATCH: 200, DELETE: 204 }[method]);
      expect(second.headers['idempotency-replayed']).toBe(fault === 'unsaid' ? 'true' : undefined);
      const third = await sheet.call(method, at, options);
      expect([third.status, third.body]).toEqual([second.status, second.body]);
      expect(third.headers['idempotency-replayed']).toBe('true');
    }
    expect(names(sheet)).toEqual(['name', undefined, 'Darjeeling', 'Sencha', 'Chai']);
    expect((await sheet.rows()).map(({ name }) => name)).toEqual(['Darjeeling', 'Sencha', 'Chai']);
    expect(await unsettled()).toEqual([]);
  });

  it('that were lost are settled at the next start, and by a sync', async () => {
    for (const way of ['start', 'sync'] as const) {
      const sheet = await writableSheet(server, TEAS);
      const options = { body: { name: 'Chai' }, headers: { 'idempotency-key': 'k' } };
      server.google.faults.nextOf(APPEND, 'unsaid');
      meanwhile(APPEND, () => server.google.faults.always('cut'));
      expect((await sheet.call('POST', '', options)).status).toBe(504);
      server.google.faults.always(undefined);
      if (way === 'start') await server.test.services.googleWriter.recover();
      else await sheet.sync();
      expect(await unsettled()).toEqual([]);
      const [, , , chai] = await sheet.rows();
      expect((await sheet.call('POST', '', options)).body.data).toEqual(chai);
      expect(names(sheet)).toEqual(['name', 'Assam', 'Darjeeling', 'Sencha', 'Chai']);
    }
  });

  it.each([
    [504, 'cut'],
    [503, { status: 429, body: '{}' }],
  ] as const)('that are lost: a repeat does not write to a row that was changed since (%s)', async (status, fault) => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Sencha');
    const options = { body: { price: 1 }, headers: { 'idempotency-key': 'k' } };
    server.google.faults.nextOf(WRITE, fault);
    if (status === 504) meanwhile(WRITE, () => server.google.faults.always('cut'));
    expect((await sheet.call('PATCH', `/${id}`, options)).status).toBe(status);
    server.google.faults.always(undefined);
    await server.test.db.deleteFrom('google_gates').execute();
    edit(sheet, (cells) => {
      cells.splice(1, 0, ...cells.splice(2, 1));
      cells[3]![0] = 'Gyokuro';
    });
    await sheet.sync();
    expect((await sheet.call('GET', `/${id}`)).body.data).toEqual({ _id: id, name: 'Gyokuro', price: 9 });
    for (const again of [1, 2]) {
      const { status: now, body } = await sheet.call('PATCH', `/${id}`, options);
      expect([again, now, body.code]).toEqual([again, 409, 'row_changed']);
      const [served, current] = [
        { name: 'Sencha', price: 9 },
        { name: 'Gyokuro', price: 9 },
      ];
      expect(body.versions).toEqual([{ _id: id, served, current }]);
      expect(body.hint).toMatch(/another Idempotency-Key/);
    }
    expect(sheet.cells()[3]).toEqual(['Gyokuro', 9]);
    const anew = { ...options, headers: { 'idempotency-key': 'another' } };
    expect((await sheet.call('PATCH', `/${id}`, anew)).status).toBe(200);
    expect(sheet.cells().slice(1)).toEqual([
      ['Darjeeling', 7],
      ['Assam', 4],
      ['Gyokuro', 1],
    ]);
  });

  it('that are lost: the outcome stays unknown if somebody has overwritten the row', async () => {
    const sheet = await writableSheet(server, TEAS);
    const id = await idOf(sheet, 'Assam');
    const options = { body: { price: 1 }, headers: { 'idempotency-key': 'k' } };
    server.google.faults.nextOf(WRITE, 'unsaid');
    meanwhile(WRITE, () => server.google.faults.always('cut'));
    await sheet.call('PATCH', `/${id}`, options);
    server.google.faults.always(undefined);
    edit(sheet, (cells) => void (cells[1]![1] = 99));
    for (const again of [1, 2]) {
      const { status, body } = await sheet.call('PATCH', `/${id}`, options);
      expect([again, status, body.detail]).toEqual([again, 504, expect.stringMatching(/^It is not known whether/)]);
    }
    expect(sheet.cells()[1]).toEqual(['Assam', 99]);
    expect((await sheet.call('PATCH', `/${id}`, { ...options, headers: {} })).status).toBe(409);
  });

  it('that are lost: the outcome stays unknown if somebody has also renamed the column of the filter', async () => {
    const sheet = await writableSheet(server, TEAS);
    const send = () => sheet.call('PATCH', '?name=Assam', { body: { price: 1 }, headers: { 'idempotency-key': 'k' } });
    server.google.faults.nextOf(WRITE, 'unsaid');
    meanwhile(WRITE, () => server.google.faults.always('cut'));
    await send();
    server.google.faults.always(undefined);
    edit(sheet, (cells) => {
      cells[0]![0] = 'title';
      cells[1]![1] = 99;
    });
    await sheet.sync();
    expect([(await send()).status, (await send()).status]).toEqual([504, 504]);
  });

  it('of concurrent requests with one key: the write is done once', async () => {
    const sheet = await writableSheet(server, TEAS);
    const options = { body: { name: 'Chai' }, headers: { 'idempotency-key': 'k' } };
    const answers = await Promise.all([1, 2, 3].map(() => sheet.call('POST', '', options)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body.data as Row)._id)).size).toBe(1);
    const other = await sheet.call('POST', '', { ...options, body: { name: 'Mate' } });
    expect([other.body.code, names(sheet).length]).toEqual(['idempotency_key_reused', 5]);
  });
});

describe('permission to write', () => {
  it('is requested from Google only when a person wants it; other writes are refused with a hint', async () => {
    const sheet = await writableSheet(server, TEAS, false);
    const refused = await sheet.call('POST', '', { body: { name: 'Chai' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'read_only']);
    expect(refused.body.detail).toMatch(/allow it on your account page, under Google/);
    await connectGoogle(server, sheet.owner, '/account', true);
    expect((await sheet.call('POST', '', { body: { name: 'Chai' } })).status).toBe(201);
    // Connecting again for another sheet keeps the permission.
    await connectGoogle(server, sheet.owner);
    expect((await sheet.call('POST', '', { body: { name: 'Mate' } })).status).toBe(201);
    const response = await server.test.app.inject({ url: apiPaths.googleConnection, headers: sheet.owner.headers });
    expect(response.json()).toMatchObject({ connection: { writes: true } });
  });

  it('is missing if the account can only view, or has withdrawn its consent: the write is refused with a sentence', async () => {
    const sheet = await writableSheet(server, TEAS);
    server.google.world.edit(sheet.sheetId, (file) => {
      file.editors = [];
      file.readers = [MARA];
    });
    const viewing = await sheet.call('POST', '', { body: { name: 'Chai' } });
    expect([viewing.status, viewing.body.detail]).toEqual([
      403,
      `${MARA} may not change this spreadsheet. Nothing was written.`,
    ]);
    server.google.accounts.withdraw(MARA);
    await server.test.db.updateTable('google_connections').set({ access_until: 0 }).execute();
    const withdrawn = await sheet.call('POST', '', { body: { name: 'Chai' } });
    expect([withdrawn.status, withdrawn.body.code]).toEqual([422, 'source_private']);
    expect(names(sheet)).toHaveLength(4);
  });
});

it('a write to Google keeps its revisions when the project gets another address meanwhile', async () => {
  const sheet = await writableSheet(server, TEAS);
  const { workers } = server.test;
  const run = workers.run.bind(workers);
  const url = apiPaths.projectNewAddress(sheet.project.id);
  const rowsAt = async (address: string) => {
    const headers = { authorization: `Bearer ${sheet.key}` };
    const answer = await server.test.app.inject({ url: sheet.base.replace(sheet.project.id, address), headers });
    return answer.json<{ data: Row[] }>().data.map(({ name }) => name);
  };
  let address = '';
  const moving = jest.spyOn(workers, 'run').mockImplementation(async (...job) => {
    if (job[0] === 'compactLog') {
      moving.mockRestore();
      const moved = await server.test.app.inject({ method: 'POST', url, headers: sheet.owner.headers });
      address = moved.json<{ project: { id: string } }>().project.id;
      expect(await rowsAt(address)).toEqual(['Assam', 'Darjeeling', 'Sencha']);
    }
    return run(...job);
  });
  const { status, body } = await sheet.call('POST', '', { body: { name: 'Bancha', price: 1 } });
  expect([status, body.meta]).toMatchObject([201, { revision: 2 }]);
  expect(await rowsAt(address)).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Bancha']);
});
