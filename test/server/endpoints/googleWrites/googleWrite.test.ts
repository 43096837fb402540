import { GOOGLE_CLIENT } from '../../../fixtures/google/consenting';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { type GoogleCell, type GoogleTab, moment } from '../../../fixtures/google/googleWorld';
import { type Row, writableSheet } from './writableSheet';

const TEAS: readonly GoogleTab[] = [
  {
    gid: 7,
    title: "Mara's teas: 2024",
    cells: [
      ['name', 'price', 'organic', 'harvested', 'note', 'twice'],
      ['Assam', 4.5, true, moment('DATE', '2025-05-14'), 'malty', { formula: 'B2*2', value: 9 }],
      ['Darjeeling', 7, false, moment('DATE', '2025-03-29'), null, { formula: 'B3*2', value: 14 }],
      ['Sencha', 9.25, true, null, null, { formula: 'B4*2', value: 18.5 }],
    ],
  },
  { gid: 8, title: 'Other', cells: [['a'], ['b']] },
];

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT });

const open = () => writableSheet(server, TEAS);
const named = (rows: Row[], name: string) => rows.find((row) => row.name === name) as Row;

describe('a write to a Google Sheet', () => {
  it('is in the sheet and the endpoint: new rows below the last, as plain text, never as formulas', async () => {
    const sheet = await open();
    const note = '=1+1';
    const { status, headers, body } = await sheet.call('POST', '', {
      body: [
        { name: '+47', price: 3, organic: false, harvested: '2024-02-29', note },
        { name: '@b', price: null, note: '-x' },
      ],
    });
    expect([status, body.meta]).toMatchObject([201, { created: 2 }]);
    expect(sheet.cells().slice(4)).toEqual([
      ['+47', 3, false, moment('DATE', '2024-02-29'), note],
      ['@b', null, null, null, '-x'],
    ]);
    const rows = await sheet.rows();
    expect(rows).toHaveLength(5);
    expect(rows[3]).toEqual((body.data as Row[])[0]);
    expect(headers.location).toContain('_id__in=');
    expect(rows.slice(3).map(({ _id }) => _id)).toEqual((body.data as Row[]).map(({ _id }) => _id));
    await sheet.sync();
    expect(await sheet.rows()).toEqual(rows);
  });

  it('changes the given cells and no others', async () => {
    const sheet = await open();
    const before = sheet.cells();
    const { _id } = named(await sheet.rows(), 'Sencha');
    const { status, body } = await sheet.call('PATCH', `/${_id}`, { body: { harvested: '2025-01-02', note: '=B2' } });
    expect([status, body.data]).toMatchObject([200, { _id, harvested: '2025-01-02', note: '=B2', price: 9.25 }]);
    const after = structuredClone(before);
    after[3]![3] = moment('DATE', '2025-01-02');
    after[3]![4] = '=B2';
    expect(sheet.cells()).toEqual(after);
    expect(named(await sheet.rows(), 'Sencha')).toEqual(body.data);
    expect((await sheet.call('PUT', `/${_id}`, { body: { name: 'Gyokuro', price: 1 } })).status).toBe(200);
    expect(sheet.cells()[3]).toEqual(['Gyokuro', 1, null, { type: 'DATE' }, null, { formula: 'B4*2', value: 18.5 }]);
  });

  it.each<[string, string, GoogleCell, GoogleCell]>([
    ['a duration of more than a day', '25:30:00', moment('TIME', '10:00:00'), { type: 'TIME', pattern: '[hh]:mm:ss' }],
    ['a time', '00:00:00', { type: 'DATE' }, { type: 'TIME' }],
    ['a time with a format of its own', '10:20:30', { type: 'TIME', pattern: 'h:mm am/pm' }, null],
    ['a date', '2025-02-03', { type: 'TIME' }, { type: 'DATE' }],
    ['a date with a format of its own', '2025-02-03', { type: 'DATE', pattern: 'd. mmmm yyyy' }, null],
    ['a datetime', '2025-02-03T04:05:06', { type: 'TIME' }, { type: 'TIME' }],
  ])('formats %s so that it is read back unchanged', async (_what, value, before, format) => {
    const other = { 8: moment('TIME', '11:00:00'), 10: moment('DATE', '2020-02-02') }[value.length];
    const cells = [
      ['name', 'at'],
      ['a', before],
      ['b', other ?? moment('DATE_TIME', '2020-02-02T10:00:00')],
    ];
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Times', cells }]);
    const { _id } = named(await sheet.rows(), 'a');
    const { status, body } = await sheet.call('PATCH', `/${_id}`, { body: { at: value } });
    expect([status, (body.data as Row).at]).toEqual([200, value]);
    expect(sheet.cells()[1]?.[1]).toMatchObject({ ...((format ?? before) as object), serial: expect.any(Number) });
    const rows = await sheet.rows();
    await sheet.sync();
    expect(await sheet.rows()).toEqual(rows);
    expect(named(rows, 'a').at).toBe(value);
  });

  it('works in a sheet without a header row, whose first row is data', async () => {
    const cells: GoogleCell[][] = [
      [1, 'Oslo'],
      [2, 'Bergen'],
      [3, 'Bodø'],
    ];
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Plain', cells }]);
    const [oslo, bergen] = (await sheet.rows()) as [Row, Row];
    expect(oslo).toMatchObject({ A: 1, B: 'Oslo' });
    expect((await sheet.call('PATCH', `/${oslo._id}`, { body: { B: 'Moss' } })).status).toBe(200);
    expect((await sheet.call('POST', '', { body: { A: 4, B: 'Hamar' } })).status).toBe(201);
    expect((await sheet.call('DELETE', `/${bergen._id}`)).status).toBe(204);
    expect(sheet.cells()).toEqual([[1, 'Moss'], [], [3, 'Bodø'], [4, 'Hamar']]);
    const rows = await sheet.rows();
    expect(rows.map(({ A, B }) => [A, B])).toEqual([
      [1, 'Moss'],
      [3, 'Bodø'],
      [4, 'Hamar'],
    ]);
    await sheet.sync();
    expect(await sheet.rows()).toEqual(rows);
  });

  it('adds below the only row of a sheet without a header row', async () => {
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Plain', cells: [[1, 2]] }]);
    expect((await sheet.call('POST', '', { body: { A: 3, B: 4 } })).status).toBe(201);
    expect(sheet.cells()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('removes rows and leaves the other rows in place', async () => {
    const sheet = await open();
    const [first] = await sheet.rows();
    expect((await sheet.call('DELETE', `/${first?._id}`)).status).toBe(204);
    expect(sheet.cells().slice(1, 3)).toEqual([[null, null, null, { type: 'DATE' }], TEAS[0]?.cells[2]]);
    expect((await sheet.call('GET', `/${first?._id}`)).status).toBe(410);
    const { status, body } = await sheet.call('DELETE', '?price__gt=8');
    expect([status, body.meta]).toMatchObject([200, { removed: 1 }]);
    expect((await sheet.rows()).map(({ name }) => name)).toEqual(['Darjeeling']);
  });

  it('with _upsert updates or adds by a column, and _dry_run says what it would do', async () => {
    const sheet = await open();
    const body = [
      { name: 'Sencha', price: 10 },
      { name: 'Bancha', price: 2, harvested: '2025-06-01' },
    ];
    const dry = await sheet.call('POST', '?_upsert=name&_dry_run=1', { body });
    expect(dry.body.meta).toMatchObject({ dryRun: true, created: 1, updated: 1 });
    // Another person has added a row that is not known here yet.
    server.google.world.edit(sheet.sheetId, ({ tabs }) => void tabs[0]?.cells.push(['Bancha', 1]));
    const unseen = await sheet.call('POST', '?_upsert=name', { body });
    expect([unseen.status, unseen.body.versions]).toMatchObject([
      409,
      [{ served: null, current: { name: 'Bancha', price: 1 } }],
    ]);
    const { status, body: answer } = await sheet.call('POST', '?_upsert=name', { body });
    expect([status, answer.meta]).toMatchObject([200, { updated: 2 }]);
    expect((await sheet.rows()).map(({ name, price }) => [name, price])).toEqual([
      ['Assam', 4.5],
      ['Darjeeling', 7],
      ['Sencha', 10],
      ['Bancha', 2],
    ]);
    const mixed = await sheet.call('POST', '?_upsert=name', {
      body: [{ name: 'Assam', price: 5 }, { name: 'Oolong' }],
    });
    expect([mixed.status, mixed.body.meta]).toMatchObject([201, { created: 1, updated: 1 }]);
    expect([sheet.cells()[1]?.[1], sheet.cells().at(-1)]).toEqual([5, ['Oolong']]);
    const dated = [
      { name: 'Assam', harvested: '2025-05-15' },
      { name: 'Matcha', harvested: '2025-05-16' },
    ];
    expect((await sheet.call('POST', '?_upsert=name', { body: dated })).status).toBe(201);
    expect([sheet.cells()[1]?.[3], sheet.cells().at(-1)?.[3]]).toEqual([
      moment('DATE', '2025-05-15'),
      moment('DATE', '2025-05-16'),
    ]);
  });

  it('is limited to 500 rows', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => [`Tea ${at}`, at]);
    const sheet = await writableSheet(server, [{ gid: 0, title: 'Teas', cells: [['name', 'price'], ...rows] }]);
    const body = { price: -1 };
    const many = await sheet.call('PATCH', '?price__gte=0&_max_affected=501', { body });
    expect([many.status, many.body.code]).toEqual([400, 'too_many_affected']);
    const { status, body: answer } = await sheet.call('PATCH', '?price__gte=1&_max_affected=501', { body });
    expect([status, answer.meta]).toMatchObject([200, { updated: 500 }]);
    expect(
      sheet
        .cells()
        .slice(1)
        .map(([, price]) => price),
    ).toEqual([0, ...Array<number>(500).fill(-1)]);
  });

  it('never overwrites cells that an array formula fills', async () => {
    const cells = [
      ['name', 'price', 'twice'],
      ['Assam', 4, { formula: 'ARRAYFORMULA(B2:B3*2)', value: 8 }],
      ['Sencha', 9, { filled: 18 }],
    ];
    const sheet = await writableSheet(server, [{ gid: 7, title: 'Teas', cells }]);
    const { _id } = named(await sheet.rows(), 'Sencha');
    const refused = [
      await sheet.call('PATCH', `/${_id}`, { body: { twice: 3 } }),
      await sheet.call('POST', '', { body: { name: 'Bancha', twice: 3 } }),
      await sheet.call('POST', '?_upsert=name', {
        body: [
          { name: 'Sencha', price: 2, twice: 3 },
          { name: 'Bancha', price: 1 },
        ],
      }),
    ];
    const detail = 'twice cannot be written here: its value comes from another cell. Nothing was written.';
    for (const { body } of refused) expect(body).toMatchObject({ code: 'cell_not_writable', detail });
    expect(sheet.cells()).toEqual(cells);
    expect((await sheet.call('PATCH', `/${_id}`, { body: { price: 10 } })).status).toBe(200);
    expect((await sheet.call('PUT', `/${_id}`, { body: { name: 'Sencha', price: 11 } })).status).toBe(200);
    expect((await sheet.call('POST', '', { body: { name: 'Bancha', price: 1 } })).status).toBe(201);
    expect(sheet.cells().slice(2)).toEqual([
      ['Sencha', 11, { filled: 18 }],
      ['Bancha', 1],
    ]);
  });

  it('fills cells beside what a row’s formula fills, and below column names that a formula fills', async () => {
    const split = ['Assam', 4, { formula: 'SPLIT(A2, " ")', value: 'Assam' }, { filled: 'black' }];
    const names = ['name', 'price', { formula: '{"first", "kind"}', value: 'first' }, { filled: 'kind' }];
    for (const cells of [[['name', 'price', 'first', 'kind'], split], [names]]) {
      const sheet = await writableSheet(server, [{ gid: 7, title: 'Teas', cells }]);
      expect((await sheet.call('POST', '', { body: { name: 'Sencha', kind: 'green' } })).status).toBe(201);
      expect(sheet.cells().at(-1)).toEqual(['Sencha', null, null, 'green']);
    }
  });

  it('is refused for the usual reasons: formulas, unknown columns, wrong types, no filter', async () => {
    const sheet = await open();
    const [first] = await sheet.rows();
    const codes = [
      await sheet.call('PATCH', `/${first?._id}`, { body: { twice: 3 } }),
      await sheet.call('POST', '', { body: { nam: 'x' } }),
      await sheet.call('POST', '', { body: { price: 'x' } }),
      await sheet.call('DELETE'),
    ].map(({ body }) => body.code);
    expect(codes).toEqual(['cell_not_writable', 'invalid_rows', 'invalid_rows', 'filter_required']);
    expect(sheet.cells()).toEqual(TEAS[0]?.cells);
  });
});
