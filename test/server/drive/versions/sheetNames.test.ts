import fc from 'fast-check';
import { apiPaths } from '../../../../src/contract/paths';
import type { Problem } from '../../../../src/contract/problems';
import type { Project } from '../../../../src/contract/projects';
import type { SheetDifference, VersionAnswer, VersionDifference } from '../../../../src/contract/versions';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, type SentFile, uploaded, uploadVersion } from '../../../fixtures/driveFiles';
import { escaped, ods } from '../../../fixtures/workbookFiles';
import { checkProperty } from '../../endpoints/generated/holds';
import { writable } from '../../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());

interface Sheet {
  readonly title: string;
  readonly cells: readonly (readonly string[])[];
  /** Number of the sheet in an .xlsx file. */
  readonly sheetId?: number;
}

const odsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`;
const odsTable = ({ title, cells }: Sheet) => {
  const rows = cells.map((row) => `<table:table-row>${row.map(odsCell).join('')}</table:table-row>`);
  return `<table:table table:name="${escaped(title)}">${rows.join('')}</table:table>`;
};

type Format = 'xlsx' | 'ods' | 'csv';

/** Creates the file of some sheets: an .xlsx, or a .csv of the first one. */
function fileOf(format: Format, sheets: readonly [Sheet, ...Sheet[]]): SentFile {
  if (format === 'ods') return { name: 'made.ods', bytes: ods(sheets.map(odsTable).join('')) };
  if (format === 'xlsx') return madeWorkbook(sheets);
  const [{ title, cells }] = sheets;
  return { name: `${title}.csv`, bytes: `${cells.map((row) => row.join(',')).join('\n')}\n` };
}

/** A project of a file, with one key for each sheet that can read and write only that sheet. */
async function projectOf(file: SentFile) {
  const made = await writable(test, file);
  const { owner, project } = made;
  const keys = new Map<string, string>();
  const send = async <T>(query: string, sent: SentFile) => {
    const response = await uploadVersion(test, owner, project.sheetId, sent, query);
    return { status: response.statusCode, body: response.json<T>() };
  };
  const query = (parts: Record<string, string>, renamed?: object) =>
    `?${new URLSearchParams({ ...parts, ...(renamed && { renamed: JSON.stringify(renamed) }) }).toString()}`;
  const tabs = async () =>
    (await test.app.inject({ url: apiPaths.project(project.id), headers: owner.headers })).json<{ project: Project }>()
      .project.tabs;
  const path = (slug: string) => `/v1/${project.id}/${encodeURIComponent(slug)}`;
  return {
    tabs,
    keys,
    announce: (sent: SentFile, renamed?: object) => send<VersionDifference>(query({ dry_run: '1' }, renamed), sent),
    apply: (sent: SentFile, renamed?: object) => send<VersionAnswer>(query({}, renamed), sent),
    refused: async (sent: SentFile, renamed: object) => {
      const answers = [await send<Problem>(query({ dry_run: '1' }, renamed), sent)];
      answers.push(await send<Problem>(query({}, renamed), sent));
      return answers.map(({ body }) => body);
    },
    giveKeys: async () => {
      for (const { title, sheetId } of await tabs()) {
        if (!keys.has(title)) keys.set(title, await made.makeKey(['read', 'create'], { tabs: [sheetId] }));
      }
    },
    /** Titles of the sheets that a key can read. */
    readBy: async (key: string) => {
      const read: string[] = [];
      for (const { title, slug } of await tabs()) {
        if ((await made.call('GET', path(slug), { key })).status === 200) read.push(title);
      }
      return read;
    },
    /** Ids of the rows of each sheet, by its title. */
    ids: async () => {
      const ids = new Map<string, string[]>();
      for (const { title, slug } of await tabs()) {
        const { data } = (await made.call('GET', path(slug))).body as { data: { _id: string }[] };
        const all = data.map(({ _id }) => _id);
        ids.set(title, all);
      }
      return ids;
    },
    /** Adds a row to a sheet by the API. @returns its id */
    add: async (title: string, row: object) => {
      const slug = (await tabs()).find((tab) => tab.title === title)?.slug ?? '';
      const { status, body } = await made.call('POST', path(slug), { body: row });
      expect(status).toBe(201);
      return body.data._id as string;
    },
  };
}

type Made = Awaited<ReturnType<typeof projectOf>>;

/** The announced changes of a version, when nobody has confirmed a renamed sheet. */
const unanswered = ({ tabs }: VersionDifference): SheetDifference[] =>
  tabs.map((tab) => {
    const told: SheetDifference = { ...tab, kind: tab.kind === 'renamed?' ? 'deleted' : tab.kind };
    delete told.ifRenamed;
    return told;
  });

/** A sheet of lines with `;` between the cells. */
const sheet = (title: string, ...lines: string[]): Sheet => ({ title, cells: lines.map((line) => line.split(';')) });

const NOTES = sheet('Notes', 'note', 'buy milk', 'call Ann');
const COUNTRIES = sheet('Countries', 'country;capital', 'Norway;Oslo');
const ORDERS = sheet('Orders', 'order;total', '501;20');
const numbered = (...sheets: readonly Sheet[]) => sheets.map((sheet, at) => ({ ...sheet, sheetId: at + 1 }));

describe('sheets of the next file are matched by name', () => {
  it.each([
    ['numbered anew in another order', numbered(COUNTRIES, ORDERS, NOTES)],
    ['numbered anew without the first', numbered(COUNTRIES, ORDERS)],
    ['with names swapped', numbered({ ...COUNTRIES, title: 'Notes' }, { ...NOTES, title: 'Countries' }, ORDERS)],
    ['with another in place of one', numbered(sheet('Plans', 'plan', 'go'), COUNTRIES, ORDERS)],
  ])('%s', async (_how, sheets) => {
    const made = await projectOf(madeWorkbook(numbered(NOTES, COUNTRIES, ORDERS)));
    await made.giveKeys();
    const before = await made.ids();
    expect((await made.apply(madeWorkbook(sheets))).status).toBe(201);
    for (const [title, key] of made.keys) {
      expect(await made.readBy(key)).toEqual(sheets.some((sheet) => sheet.title === title) ? [title] : []);
    }
    const after = await made.ids();
    for (const [title, ids] of after) {
      for (const [other, former] of before) {
        if (other !== title) expect(ids.filter((id) => former.includes(id))).toEqual([]);
      }
    }
  });

  it('also for a .csv file, whose sheet has its name', async () => {
    const made = await projectOf(fileOf('csv', [NOTES]));
    await made.giveKeys();
    await made.apply(fileOf('csv', [COUNTRIES]));
    expect(await made.readBy(made.keys.get('Notes') ?? '')).toEqual([]);
    expect((await made.tabs()).map(({ title }) => title)).toEqual(['Countries']);
  });

  it.each([
    ['at once', false],
    ['later', true],
  ])(
    'in other capitals it is another one, which a key that hides columns does not know: %s',
    async (_when, isLater) => {
      const sheets = [NOTES, COUNTRIES, ORDERS];
      const made = await writable(test, madeWorkbook(numbered(...sheets)));
      const { owner, project } = made;
      const [notes, countries] = project.tabs;
      const apply = async (...next: Sheet[]) =>
        expect((await uploadVersion(test, owner, project.sheetId, madeWorkbook(next))).statusCode).toBe(201);
      await made.update({ tabs: [{ sheetId: notes?.sheetId, published: false }] });
      const key = await made.makeKey(['read'], {
        hiddenColumns: [{ sheetId: countries?.sheetId, columns: ['capital'] }],
      });
      if (isLater) await apply(ORDERS);
      await apply(...sheets.map((one) => ({ ...one, title: one.title.toUpperCase() })));
      const { tabs } = await made.update({ title: 'x' });
      expect(tabs).toMatchObject([
        { title: 'NOTES', published: false },
        { title: 'COUNTRIES', published: true },
        { title: 'ORDERS', published: true },
      ]);
      expect((await made.call('GET', `/v1/${project.id}/COUNTRIES`, { key })).status).toBe(404);
    },
  );

  it('except if two have the same name', async () => {
    const made = await projectOf(madeWorkbook([NOTES, COUNTRIES]));
    const [problem] = await made.refused(madeWorkbook([NOTES, { ...COUNTRIES, title: 'Notes ' }]), {});
    expect(problem).toMatchObject({ status: 422, code: 'damaged_workbook' });
    expect(problem?.detail).toBe('The file has two sheets called “Notes”.');
  });
});

describe('an address is matched with the titles of sheets before the slugs', () => {
  const LOWER = { ...NOTES, title: 'notes' };
  const slugsOf = async (made: Made) => (await made.tabs()).map(({ title, slug }) => [title, slug]);

  it('so a sheet whose slug is the title of a new sheet gets another slug', async () => {
    const made = await projectOf(madeWorkbook([NOTES]));
    await made.giveKeys();
    const added = await made.add('Notes', { note: 'from the API' });
    const before = await made.ids();
    expect(await slugsOf(made)).toEqual([['Notes', 'notes']]);
    expect((await made.apply(madeWorkbook([NOTES, LOWER]))).status).toBe(201);
    expect(await slugsOf(made)).toEqual([
      ['Notes', 'notes-2'],
      ['notes', 'notes'],
    ]);
    await made.giveKeys();
    for (const [title, key] of made.keys) expect(await made.readBy(key)).toEqual([title]);
    const after = await made.ids();
    expect(after.get('Notes')).toEqual(before.get('Notes'));
    expect(after.get('Notes')).toContain(added);
    const addedToNew = await made.add('notes', { note: 'from the API, for the new one' });
    expect((await made.ids()).get('notes')).toEqual([...(after.get('notes') ?? []), addedToNew]);
    expect(after.get('notes')?.filter((id) => before.get('Notes')?.includes(id))).toEqual([]);
  });

  it('also when a sheet comes back whose title is the slug of another', async () => {
    const made = await projectOf(madeWorkbook([NOTES]));
    const before = await made.ids();
    await made.giveKeys();
    await made.apply(madeWorkbook([LOWER]));
    await made.giveKeys();
    expect((await made.apply(madeWorkbook([LOWER, NOTES]))).status).toBe(201);
    expect(await slugsOf(made)).toEqual([
      ['notes', 'notes-2'],
      ['Notes', 'notes-3'],
    ]);
    for (const [title, key] of made.keys) expect(await made.readBy(key)).toEqual([title]);
    expect((await made.ids()).get('notes')?.filter((id) => before.get('Notes')?.includes(id))).toEqual([]);
  });

  it('so a sheet keeps its address if its slug is in the file', async () => {
    const dots = { ...NOTES, title: '..' };
    const made = await projectOf(madeWorkbook([dots]));
    const urls = async () => (await made.tabs()).map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    const before = await made.ids();
    expect(await urls()).toEqual(['tab-1']);
    expect((await made.apply(madeWorkbook([dots, { ...COUNTRIES, title: 'tab-1' }]))).status).toBe(201);
    expect(await urls()).toEqual(['tab-1-2', 'tab-1']);
    expect((await made.ids()).get('..')).toEqual(before.get('..'));
  });
});

describe('a sheet whose name is gone', () => {
  const RENAMED = { ...NOTES, title: 'Journal' };

  it('keeps rights, ids and rows of the API if a person confirms its new name, as announced', async () => {
    const made = await projectOf(madeWorkbook([NOTES, COUNTRIES]));
    await made.giveKeys();
    const added = await made.add('Notes', { note: 'from the API' });
    const before = await made.ids();
    const file = madeWorkbook([COUNTRIES, RENAMED]);
    const { body: asked } = await made.announce(file);
    const becomes = { title: 'Journal', formerTitle: 'Notes', kind: 'changed', apiRowsKept: 1, apiRowsDropped: 0 };
    expect(asked.tabs).toMatchObject([
      { title: 'Countries', kind: 'kept' },
      { title: 'Journal', kind: 'added', added: 2 },
      { title: 'Notes', kind: 'renamed?', deleted: 3, apiRowsDropped: 1, ifRenamed: becomes },
    ]);
    const renamed = { Notes: 'Journal' };
    const { body: announced } = await made.announce(file, renamed);
    expect(announced.tabs).toEqual([asked.tabs[0], asked.tabs[2]?.ifRenamed]);
    expect((await made.apply(file, renamed)).body.difference).toEqual(announced);
    expect((await made.ids()).get('Journal')).toEqual(before.get('Notes'));
    expect(before.get('Notes')).toContain(added);
    expect(await made.readBy(made.keys.get('Notes') ?? '')).toEqual(['Journal']);
  });

  it.each([
    ['two new sheets have its header', [RENAMED, { ...NOTES, title: 'Diary' }]],
    ['its header has changed', [sheet('Journal', 'entry', 'x')]],
  ])('is not offered for renaming when %s', async (_why, sheets) => {
    const made = await projectOf(madeWorkbook([NOTES, COUNTRIES]));
    const { body } = await made.announce(madeWorkbook([COUNTRIES, ...sheets]));
    expect(body.tabs.at(-1)).toMatchObject({ title: 'Notes', kind: 'deleted' });
  });

  it.each([
    ['letters', 'A;B'],
    ['generated names', 'column_A;column_B'],
  ])('is not offered for renaming when its header is made of %s, which any sheet can have', async (_kind, header) => {
    const made = await projectOf(madeWorkbook([sheet('Notes', header, 'x;y', 'z;w'), COUNTRIES]));
    const file = madeWorkbook([COUNTRIES, sheet('Journal', header, 'x;y', 'z;w')]);
    expect((await made.announce(file)).body.tabs.at(-1)).toMatchObject({ title: 'Notes', kind: 'deleted' });
    expect((await made.refused(file, { Notes: 'Journal' }))[0]).toMatchObject({ status: 422 });
  });

  it('is compared with new ones by a few header rows at most, however many were chosen', async () => {
    const sheets = (letter: string) =>
      madeWorkbook(
        Array.from({ length: 12 }, (_, at) => ({
          title: `${letter}${at}`,
          cells: Array.from({ length: 15 }, (_row, n) => [`${n}`, 'x']),
        })),
      );
    const owner = await test.signUp();
    const { id, tabs } = await uploaded(test, owner, sheets('a'));
    const payload = { tabs: tabs.map(({ sheetId }, at) => ({ sheetId, headerRow: at + 1 })) };
    const url = apiPaths.driveSpreadsheet(id);
    expect((await test.app.inject({ method: 'PATCH', url, headers: owner.headers, payload })).statusCode).toBe(200);
    const run = jest.spyOn(test.workers, 'run');
    expect((await uploadVersion(test, owner, id, sheets('b'), '?dry_run=1')).statusCode).toBe(200);
    expect(run.mock.calls.filter(([job]) => job === 'inspectTab')).toHaveLength(12 + 5 * 12);
  });

  describe('with a choice that the request may not contain', () => {
    let made: Made;
    beforeAll(async () => {
      made = await projectOf(madeWorkbook([NOTES, { ...NOTES, title: 'Memos' }, COUNTRIES]));
    });

    it.each([
      ['an unknown old name', { Nothing: 'Journal' }, '“Nothing” is not a sheet that the file leaves out.'],
      ['a name that is not gone', { Countries: 'Journal' }, '“Countries” is not a sheet that the file leaves out.'],
      ['an unknown new name', { Notes: 'Nothing' }, '“Nothing” is not a new sheet of the file.'],
      ['a name that is not new', { Notes: 'Countries' }, '“Countries” is not a new sheet of the file.'],
      ['a name of every object', { constructor: 'toString' }, '“constructor” is not a sheet that the file leaves out.'],
      ['another header', { Notes: 'Sales' }, '“Notes” and “Sales” do not have the same header.'],
      ['two that become one', { Notes: 'Journal', Memos: 'Journal' }, 'Two sheets cannot both become “Journal”.'],
      ['a list', [['Notes', 'Journal']], 'renamed is not a JSON object of sheet names.'],
      ['a number', { Notes: 7 }, 'renamed is not a JSON object of sheet names.'],
    ])('is not renamed by %s', async (_what, renamed, detail) => {
      const before = await made.ids();
      const file = madeWorkbook([COUNTRIES, RENAMED, { ...ORDERS, title: 'Sales' }]);
      for (const problem of await made.refused(file, renamed)) {
        expect(problem).toMatchObject({ status: 422, code: 'invalid_update', errors: [{ field: 'renamed' }] });
        expect(problem.detail).toContain(detail);
        expect(problem.hint).toContain('Send renamed as a JSON object');
      }
      expect(await made.ids()).toEqual(before);
    });
  });
});

it('rows of the API are not announced as kept if the file has none of their columns', async () => {
  const made = await projectOf(madeWorkbook([NOTES, COUNTRIES]));
  const added = await made.add('Notes', { note: 'from the API' });
  const file = madeWorkbook([{ ...ORDERS, title: 'Notes' }, COUNTRIES]);
  const { body: announced } = await made.announce(file);
  expect(announced.tabs[0]).toMatchObject({ title: 'Notes', apiRowsKept: 0, apiRowsDropped: 1, added: 1, deleted: 3 });
  expect((await made.apply(file)).body.difference).toEqual(announced);
  expect((await made.ids()).get('Notes')).not.toContain(added);
});

const TITLES = ['Notes', 'Countries', 'Orders', 'notes', 'Åre & Co'] as const;
const HEADERS = [['note', 'by'], ['country', 'capital'], ['order'], ['A', 'B'], ['note', 'by', 'at']];

/** A sheet with its header and rows, so that files can move both from name to name. */
const sheetOf = (title: string) =>
  fc
    .record({
      header: fc.constantFrom(...HEADERS),
      rows: fc.integer({ min: 1, max: 4 }),
      of: fc.constantFrom(...TITLES),
    })
    .map(({ header, rows, of }): Sheet => {
      const row = (n: number) => header.map((column) => `${column} ${n} of ${of.replaceAll(/\W/g, '')}`);
      return { title, cells: [header, ...Array.from({ length: rows }, (_, n) => row(n))] };
    });

const file = fc
  .record({
    titles: fc.shuffledSubarray([...TITLES], { minLength: 1 }),
    format: fc.constantFrom<Format>('xlsx', 'xlsx', 'ods', 'csv'),
    numbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: TITLES.length, maxLength: TITLES.length }),
  })
  .chain(({ titles, format, numbers }) =>
    fc.tuple(...titles.map(sheetOf)).map((sheets) => {
      const given = sheets.map((sheet, at) => ({ ...sheet, sheetId: numbers[at] }));
      return { format, sheets: given.slice(0, format === 'csv' ? 1 : given.length) as [Sheet, ...Sheet[]] };
    }),
  );

/** Adds a row by the API to every sheet, in its first column. @returns their ids by title */
async function addEverywhere(made: Made, sheets: readonly Sheet[]) {
  const added = new Map<string, string>();
  for (const { title, cells } of sheets) {
    added.set(title, await made.add(title, { [cells[0]?.[0] ?? '']: `by the API, for ${title}` }));
  }
  return added;
}

it('whatever becomes of the sheets of a file, keys, ids and rows of the API stay with their names', async () => {
  const property = fc.asyncProperty(file, fc.array(file, { minLength: 1, maxLength: 2 }), async (first, next) => {
    const made = await projectOf(fileOf(first.format, first.sheets));
    const homes = new Map<string, string>();
    const checkIds = async () => {
      for (const [title, ids] of await made.ids()) {
        for (const id of ids) {
          expect([homes.get(id) ?? title, id]).toEqual([title, id]);
          homes.set(id, title);
        }
      }
    };
    let sheets: readonly Sheet[] = first.sheets;
    for (const version of next) {
      await made.giveKeys();
      const added = await addEverywhere(made, sheets);
      await checkIds();
      const sent = fileOf(version.format, version.sheets);
      const { body: announced } = await made.announce(sent);
      const { status, body } = await made.apply(sent);
      expect([status, body.difference?.tabs]).toEqual([201, unanswered(announced)]);
      await checkIds();
      const ids = await made.ids();
      expect([...ids.keys()]).toEqual(version.sheets.map(({ title }) => title));
      for (const { title, kind, apiRowsKept, apiRowsDropped } of body.difference.tabs) {
        const isThere = ids.get(title)?.includes(added.get(title) ?? '') ?? false;
        if (kind !== 'added' && apiRowsKept + apiRowsDropped === 1)
          expect([title, isThere]).toEqual([title, apiRowsKept === 1]);
        if (kind === 'deleted') expect([title, isThere, apiRowsDropped]).toEqual([title, false, expect.any(Number)]);
      }
      for (const [title, key] of made.keys) {
        expect([title, await made.readBy(key)]).toEqual([title, ids.has(title) ? [title] : []]);
      }
      sheets = version.sheets;
    }
  });
  await checkProperty(property, 4);
});
