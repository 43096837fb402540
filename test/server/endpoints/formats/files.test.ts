import { gunzipSync } from 'node:zlib';
import { readXlsx } from 'hucre';
import { apiPaths } from '../../../../src/contract/paths';
import { createdProject } from '../../../fixtures/driveFiles';
import { type Asking, cafes, startAsking } from '../asking';

let asking: Asking;

const dangerous = [
  'text;number;=header',
  '=1+1;-5;a',
  '+47 1;3;b',
  '-x;4;c',
  '@at;5;d',
  'a "quoted", text;6;e',
  "'=already;7;f",
];

/** Values that other programs could take for something else. */
const oddValues = [
  'text;n;yes;day;moment;time',
  '_x0041_;1;TRUE;2009-04-01;2009-04-01T12:30:00;07:30:00',
  'a \u0001 b;-2.5;FALSE;1900-03-01;1999-12-31T23:59:59;23:59:59',
  '  spaces  ;0;;;;',
  '<&">;1e3;TRUE;2100-01-01;2100-01-01T00:00:01;00:00:01',
  '=1+1;;;;;',
  '漢字 👩‍🚀;;;1850-06-07;;',
  '_x;3;;;;',
];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

beforeAll(async () => {
  const many = ['n;text', ...Array.from({ length: 12_345 }, (_, n) => `${n};${'x'.repeat(n % 50)}é`)];
  asking = await startAsking(
    cafes,
    { title: 'Dangerous', slug: 'dangerous', lines: dangerous },
    { title: 'many', slug: 'many', lines: many },
    { title: 'Long', slug: 'long', lines: ['text', ...Array.from({ length: 400 }, (_, n) => `${n}`.repeat(2_500))] },
    { title: 'Report.csv', slug: 'report', lines: ['n', '1'] },
    { title: 'Odd [name]: "x"/*?', slug: 'odd', lines: ['n', '1'] },
    { title: 'Empty', slug: 'empty', lines: ['a;b'] },
    { title: 'Values', slug: 'values', lines: oddValues },
  );
});

afterAll(() => asking.close());

describe('the format is chosen by extension or Accept', () => {
  test.each([
    ['/cafes.csv', {}, 'text/csv'],
    ['/cafes.ndjson', {}, 'application/x-ndjson'],
    ['/cafes.xlsx', {}, XLSX],
    ['/cafes', {}, 'application/json'],
    ['/cafes', { accept: 'text/csv' }, 'text/csv'],
    ['/cafes', { accept: 'application/x-ndjson' }, 'application/x-ndjson'],
    ['/cafes', { accept: XLSX }, XLSX],
    ['/cafes', { accept: 'text/csv;q=0.5, application/json' }, 'application/json'],
    ['/cafes', { accept: 'text/html, text/csv;q=0.5, */*;q=0.1' }, 'text/csv'],
    ['/cafes', { accept: 'image/png' }, 'application/json'],
    ['/cafes.csv', { accept: 'application/json' }, 'text/csv'],
    ['/Report.csv', {}, 'application/json'],
    ['/Report.csv.csv', {}, 'text/csv'],
  ])('%s %j', async (path, headers, type) => {
    const answer = await asking.get(path, headers);
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(type);
    expect(answer.headers.vary).toMatch('Accept');
  });
});

describe('.csv', () => {
  test('has a header line and a line for each record', async () => {
    const answer = await asking.get('/cafes.csv?_fields=Name,Founded,Open,Since&_sort=Founded&_limit=2');
    expect(answer.body).toBe(
      '_id,Name,Founded,Open,Since\r\nr_2,Kaffa,2009,true,2009-04-01\r\nr_7,kaffa_2,2009,,2009-04-02\r\n',
    );
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="Cafes.csv"; filename*=UTF-8''Caf%C3%A9s.csv`,
      'x-total-count': '7',
      link: expect.stringMatching(/cafes\.csv\?_fields=Name,Founded,Open,Since&_sort=Founded&_limit=2&_cursor=/),
    });
  });

  test('escapes texts that look like formulas, and not numbers; with _csv=raw nothing', async () => {
    const { body } = await asking.get('/dangerous.csv?_fields=text,number,%3Dheader,-_id');
    expect(body.split('\r\n')).toEqual([
      "text,number,'=header",
      "'=1+1,-5,a",
      "'+47 1,3,b",
      "'-x,4,c",
      "'@at,5,d",
      '"a ""quoted"", text",6,e',
      "'=already,7,f",
      '',
    ]);
    const raw = await asking.get('/dangerous.csv?_fields=text,number,%3Dheader,-_id&_csv=raw');
    expect(raw.body.split('\r\n').slice(0, 2)).toEqual(['text,number,=header', '=1+1,-5,a']);
  });

  test('writes values and groups', async () => {
    expect((await asking.get('/cafes.csv?_group=Open&_agg=count,max:Since')).body).toBe(
      'Open,count,max_Since\r\nfalse,2,2011-01-02\r\ntrue,4,2011-02-01\r\n,1,2009-04-02\r\n',
    );
  });

  test('has only the header without rows', async () => {
    expect((await asking.get('/empty.csv')).body).toBe('_id,a,b\r\n');
  });
});

describe('.ndjson', () => {
  test('has a record a line, and all of them', async () => {
    const lines = (await asking.get('/many.ndjson')).body.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([12_346, '']);
    const page = (await asking.get('/many?_limit=10000')).json<{ data: unknown[] }>().data;
    expect(lines.slice(0, 10_000).map((line): unknown => JSON.parse(line))).toEqual(page);
  });

  test('has selected fields, sorted', async () => {
    expect((await asking.get('/cafes.ndjson?_fields=Name,-_id&_sort=-Founded&_limit=2')).body).toBe(
      '{"Name":"\\"Quoted, name\\""}\n{"Name":"Tim & Co = 100%"}\n',
    );
  });

  test('is empty without rows', async () => {
    expect((await asking.get('/empty.ndjson')).body).toBe('');
  });

  test('has one row with _single', async () => {
    expect((await asking.get('/cafes.ndjson?_single=1&_fields=_id')).body).toBe('{"_id":"r_2"}\n');
    expect((await asking.get('/cafes.ndjson?_single=1&City=Nowhere')).statusCode).toBe(404);
  });
});

describe('.xlsx', () => {
  const sheetOf = async (path: string) => {
    const answer = await asking.get(path);
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
    const [sheet] = (await readXlsx(new Uint8Array(answer.rawPayload))).sheets;
    return sheet;
  };

  test('keeps types and order', async () => {
    const sheet = await sheetOf('/cafes.xlsx?_fields=Name,Founded,Open,Rating,Since,__code&_limit=3');
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    expect(sheet?.name).toBe('Cafés');
    expect(sheet?.rows).toEqual([
      ['_id', 'Name', 'Founded', 'Open', 'Rating', 'Since', '__code'],
      ['r_2', 'Kaffa', 2009, true, 4.5, day('2009-04-01'), '007'],
      ['r_3', 'Bønne', 2011, false, 3, day('2011-01-02'), '008'],
      ['r_4', 'Prufrock', 2011, true, 4, day('2011-02-01'), '009'],
    ]);
  });

  test('text is text, never a formula', async () => {
    const sheet = await sheetOf('/dangerous.xlsx?_fields=text,-_id');
    expect(sheet?.rows.map(([text]) => text)).toEqual([
      'text',
      ...dangerous.slice(1).map((line) => line.split(';')[0]),
    ]);
  });

  test('has every row', async () => {
    expect((await sheetOf('/many.xlsx'))?.rows).toHaveLength(12_346);
  });

  test('can be uploaded again without losses', async () => {
    const { server, owner } = asking;
    const file = await asking.get('/values.xlsx?_fields=-_id');
    const copy = await createdProject(server, owner, { name: 'copy.xlsx', bytes: file.rawPayload });
    expect(copy.tabs.map(({ title }) => title)).toEqual(['Values']);
    const url = `${apiPaths.projectTabRows(copy.id, copy.tabs[0]!.sheetId)}?_fields=-_id`;
    const rows = await server.app.inject({ url, headers: owner.headers });
    expect(rows.json().data).toEqual((await asking.get('/values?_fields=-_id')).json().data);
  });

  test('has a valid sheet name', async () => {
    expect((await sheetOf('/odd.xlsx'))?.name).toBe('Odd  name   "x"');
  });
});

describe('a file', () => {
  test.each(['csv', 'ndjson', 'xlsx'])(
    '.%s is the same the second time, and not sent again with its entity tag',
    async (format) => {
      const [first, second] = [
        await asking.get(`/many.${format}?n__lt=5000`),
        await asking.get(`/many.${format}?n__lt=5000`),
      ];
      expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(second.headers.etag).toBe(first.headers.etag);
      expect(second.headers['content-length']).toBe(String(first.rawPayload.length));
      const again = await asking.get(`/many.${format}?n__lt=5000`, { 'if-none-match': String(first.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  test.each(['csv', 'ndjson'])('.%s is compressed for transfer', async (format) => {
    const plain = await asking.get(`/many.${format}`);
    for (const times of ['first', 'second']) {
      const packed = await asking.get(`/many.${format}`, { 'accept-encoding': 'gzip' });
      expect([times, packed.headers['content-encoding']]).toEqual([times, 'gzip']);
      expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
    }
  });

  test('of several megabytes has a Content-Length when sent again', async () => {
    const first = await asking.get('/long.ndjson');
    const again = await asking.get('/long.ndjson');
    expect(first.rawPayload.length).toBeGreaterThan(2.5 * 1024 * 1024);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    const head = await asking.server.app.inject({ method: 'HEAD', url: `/v1/${asking.id}/long.ndjson` });
    for (const { headers } of [again, head]) expect(headers['content-length']).toBe(String(first.rawPayload.length));
  });

  test('has its headers in HEAD without being generated', async () => {
    const answer = await asking.server.app.inject({ method: 'HEAD', url: `/v1/${asking.id}/many.csv?n__gt=7` });
    expect([answer.statusCode, answer.body, answer.headers['x-total-count']]).toEqual([200, '', '12337']);
  });

  test('refuses _shape', async () => {
    expect((await asking.get('/cafes.csv?_shape=array')).json()).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      errors: [{ field: '_shape' }],
    });
  });
});
