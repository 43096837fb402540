import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, type SentFile } from '../../fixtures/driveFiles';
import { cellXml, xlsx } from '../../fixtures/workbookFiles';
import { makeKey } from '../keys/keyOf';

let goods: Awaited<ReturnType<typeof published>>;
let bill: Awaited<ReturnType<typeof published>>;
const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
beforeAll(async () => {
  goods = await published(csv);
  bill = await published(book);
});

const TYPES = { integer: 'Menge', number: 'Preis' };
const csv: SentFile = {
  name: 'Waren.csv',
  bytes: [
    `Name,${TYPES.integer},${TYPES.number},Da,Wann,Code`,
    'Tee,1,1.50,true,2009-04-01 12:30,=1+1',
    'Kaffee,20,12.00,FALSE,2009-04-02 08:00,-x',
    'Kakao,,3.25,TRUE,,007',
    '',
  ].join('\n'),
};

const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
const book: SentFile = {
  name: 'Rechnung.xlsx',
  bytes: xlsx({
    formats: [0, 14],
    sheets: [
      {
        name: 'Rechnung',
        rows: [
          row(1, ['Was', 'Summe', 'Tag', 'Stimmt', 'Note'].map(cellXml).join('')),
          row(2, `${cellXml('a')}<c><f>2*B9</f><v>3.5</v></c><c s="1"><v>39904</v></c><c t="b"><v>1</v></c>`),
          row(
            3,
            `${cellXml('b')}<c><f t="shared" ref="B3:B4" si="0">A3+1</f><v>4</v></c><c/><c/><c t="e"><v>#REF!</v></c>`,
          ),
          row(4, `${cellXml('c')}<c><f t="shared" si="0"/><v>5</v></c><c/><c t="b"><v>0</v></c>${cellXml('fine')}`),
        ].join(''),
      },
    ],
  }),
};

/** A public project of a file, and the calls that query its tab. */
async function published(file: SentFile) {
  const project: Project = await createdProject(server, owner, file);
  await server.app.inject({
    method: 'PUT',
    url: apiPaths.projectUpdate(project.id),
    headers: owner.headers,
    payload: { access: 'public' },
  });
  const base = `/v1/${project.id}/${project.tabs[0]?.slug}`;
  const get = (query: string, headers = {}) => server.app.inject({ url: base + query, headers });
  const rows = async (query: string) => (await get(`?_shape=array&${query}`)).json<Record<string, unknown>[]>();
  return { id: project.id, base, get, rows };
}

describe('_values=text', () => {
  test('returns the texts of a CSV as written, blanks as null', async () => {
    expect(await goods.rows('_values=text&_fields=*,-_id')).toEqual([
      { Name: 'Tee', Menge: '1', Preis: '1.50', Da: 'true', Wann: '2009-04-01 12:30', Code: '=1+1' },
      { Name: 'Kaffee', Menge: '20', Preis: '12.00', Da: 'FALSE', Wann: '2009-04-02 08:00', Code: '-x' },
      { Name: 'Kakao', Menge: null, Preis: '3.25', Da: 'TRUE', Wann: null, Code: '007' },
    ]);
  });

  test('is refused if a format repeats texts so often that they need too much memory', async () => {
    const strings = `<si><t>Name</t></si><si><t>${'x'.repeat(900)}</t></si>`;
    const cells = row(1, '<c t="s"><v>0</v></c>') + '<row><c t="s" s="1"><v>1</v></c></row>'.repeat(2_500);
    const sheet = { name: 'Repeated', rows: cells };
    const bytes = xlsx({ formats: [0, `0;0;0;${'@'.repeat(50)}`], strings, sheets: [sheet] });
    const repeated = await published({ name: 'Repeated.xlsx', bytes });
    const refused = await repeated.get('?_values=text');
    expect([refused.statusCode, refused.json().detail]).toEqual([
      413,
      'The displayed texts of Repeated need more memory than this server allows.',
    ]);
    expect((await repeated.get('?_limit=1')).statusCode).toBe(200);
  });

  test('returns the displayed texts of a workbook, errors included', async () => {
    expect(await bill.rows('_values=text&_fields=*,-_id')).toEqual([
      { Was: 'a', Summe: '3.5', Tag: '4/1/09', Stimmt: 'TRUE', Note: null },
      { Was: 'b', Summe: '4', Tag: null, Stimmt: null, Note: '#REF!' },
      { Was: 'c', Summe: '5', Tag: null, Stimmt: 'FALSE', Note: 'fine' },
    ]);
  });

  test('filters and sorts by values, not by texts', async () => {
    expect(await goods.rows('_values=text&Preis__gte=3&_sort=-Preis&_fields=Preis,-_id')).toEqual([
      { Preis: '12.00' },
      { Preis: '3.25' },
    ]);
    expect(await goods.rows('_values=text&Preis=1.5&_fields=Preis,-_id')).toEqual([{ Preis: '1.50' }]);
  });

  test('works in every format', async () => {
    const look = '_values=text&_fields=Preis,Code,-_id';
    expect((await goods.get(`?${look}&_shape=columns`)).json()).toMatchObject({
      data: { Preis: ['1.50', '12.00', '3.25'], Code: ['=1+1', '-x', '007'] },
    });
    expect((await goods.get(`?${look}&_single=1`)).json()).toMatchObject({ data: { Preis: '1.50', Code: '=1+1' } });
    expect((await goods.get(`.csv?${look}`)).body).toBe("Preis,Code\r\n1.50,'=1+1\r\n12.00,'-x\r\n3.25,007\r\n");
    expect((await goods.get(`.ndjson?${look}&_limit=1`)).body.trim()).toBe('{"Preis":"1.50","Code":"=1+1"}');
    const asked = await server.app.inject({
      method: 'POST',
      url: `${goods.base}/_query`,
      payload: { values: 'text', fields: ['Preis'], limit: 1 },
    });
    expect(asked.json()).toMatchObject({ data: [{ Preis: '1.50' }] });
  });

  test('escapes formulas in CSV, and no numbers', async () => {
    const { get } = await published({
      name: 'Zahlen.csv',
      bytes: 'Name,Wert,Text\na,-1.50,-1.50\nb,12.00,+49\nc,-3.25,=1+1\nd,0.50,-x\ne,-7.00,@a\n',
    });
    const lines = async (query: string) =>
      (await get(`.csv?_fields=Wert,Text,-_id${query}`)).body.split('\r\n').slice(1, -1);
    expect(await lines('&_values=text')).toEqual([
      "-1.50,'-1.50",
      "12.00,'+49",
      "-3.25,'=1+1",
      "0.50,'-x",
      "-7.00,'@a",
    ]);
    expect(await lines('')).toEqual(["-1.5,'-1.50", "12,'+49", "-3.25,'=1+1", "0.5,'-x", "-7,'@a"]);
    expect(await lines('&_values=text&_csv=raw')).toEqual([
      '-1.50,-1.50',
      '12.00,+49',
      '-3.25,=1+1',
      '0.50,-x',
      '-7.00,@a',
    ]);
  });

  test('displays the new value of a cell that was written to', async () => {
    const { id, base, rows } = await published(csv);
    const [first] = await rows('_limit=1');
    const { secret } = await makeKey(server, owner, id, { scopes: ['read', 'update', 'create'] });
    await rows('_values=text');
    const headers = { 'x-api-key': secret };
    const changed = await server.app.inject({
      method: 'PATCH',
      url: `${base}/${String(first?._id)}`,
      headers,
      payload: { Preis: 2.5 },
    });
    expect(changed.statusCode).toBe(200);
    await server.app.inject({ method: 'POST', url: base, headers, payload: { Name: 'Saft', Preis: 0.5 } });
    expect(await rows('_values=text&_fields=Preis,Wann,-_id')).toEqual([
      { Preis: '2.5', Wann: '2009-04-01 12:30' },
      { Preis: '12.00', Wann: '2009-04-02 08:00' },
      { Preis: '3.25', Wann: null },
      { Preis: '0.5', Wann: null },
    ]);
  });

  test('is another response than that with values, with its own entity tag', async () => {
    const [plain, text] = await Promise.all([goods.get(''), goods.get('?_values=text')]);
    expect(plain.headers.etag).not.toBe(text.headers.etag);
    const again = await goods.get('?_values=text', { 'if-none-match': text.headers.etag });
    expect(again.statusCode).toBe(304);
    expect((await goods.get('?_values=text')).body).toBe(text.body);
    expect((await goods.get('')).body).toBe(plain.body);
  });
});

describe('_values=formula', () => {
  test('returns formulas, shared ones as in each cell, and null for other cells', async () => {
    expect(await bill.rows('_values=formula&_fields=*,-_id')).toEqual([
      { Was: null, Summe: '=2*B9', Tag: null, Stimmt: null, Note: null },
      { Was: null, Summe: '=A3+1', Tag: null, Stimmt: null, Note: null },
      { Was: null, Summe: '=A4+1', Tag: null, Stimmt: null, Note: null },
    ]);
  });

  test('keeps ids and row numbers, and escapes CSV', async () => {
    const [id] = await bill.rows('_limit=1');
    expect((await bill.rows('_values=formula&_limit=1&_fields=_row,Summe'))[0]).toEqual({
      _id: id?._id,
      _row: 2,
      Summe: '=2*B9',
    });
    expect((await bill.get('.csv?_values=formula&_fields=Summe,-_id&_limit=1')).body).toBe("Summe\r\n'=2*B9\r\n");
    expect((await bill.get('.csv?_values=formula&_fields=Summe,-_id&_limit=1&_csv=raw')).body).toBe(
      'Summe\r\n=2*B9\r\n',
    );
  });

  test('works for one row', async () => {
    const [first] = await bill.rows('_limit=1');
    const one = await bill.get(`/${String(first?._id)}?_values=formula&_fields=Summe`);
    expect(one.json()).toMatchObject({ data: { _id: first?._id, Summe: '=2*B9' } });
    const values = await bill.get(`/${String(first?._id)}?_fields=Summe`);
    expect(values.json()).toMatchObject({ data: { Summe: 3.5 } });
    expect(values.headers.etag).not.toBe(one.headers.etag);
  });

  test('reveals nothing about columns that are hidden from a key', async () => {
    const hiddenColumns = [{ sheetId: 1, columns: ['Summe'] }];
    const { secret } = await makeKey(server, owner, bill.id, { scopes: ['read'], hiddenColumns });
    const headers = { 'x-api-key': secret };
    const answer = await server.app.inject({ url: `${bill.base}?_values=formula&_shape=array&_limit=1`, headers });
    expect(answer.body).not.toContain('Summe');
    expect(answer.body).not.toContain('B9');
    const asked = await server.app.inject({ url: `${bill.base}?_values=formula&_fields=Summe`, headers });
    expect(asked.statusCode).toBe(400);
  });
});

describe('_values is refused', () => {
  test.each([
    ['_values=display', 'invalid_parameter', /text, formula/],
    ['_values=text&_distinct=Name', 'invalid_parameter', /for rows/],
    ['_values=text&_group=Name', 'invalid_parameter', /for rows/],
    ['_values=text&_values=text', 'invalid_parameter', /2 times/],
  ])('in %s', async (query, code, detail) => {
    const answer = await goods.get(`?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, detail: expect.stringMatching(detail) });
  });
});

test('_values=text works with cursors', async () => {
  const first = (await goods.get('?_values=text&_limit=1&_fields=Preis,-_id')).json<{
    data: unknown[];
    meta: { next: string };
  }>();
  expect(first.data).toEqual([{ Preis: '1.50' }]);
  const { search } = new URL(first.meta.next);
  expect((await goods.get(search)).json()).toMatchObject({ data: [{ Preis: '12.00' }] });
});
