import { Readable } from 'node:stream';
import type { ApiKey } from '../../../src/contract/keys';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { madeWorkbook, type SentFile, uploadVersion } from '../../fixtures/driveFiles';
import { type Writable, writable } from '../endpoints/write/writing';

/** Whatever becomes of the headers of a sheet, a key never reads the data that was hidden from it. */

const test = beforeTests(() => buildTestApp());

const STAFF = ['Name,Salary,Bonus', 'Ann,7001,31', 'Bob,7002,32', 'Cleo,7003,33', 'Dan,7004,34'];
const [, ...PEOPLE] = STAFF as [string, ...string[]];
const withHeader = (header: string, rows = PEOPLE) => [header, ...rows];
/** Moves the columns of the sheet, with their data. */
const arranged = (order: (row: string[]) => string[]) => STAFF.map((line) => order(line.split(',')).join(','));

/** Removes a column of the sheet. */
const without = (lines: readonly string[], place: number) =>
  lines.map((line) => line.split(',').toSpliced(place, 1).join(','));
/** The sheet with another header for the hidden column, whose own is now that of a new one: the last, or the one behind it. */
const REPLACED = withHeader('Name,Wage,Bonus').map((line, at) => `${line},${at ? at : 'Salary'}`);
const replacedInPlace = arranged(([name = '', salary = '', bonus = '']) =>
  salary === 'Salary' ? [name, 'Wage', salary, bonus] : [name, salary, '1', bonus],
);

const fileOf = (lines: readonly string[]): SentFile => ({ name: 'staff.csv', bytes: `${lines.join('\n')}\n` });

/** Returns what a response says, without random ids, which may have the digits of any value. */
const textOf = (body: unknown) =>
  JSON.stringify(body, (name, value: unknown) => (name === '_id' || name === 'requestId' ? undefined : value));

const readBy = (staff: Writable, key: string) => staff.call('GET', '', { key });

async function hiding() {
  const staff = await writable(test, fileOf(STAFF));
  const { owner, project, sheetId } = staff;
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId, columns: ['Salary'] }] });
  const apply = async (lines: readonly string[]) =>
    expect((await uploadVersion(test, owner, project.sheetId, fileOf(lines))).statusCode).toBe(201);
  const namesRead = async () => {
    const { body } = await readBy(staff, key);
    expect(textOf(body)).not.toContain('700');
    return Object.keys(body.data?.[0] ?? { refused: body.code });
  };
  const keysOf = async () => {
    const url = `/api/projects/${project.id}/keys`;
    return (await test.app.inject({ url, headers: owner.headers })).json<{ keys: ApiKey[] }>().keys;
  };
  return { staff, key, apply, namesRead, keysOf };
}

it.each([
  ['renamed', [withHeader('Name,Wage,Bonus')]],
  ['swapped', [withHeader('Name,Bonus,Salary')]],
  ['rotated', [withHeader('Salary,Bonus,Name')]],
  ['swapped while all rows became others', [['Name,Bonus,Salary', 'Eve,70041,41', 'Fay,70042,42']]],
  ['renamed, and then swapped', [withHeader('Name,X,Y'), withHeader('Name,Bonus,Salary')]],
  ['swapped after that of a shown column was removed', [without(withHeader('Name,Bonus,Salary'), 0)]],
  ['renamed and given to a new column', [REPLACED]],
  ['moved with their data', [arranged(([name = '', salary = '', bonus = '']) => [bonus, name, salary])]],
  ['given to two columns', [withHeader('Name,Salary,Salary')]],
] as const)('a key no longer opens a sheet whose headers were %s', async (_what, versions) => {
  const { apply, namesRead } = await hiding();
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
  for (const lines of versions) await apply(lines);
  expect(await namesRead()).toEqual(['refused']);
});

it.each([
  ['put back', [withHeader('Name,Wage,Bonus'), withHeader('Name,Bonus,Salary'), STAFF], ['Name', 'Bonus']],
  ['moved beside the hidden column', [withHeader('Bonus,Salary,Name')], ['Bonus', 'Name']],
  [
    'moved by a new column',
    [STAFF.map((line, at) => line.replace(',', at ? `,x${at},` : ',Team,'))],
    ['Name', 'Bonus'],
  ],
  ['moved as another was removed', [without(STAFF, 0)], ['Bonus']],
  ['renamed, but for the hidden one', [withHeader('Who,Salary,Bonus')], ['Bonus']],
  ['renamed and given to a new column in the same place', [replacedInPlace], ['Name', 'Bonus']],
] as const)(
  'a key shows what it has shown, and nothing else, of headers that were %s',
  async (_what, versions, names) => {
    const { apply, namesRead } = await hiding();
    for (const lines of versions) await apply(lines);
    expect(await namesRead()).toEqual(['_id', ...names]);
  },
);

it.each([
  ['no header', 'Name,Salary,', 'Name,Salary,,', 'column_C'],
  ['the header of another column', 'Name,Salary,Name', 'Name,Salary,Name,Name', 'Name_2'],
  ['the header of another column, which was the only one', 'Name,Salary,Bonus', 'Name,Salary,Bonus,Bonus', undefined],
])('a hidden column gets %s, and a new column its own', async (_what, header, later, shown) => {
  const staff = await writable(test, fileOf(withHeader(header)));
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId: staff.sheetId, columns: ['Salary'] }] });
  if (shown !== undefined) expect(Object.keys((await readBy(staff, key)).body.data[0])).toContain(shown);
  const withNew = PEOPLE.map((line) => line.replace(',', ',1,'));
  await uploadVersion(test, staff.owner, staff.project.sheetId, fileOf([later, ...withNew]));
  expect(textOf((await readBy(staff, key)).body)).not.toContain('700');
});

it('a key no longer opens a sheet whose headers were swapped in the editor', async () => {
  const { staff, namesRead, keysOf } = await hiding();
  await staff.editSheet({
    edits: [
      { row: 1, column: 2, value: 'Bonus' },
      { row: 1, column: 3, value: 'Salary' },
    ],
  });
  expect(await namesRead()).toEqual(['refused']);
  expect(await keysOf()).toContainEqual(expect.objectContaining({ outdatedTabs: [staff.sheetId] }));
});

it('a key that hides a column shows no columns that come later; its owner sees that, and a new key shows them', async () => {
  const { staff, apply, namesRead, keysOf } = await hiding();
  await apply(STAFF.map((line, at) => `${line},${at ? `team ${at}` : 'Team'}`));
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
  const { sheetId } = staff;
  expect(await keysOf()).toContainEqual(
    expect.objectContaining({ hiddenColumns: [{ sheetId, columns: ['Salary', 'Team'] }] }),
  );
  const { data } = (await staff.call('GET', `/v1/${staff.project.id}`, { key: staff.key })).body;
  expect(data.tabs[0].columns).toBe(4);
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId, columns: ['Salary'] }] });
  const [row] = (await readBy(staff, key)).body.data;
  expect(row).toEqual({ _id: expect.anything(), Name: 'Ann', Bonus: 31, Team: 'team 1' });
});

it('a key that hides a column opens only as many columns as every server can hold in memory', async () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `${at} ${'x'.repeat(150)}`);
  const wide = await writable(test, fileOf([names.join(','), 'value']));
  const hiddenColumns = [{ sheetId: wide.sheetId, columns: [names[1]] }];
  await expect(wide.makeKey(['read'], { hiddenColumns })).rejects.toThrow(/422.*Restrict it to fewer sheets/);
});

it('a key that hides a column knows of no sheets that come later', async () => {
  const sheet = (title: string) => ({ title, cells: STAFF.map((line) => line.split(',')) });
  const staff = await writable(test, madeWorkbook([sheet('Staff')]));
  const { sheetId, owner, project } = staff;
  const hides = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId, columns: ['Salary'] }] });
  const all = await staff.makeKey(['read']);
  const uploaded = await uploadVersion(test, owner, project.sheetId, madeWorkbook([sheet('Team')]));
  expect(uploaded.statusCode).toBe(201);
  const statusBy = async (key: string) => (await staff.call('GET', `/v1/${project.id}/Team`, { key })).status;
  expect([await statusBy(hides), await statusBy(all)]).toEqual([404, 200]);
});

it('a key that hides a column of one sheet shows no columns that other sheets get later', async () => {
  const sheet = (title: string, lines = STAFF) => ({ title, cells: lines.map((line) => line.split(',')) });
  const staff = await writable(test, madeWorkbook([sheet('Staff'), sheet('Team')]));
  const { sheetId, owner, project } = staff;
  const columnsBy = async (key: string) => {
    const { body } = await staff.call('GET', `/v1/${project.id}/Team`, { key });
    return Object.keys(body.data[0]);
  };
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId, columns: ['Salary'] }] });
  expect(await columnsBy(key)).toEqual(['_id', 'Name', 'Salary', 'Bonus']);
  const more = STAFF.map((line, at) => `${line},${at ? `x${at}` : 'Pay'}`);
  const next = madeWorkbook([sheet('Staff'), sheet('Team', more)]);
  expect((await uploadVersion(test, owner, project.sheetId, next)).statusCode).toBe(201);
  expect(await columnsBy(key)).toEqual(['_id', 'Name', 'Salary', 'Bonus']);
  expect(await columnsBy(await staff.makeKey(['read']))).toEqual(['_id', 'Name', 'Salary', 'Bonus', 'Pay']);
});

/** Sends a query whose body arrives in two parts. */
async function slowly({ base }: Writable, key: string, meanwhile: () => Promise<unknown>) {
  async function* body() {
    yield '{"limit":';
    await meanwhile();
    yield '1}';
  }
  return test.app.inject({
    method: 'POST',
    url: `${base}/_query`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: Readable.from(body(), { objectMode: false }),
  });
}

it('headers that are renamed while the body of a request arrives', async () => {
  const { staff, key, apply } = await hiding();
  const answer = await slowly(staff, key, () => apply(replacedInPlace));
  expect(answer.json<{ data: object[] }>().data.map((row) => Object.keys(row))).toEqual([['_id', 'Name', 'Bonus']]);
});

it('a key that is revoked while the body of a request arrives', async () => {
  const { staff, key, keysOf } = await hiding();
  const answer = await slowly(staff, key, async () => {
    const own = (await keysOf()).find(({ hiddenColumns }) => hiddenColumns !== undefined);
    const url = apiPaths.projectKey(staff.project.id, own?.id ?? '');
    await test.app.inject({ method: 'DELETE', url, headers: staff.owner.headers });
  });
  expect(answer.json()).toMatchObject({ status: 401, code: 'unknown_key' });
});

it('a hidden column that becomes the key column of a sheet without rows', async () => {
  const staff = await writable(test, fileOf(['Name,Salary', 'Ann,7001']));
  const { sheetId } = staff;
  const [row] = await staff.rows();
  await staff.call('DELETE', `/${String(row?._id)}`);
  await staff.fold();
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId, columns: ['Salary'] }] });
  expect((await readBy(staff, key)).body.data).toEqual([]);
  await staff.update({ tabs: [{ sheetId, keyColumn: 'Salary' }] });
  await staff.call('POST', '', { body: { Name: 'Bob', Salary: 7002 } });
  expect((await readBy(staff, key)).body.code).toBe('outdated_key');
});

it('headers of another header row', async () => {
  const { staff, namesRead } = await hiding();
  await staff.update({ tabs: [{ sheetId: staff.sheetId, headerRow: 2 }] });
  expect(await namesRead()).toEqual(['refused']);
  await staff.update({ tabs: [{ sheetId: staff.sheetId, headerRow: 1 }] });
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
});
