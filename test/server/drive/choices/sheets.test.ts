import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook } from '../../../fixtures/driveFiles';
import { chosen } from './asking';

const test = beforeTests(() => buildTestApp());
const who = beforeEachTest(() => test.signUp());

const PLAIN = { name: 'readings.csv', bytes: '1,Oslo\n2,Bergen\n3,Tromsø\n' };
const BOOK = madeWorkbook([
  { title: 'Prices', cells: [['tea'], ['Assam'], ['Sencha']] },
  { title: 'Notes', hidden: true, cells: [['note'], ['secret']] },
]);

describe('the header row', () => {
  it('can be set and unset, and row counts follow', async () => {
    const plain = await chosen(test, who, PLAIN);
    expect((await plain.preview()).shown).toMatchObject({ headerRow: 0, columns: [{ key: 'A' }, { key: 'B' }] });
    const { spreadsheet, preview } = await plain.chose({ tabs: [{ sheetId: 0, headerRow: 1 }] });
    expect(spreadsheet.tabs).toEqual([{ sheetId: 0, title: 'readings', rows: 2, columns: 2 }]);
    expect(preview.tabs).toMatchObject([{ headerRow: 1, rows: 2 }]);
    expect(preview.shown).toMatchObject({
      headerRow: 1,
      columns: [{ key: '1' }, { key: 'Oslo' }],
      rows: [
        [2, 'Bergen'],
        [3, 'Tromsø'],
      ],
    });
    const found = await plain.chose({ tabs: [{ sheetId: 0, headerRow: null }] });
    expect(found.preview.tabs[0]).toMatchObject({ rows: 3 });
    expect(found.preview.tabs[0]).not.toHaveProperty('headerRow');
  });

  it('applies to the project and to its check', async () => {
    const plain = await chosen(test, who, PLAIN);
    await plain.chose({ tabs: [{ sheetId: 0, headerRow: 1 }] });
    const { body } = await plain.call('POST', apiPaths.projectsCheck, { sheetId: plain.id });
    expect(body.tabs).toEqual([{ sheetId: 0, title: 'readings', rows: 2, columns: 2 }]);
    const project = await plain.makeProject();
    expect(project.tabs).toMatchObject([{ headerRow: 1, rows: 2 }]);
    const { body: rows } = await plain.call('GET', `/api/projects/${project.id}/tabs/0/rows`);
    expect(rows.data).toMatchObject([
      { 1: 2, Oslo: 'Bergen' },
      { 1: 3, Oslo: 'Tromsø' },
    ]);
  });

  it('stays when cells are edited, and moves when rows are inserted above it', async () => {
    const plain = await chosen(test, who, PLAIN);
    await plain.chose({ tabs: [{ sheetId: 0, headerRow: 2 }] });
    await plain.edit(3, 2, 'Tromsø', 'Bodø');
    expect((await plain.preview()).shown.rows).toEqual([[3, 'Bodø']]);
    const operation = { kind: 'insertRows', at: 1, count: 2 };
    await plain.call('PATCH', apiPaths.driveTab(plain.id, 0), { revision: 1, operation });
    expect(await plain.preview()).toMatchObject({ tabs: [{ headerRow: 4, rows: 1 }], shown: { headerRow: 4 } });
  });

  it('stays when the file is read again', async () => {
    const plain = await chosen(test, who, PLAIN);
    await plain.chose({ tabs: [{ sheetId: 0, headerRow: 2 }] });
    const { preview } = await plain.chose({ encoding: 'utf-8' });
    expect(preview).toMatchObject({ tabs: [{ headerRow: 2 }], shown: { columns: [{ key: '2' }, { key: 'Bergen' }] } });
  });
});

describe('which sheets become endpoints', () => {
  it('hidden sheets do not, unless switched on', async () => {
    const book = await chosen(test, who, BOOK);
    const { tabs } = await book.preview();
    expect(tabs).toMatchObject([
      { title: 'Prices', published: true },
      { title: 'Notes', hidden: true, published: false },
    ]);
    const { body } = await book.call('POST', apiPaths.projectsCheck, { sheetId: book.id });
    expect(body.tabs).toMatchObject([{ title: 'Prices' }, { title: 'Notes', hidden: true }]);
    const notes = tabs[1]!.sheetId;
    await book.chose({
      tabs: [
        { sheetId: notes, published: true },
        { sheetId: tabs[0]!.sheetId, published: false },
      ],
    });
    const project = await book.makeProject();
    expect(project.tabs.map(({ title, published }) => [title, published])).toEqual([
      ['Prices', false],
      ['Notes', true],
    ]);
  });

  it('the preview has the rows of the sheet just chosen, or of the requested one', async () => {
    const book = await chosen(test, who, BOOK);
    const [prices, notes] = (await book.preview()).tabs.map(({ sheetId }) => sheetId) as [number, number];
    const { preview } = await book.chose({ tabs: [{ sheetId: notes, published: true }] });
    expect(preview.shown).toMatchObject({ sheetId: notes, rows: [['secret']] });
    expect((await book.preview(`?tab=${notes}`)).shown.sheetId).toBe(notes);
    expect(
      (await book.chose({ tabs: [{ sheetId: notes, published: false }] }, `?tab=${prices}`)).preview.shown,
    ).toMatchObject({ sheetId: prices });
    expect((await book.call('GET', `${apiPaths.drivePreview(book.id)}?tab=77`)).status).toBe(404);
  });
});

it('a removed sheet comes back with its header row and its switch', async () => {
  const book = await chosen(test, who, BOOK);
  const [prices, notes] = (await book.preview()).tabs.map(({ sheetId }) => sheetId) as [number, number];
  await book.chose({
    tabs: [
      { sheetId: prices, headerRow: 2, published: false },
      { sheetId: notes, published: true },
    ],
  });
  const before = await book.preview();
  const { body } = await book.call('DELETE', apiPaths.driveTab(book.id, prices));
  await book.call('POST', apiPaths.driveTabs(book.id), { restore: body.removed });
  expect(await book.preview()).toEqual(before);
});

describe('choices are refused', () => {
  it.each([
    [[{ sheetId: 9, headerRow: 1 }], 'This spreadsheet has no sheet with the number 9.', 'tabs.0.sheetId'],
    [
      [
        { sheetId: 0, headerRow: 1 },
        { sheetId: 0, published: true },
      ],
      'The sheet “readings” is named twice.',
      'tabs.1.sheetId',
    ],
    [[{ sheetId: 0, headerRow: 40 }], 'Row 40 of the sheet “readings” holds no column names.', 'tabs.0.headerRow'],
    [
      [{ sheetId: 0, published: false }],
      'Leave one sheet switched on: a project needs one at least.',
      'tabs.0.published',
    ],
  ])('if they do not fit the spreadsheet: %j', async (tabs, detail, field) => {
    const plain = await chosen(test, who, PLAIN);
    const before = await plain.preview();
    expect(await plain.choose({ tabs })).toMatchObject({
      status: 422,
      body: { code: 'invalid_update', detail, errors: [{ field, detail }] },
    });
    expect(await plain.preview()).toEqual(before);
  });

  it.each([[[]], [[{ sheetId: 0, headerRow: -1 }]], [[{ sheetId: 0, title: 'x' }]]])(
    'if malformed: %j',
    async (tabs) => {
      const plain = await chosen(test, who, PLAIN);
      expect((await plain.choose({ tabs })).status).toBe(400);
    },
  );

  it('once there is a project, whose settings apply', async () => {
    const plain = await chosen(test, who, PLAIN);
    await plain.makeProject();
    expect(await plain.choose({ tabs: [{ sheetId: 0, headerRow: 1 }] })).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        detail: 'The project “readings” is made of this spreadsheet: it decides about header rows and sheets.',
        hint: 'Change them on its page, under Settings.',
      },
    });
  });
});
