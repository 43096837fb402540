import { apiPaths } from '../../../../src/contract/paths';
import { collectedBlobs } from '../../../fixtures/collectedBlobs';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, uploadVersion } from '../../../fixtures/driveFiles';
import { chosen } from './asking';

const test = beforeTests(() => buildTestApp());
const who = beforeEachTest(() => test.signUp());

/** `店,値段` and `カフェカフ,5`, in Shift JIS. */
const JAPANESE = {
  name: 'cafes.csv',
  bytes: Buffer.from('93582c926c92690a834a83748346834a83742c350a', 'hex'),
};

async function rawBlobs(id: string) {
  const tabs = await test.db.selectFrom('drive_tabs').select('raw_blob').where('spreadsheet_id', '=', id).execute();
  return tabs.map(({ raw_blob }) => raw_blob);
}

describe('the preview', () => {
  it('returns the first rows with column types, and how the file was read', async () => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name;price\nAssam;1,5\nSencha;7,25\n' });
    const { body } = await teas.call('GET', apiPaths.drivePreview(teas.id));
    expect(body).toMatchObject({
      spreadsheet: { id: teas.id, reading: { encoding: 'utf-8', separator: ';', decimals: '.,', chosen: {} } },
      preview: {
        tabs: [{ sheetId: 0, title: 'teas', rows: 2, columns: 2, published: true, warnings: [] }],
        shown: {
          sheetId: 0,
          headerRow: 1,
          columns: [
            { key: 'name', header: 'name', type: 'text' },
            { key: 'price', header: 'price', type: 'number' },
          ],
          rows: [
            ['Assam', 1.5],
            ['Sencha', 7.25],
          ],
        },
      },
    });
  });

  it('returns at most six rows, edits included', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `t${at},${at}`);
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: ['name,price', ...lines].join('\n') });
    await teas.edit(2, 1, 't0', 'first');
    const { rows } = (await teas.preview()).shown;
    expect(rows.map(([name]) => name)).toEqual(['first', 't1', 't2', 't3', 't4', 't5']);
  });

  it('is not found by other people', async () => {
    const teas = await chosen(test, who, JAPANESE);
    const { headers } = await test.signUp();
    const response = await test.app.inject({ url: apiPaths.drivePreview(teas.id), headers });
    expect(response.statusCode).toBe(404);
  });
});

describe('choosing how a text file is read', () => {
  it('reads the original file again, and deletes the earlier blobs and versions', async () => {
    const cafes = await chosen(test, who, JAPANESE);
    const raw = await rawBlobs(cafes.id);
    const { spreadsheet, preview } = await cafes.chose({ encoding: 'windows-1251' });
    expect(spreadsheet.reading).toMatchObject({ encoding: 'windows-1251', chosen: { encoding: 'windows-1251' } });
    expect(preview.shown.columns[0]?.key).not.toBe('店');
    const again = await cafes.chose({ encoding: 'shift_jis' });
    expect(again.preview.shown).toMatchObject({
      columns: [{ key: '店' }, { key: '値段', type: 'integer' }],
      rows: [['カフェカフ', 5]],
    });
    expect(await collectedBlobs(test.db)).not.toEqual(expect.arrayContaining(raw));
    const versions = test.db.selectFrom('drive_versions').select('n').where('spreadsheet_id', '=', cafes.id);
    expect(await versions.execute()).toEqual([{ n: 1 }]);
  });

  it('detects a choice that is set to null again, and keeps the other choices', async () => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name;price,usd\nAssam;4,5\n' });
    const first = await teas.chose({ separator: ',', decimal: '.' });
    expect(first.preview.shown.columns.map(({ key }) => key)).toEqual(['name;price', 'usd']);
    const { spreadsheet, preview } = await teas.chose({ separator: null });
    expect(spreadsheet.reading).toEqual({ encoding: 'utf-8', separator: ';', decimals: '.', chosen: { decimal: '.' } });
    expect(preview.shown.columns.map(({ type }) => type)).toEqual(['text', 'text']);
  });

  it.each([
    [',' as const, ['1.234', '1.234.567,89', '12,5'], [1234, 1_234_567.89, 12.5]],
    ['.' as const, ['1,234', '1,234,567.89', '12.5'], [1234, 1_234_567.89, 12.5]],
  ])('separates thousands by the other sign where “%s” is chosen', async (decimal, written, read) => {
    const bytes = ['name;price', ...written.map((price, at) => `Tea ${at};${price}`), ''].join('\n');
    const teas = await chosen(test, who, { name: 'teas.csv', bytes });
    expect((await teas.preview()).shown.columns[1]?.type).toBe('text');
    const { preview } = await teas.chose({ decimal });
    expect(preview.shown.columns[1]?.type).toBe('number');
    expect(preview.shown.rows.map(([, price]) => price)).toEqual(read);
  });

  it('a new project has the rows of the preview', async () => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name;price\nAssam;1.000\nSencha;2.000\n' });
    await teas.chose({ decimal: ',' });
    const { rows } = (await teas.preview()).shown;
    const project = await teas.makeProject();
    const { body } = await teas.call('GET', `/api/projects/${project.id}/tabs/0/rows`);
    const data = body.data as Record<string, unknown>[];
    expect(data.map(({ name, price }) => [name, price])).toEqual(rows);
  });

  it('keeps the title of a renamed sheet', async () => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name;price\nAssam;4\n' });
    await teas.call('PATCH', apiPaths.driveTab(teas.id, 0), { title: 'Prices' });
    const { spreadsheet } = await teas.chose({ separator: ',' });
    expect(spreadsheet.tabs.map(({ title }) => title)).toEqual(['Prices']);
  });

  it('an open editor gets the new cells', async () => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name;price\nAssam;4\n' });
    await teas.call('GET', `${apiPaths.driveTabRows(teas.id, 0)}?from=1&limit=10`);
    await teas.chose({ separator: ',' });
    const { body } = await teas.call('GET', `${apiPaths.driveTabRows(teas.id, 0)}?from=1&limit=10`);
    expect(body.rows).toMatchObject([
      { row: 1, cells: ['name;price'] },
      { row: 2, cells: ['Assam;4'] },
    ]);
  });

  it('applies to the next version of the file only if it fits', async () => {
    const cafes = await chosen(test, who, JAPANESE);
    await cafes.chose({ encoding: 'shift_jis', separator: ',' });
    const apply = async (bytes: Buffer | string) => {
      await uploadVersion(test, who, cafes.id, { name: 'cafes.csv', bytes });
      const { body } = await cafes.call('GET', apiPaths.driveSpreadsheet(cafes.id));
      return body.spreadsheet;
    };
    expect(await apply(JAPANESE.bytes)).toMatchObject({
      reading: { encoding: 'shift_jis', chosen: { encoding: 'shift_jis', separator: ',' } },
    });
    expect(await apply('店;値段\nカフェ;5\n')).toMatchObject({
      reading: { encoding: 'utf-8', separator: ';', chosen: {} },
    });
  });
});

describe('changes that reading the file again would lose', () => {
  const TEAS = { name: 'teas.csv', bytes: 'name;price\nAssam;4\n' };
  const refusal = { status: 409, body: { code: 'in_use' } };

  type Chosen = Awaited<ReturnType<typeof chosen>>;
  const insertion = { operation: { kind: 'insertRows', at: 2, count: 1 }, revision: 0 };
  it.each<[string, (teas: Chosen) => ReturnType<Chosen['call']>]>([
    ['a cell was edited', ({ edit }) => edit(2, 1, 'Assam', 'Oolong')],
    ['rows were inserted', ({ call, id }) => call('PATCH', apiPaths.driveTab(id, 0), insertion)],
    ['the header was changed', ({ edit }) => edit(1, 1, 'name', 'tea')],
    ['a sheet was added', ({ call, id }) => call('POST', apiPaths.driveTabs(id), {})],
  ])('refuse it after %s', async (_what, change) => {
    const teas = await chosen(test, who, TEAS);
    expect((await change(teas)).status).toBeLessThan(300);
    const before = await teas.preview();
    expect(await teas.choose({ separator: ',' })).toMatchObject(refusal);
    expect(await teas.preview()).toEqual(before);
  });

  it('refuse it after the data API wrote a row', async () => {
    const teas = await chosen(test, who, TEAS);
    const project = await teas.makeProject();
    const added = await teas.call('POST', `${apiPaths.projectKeys(project.id)}`, {
      ...{ name: 'A key', kind: 'secret', scopes: ['read', 'create'] },
    });
    const response = await test.app.inject({
      method: 'POST',
      url: `/v1/${project.id}/teas`,
      headers: { authorization: `Bearer ${String(added.body.secret)}` },
      payload: { name: 'Sencha', price: 9 },
    });
    expect(response.statusCode).toBe(201);
    expect(await teas.choose({ separator: ',' })).toMatchObject(refusal);
  });

  it('of a project without edits are a new version, so that the former one can be restored', async () => {
    const teas = await chosen(test, who, TEAS);
    const project = await teas.makeProject();
    const rows = async () => (await teas.call('GET', `/api/projects/${project.id}/tabs/0/rows`)).body.data;
    const before = await rows();
    await teas.chose({ separator: ',' });
    expect(await rows()).toMatchObject([{ 'name;price': 'Assam;4' }]);
    await teas.call('POST', apiPaths.driveVersionRestore(teas.id, 1));
    expect(await rows()).toEqual(before);
    const { body } = await teas.call('GET', apiPaths.driveSpreadsheet(teas.id));
    expect(body.spreadsheet).toMatchObject({ reading: { separator: ';', chosen: {} } });
    // A restored version has no edits.
    expect(await teas.choose({ separator: '|' })).toMatchObject({ status: 200 });
  });
});

describe('choices are refused', () => {
  it('for a workbook, which has no encoding or separator', async () => {
    const made = await chosen(test, who, madeWorkbook([{ title: 'One', cells: [['a'], ['b']] }]));
    expect(await made.choose({ separator: ';' })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_update',
        detail:
          'Only a file of text, such as CSV, has an encoding, a separator and a decimal sign to choose. “made.xlsx” is a workbook.',
      },
    });
  });

  it('for an encoding that the bytes are not valid in', async () => {
    const zeros = await chosen(test, who, { name: 'wide.csv', bytes: Buffer.from('a,b\n1,2\n', 'utf16le') });
    expect(await zeros.choose({ encoding: 'windows-1252' })).toMatchObject({
      status: 422,
      body: {
        detail: 'The file is not written in Western European (Windows-1252). Choose another encoding.',
        errors: [{ field: 'encoding' }],
      },
    });
    expect((await zeros.choose({ encoding: 'utf-16le' })).status).toBe(200);
  });

  it.each([
    [{}],
    [{ encoding: 'latin1' }],
    [{ separator: 'x' }],
    [{ decimal: "'" }],
    [{ quote: '"' }],
    [{ separator: ';', tabs: [{ sheetId: 0, headerRow: 0 }] }],
  ])('if malformed: %j', async (change) => {
    const teas = await chosen(test, who, { name: 'teas.csv', bytes: 'name,price\nAssam,4\n' });
    expect((await teas.choose(change as never)).status).toBe(400);
  });
});
