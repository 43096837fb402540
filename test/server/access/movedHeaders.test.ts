import { Readable } from 'node:stream';
import type { ApiKey } from '../../../src/contract/keys';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { type SentFile, uploadVersion } from '../../fixtures/driveFiles';
import { type Writable, writable } from '../endpoints/write/writing';

/** Whatever becomes of the headers of a sheet, a key never reads the data that was hidden from it. */

const test = beforeTests(() => buildTestApp());

const STAFF = ['Name,Salary,Bonus', 'Ann,7001,31', 'Bob,7002,32', 'Cleo,7003,33', 'Dan,7004,34'];
const [, ...PEOPLE] = STAFF as [string, ...string[]];
const withHeader = (header: string, rows = PEOPLE) => [header, ...rows];
/** Moves the columns of the sheet, with their data. */
const arranged = (order: (row: string[]) => string[]) => STAFF.map((line) => order(line.split(',')).join(','));

/** Renames a header. */
const renamed = ([header = '', ...rows]: readonly string[], from: string, to: string) => [
  header.replace(from, to),
  ...rows,
];
/** Removes a column of the sheet. */
const without = (lines: readonly string[], place: number) =>
  lines.map((line) => line.split(',').toSpliced(place, 1).join(','));
/** The sheet with another header for the hidden column, whose own is now that of a new one. */
const REPLACED = renamed(STAFF, 'Salary', 'Wage').map((line, at) => `${line},${at ? at : 'Salary'}`);

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
  ['swapped', [withHeader('Name,Bonus,Salary')], ['_id', 'Name']],
  ['swapped while other rows came on top', [withHeader('Name,Bonus,Salary', ['Zoe,1,2', ...PEOPLE])], ['_id', 'Name']],
  ['swapped while all rows became others', [['Name,Bonus,Salary', 'Eve,70041,41', 'Fay,70042,42']], ['_id', 'Name']],
  [
    'swapped, and then swapped with a third while most values became others',
    [withHeader('Name,Bonus,Salary'), ['Bonus,Name,Salary', 'Eve,70041,31', 'Fay,70042,32']],
    ['_id'],
  ],
  ['renamed, and then swapped', [withHeader('Name,X,Y'), withHeader('Name,Bonus,Salary')], ['_id', 'Name']],
  ['rotated', [withHeader('Salary,Bonus,Name')], ['_id', 'Name']],
  ['renamed', [withHeader('Name,Wage,Bonus')], ['refused']],
  ['renamed and given to a new column', [REPLACED], ['_id', 'Name', 'Bonus']],
  ['renamed, then given to a new column', [withHeader('Name,Wage,Bonus'), REPLACED], ['_id', 'Name', 'Bonus']],
  [
    'renamed, given to a new column, and renamed again',
    [REPLACED, renamed(REPLACED, 'Wage', 'Pay')],
    ['_id', 'Name', 'Bonus'],
  ],
  [
    'renamed to that of a column that was removed',
    [REPLACED, without(REPLACED, 2), renamed(without(REPLACED, 2), 'Wage', 'Bonus')],
    ['_id', 'Name'],
  ],
  [
    'removed, and given to a new column, then put back under another one',
    [without(STAFF, 1), without(REPLACED, 1), REPLACED],
    ['_id', 'Name', 'Bonus'],
  ],
  ['renamed, and back', [withHeader('Name,Wage,Bonus'), STAFF], ['_id', 'Name', 'Bonus']],
  ['swapped, and back', [withHeader('Name,Bonus,Salary'), STAFF], ['_id', 'Name']],
  [
    'moved with their data',
    [arranged(([name = '', salary = '', bonus = '']) => [bonus, name, salary])],
    ['_id', 'Bonus', 'Name'],
  ],
  [
    'moved, all but that of the hidden column',
    [['Bonus,Salary,Name', ...arranged(([name = '', salary = '', bonus = '']) => [salary, name, bonus]).slice(1)]],
    ['_id', 'Name'],
  ],
  [
    'moved behind a new column',
    [STAFF.map((line, at) => line.replace(',', at ? `,x${at},` : ',Team,'))],
    ['_id', 'Name', 'Team', 'Bonus'],
  ],
  ['moved as another was removed', [arranged(([, salary = '', bonus = '']) => [salary, bonus])], ['_id', 'Bonus']],
] as const)('headers that were %s', async (_what, versions, names) => {
  const { apply, namesRead } = await hiding();
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
  for (const lines of versions) await apply(lines);
  expect(await namesRead()).toEqual(names);
});

it('headers that were swapped in the editor; the owner sees what the key hides, and a new key shows it', async () => {
  const { staff, namesRead, keysOf } = await hiding();
  await staff.editSheet({
    edits: [
      { row: 1, column: 2, value: 'Bonus' },
      { row: 1, column: 3, value: 'Salary' },
    ],
  });
  expect(await namesRead()).toEqual(['_id', 'Name']);
  const [hidden] = (await keysOf()).flatMap(({ hiddenColumns = [] }) => hiddenColumns);
  expect(hidden?.columns).toEqual(['Salary', 'Bonus']);
  const { data } = (await staff.call('GET', `/v1/${staff.project.id}`)).body;
  expect(data.tabs[0].columns).toBe(3);
  const other = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId: staff.sheetId, columns: ['Bonus'] }] });
  expect((await readBy(staff, other)).body.data[0]).toMatchObject({ Name: 'Ann', Salary: 31 });
});

it('headers that were swapped of columns with a value in common', async () => {
  const { staff, apply, namesRead } = await hiding();
  await apply(['Name,Salary,Bonus', 'Zoe,0,0', ...PEOPLE]);
  await apply(['Name,Bonus,Salary', 'Zoe,0,0', ...PEOPLE]);
  expect(await namesRead()).toEqual(['_id', 'Name']);
  expect(await staff.rows()).toHaveLength(5);
});

it('headers that were swapped in the editor after all values had changed', async () => {
  const { staff, namesRead } = await hiding();
  await staff.call('PATCH', '?Name__ne=x', { body: { Salary: 70055, Bonus: 55 } });
  await staff.editSheet({
    edits: [
      { row: 1, column: 2, value: 'Bonus' },
      { row: 1, column: 3, value: 'Salary' },
    ],
  });
  expect(await namesRead()).toEqual(['_id', 'Name']);
});

it('headers that were renamed in turn in the editor after all values had changed', async () => {
  const { staff, key } = await hiding();
  await staff.call('PATCH', '?Name__ne=x', { body: { Salary: 70055, Bonus: 55 } });
  await staff.editSheet({
    edits: [
      { row: 1, column: 2, value: 'Bonus' },
      { row: 1, column: 3, value: 'Other' },
    ],
  });
  await staff.editSheet({ edits: [{ row: 1, column: 3, value: 'Salary' }] });
  expect(textOf((await readBy(staff, key)).body)).not.toContain('700');
});

it('columns that come later are hidden too, until another key is made', async () => {
  const { staff, apply, namesRead } = await hiding();
  const withTeams = REPLACED.map((line, at) => `${line},${at ? `team ${at}` : 'Team'}`);
  await apply(REPLACED);
  await apply(withTeams);
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
  const key = await staff.makeKey(['read'], { hiddenColumns: [{ sheetId: staff.sheetId, columns: ['Wage'] }] });
  expect((await readBy(staff, key)).body.data[0]).toEqual({
    ...{ _id: expect.anything(), Name: 'Ann' },
    ...{ Bonus: 31, Salary: 1, Team: 'team 1' },
  });
});

it('a new column, as all rows are others too', async () => {
  const { apply, namesRead } = await hiding();
  await apply(['Name,Salary,Bonus,Team', 'Eve,8001,41,x', 'Fay,8002,42,y']);
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
});

it('other rows alone hide nothing else', async () => {
  const { apply, namesRead } = await hiding();
  await apply(['Name,Salary,Bonus', 'Eve,41,8001', 'Fay,42,8002']);
  await apply(['Name,Salary,Bonus,Team', 'Eve,41,8001,', 'Fay,42,8002,']);
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus', 'Team']);
});

describe('headers that are renamed while a key is made', () => {
  const making = ({ staff }: Awaited<ReturnType<typeof hiding>>) =>
    staff.makeKey(['read'], { hiddenColumns: [{ sheetId: staff.sheetId, columns: ['Salary'] }] });
  /** Does something at the beginning of each transaction that begins until it is done. */
  const beforeTransactions = (work: () => Promise<unknown>) => {
    const begin = test.db.transaction.bind(test.db);
    let isWorking = false;
    return jest.spyOn(test.db, 'transaction').mockImplementation(() => {
      const transaction = begin();
      if (isWorking) return transaction;
      const execute = transaction.execute.bind(transaction);
      return Object.assign(transaction, {
        execute: async (steps: Parameters<typeof execute>[0]) => {
          isWorking = true;
          await work();
          isWorking = false;
          return execute(steps);
        },
      });
    });
  };

  it('after its columns were checked', async () => {
    const staff = await hiding();
    const spy = beforeTransactions(async () => {
      spy.mockRestore();
      await staff.apply(withHeader('Name,Wage,Bonus'));
    });
    await expect(making(staff)).rejects.toThrow(/422.*has no column “Salary”/);
  });

  it('before it is there', async () => {
    const staff = await hiding();
    const keys: string[] = [];
    const spy = beforeTransactions(async () => keys.push(await making(staff)));
    await staff.apply(withHeader('Name,Wage,Bonus'));
    spy.mockRestore();
    await staff.apply(REPLACED);
    const read = await Promise.all(keys.map((key) => readBy(staff.staff, key)));
    expect(read.length).toBeGreaterThan(0);
    for (const { body } of read) expect(Object.keys(body.data[0])).toEqual(['_id', 'Name', 'Bonus']);
  });
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
  const answer = await slowly(staff, key, () => apply(REPLACED));
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

it('headers of another header row', async () => {
  const { staff, namesRead } = await hiding();
  await staff.update({ tabs: [{ sheetId: staff.sheetId, headerRow: 2 }] });
  expect(await namesRead()).toEqual(['refused']);
  await staff.update({ tabs: [{ sheetId: staff.sheetId, headerRow: 1 }] });
  expect(await namesRead()).toEqual(['_id', 'Name', 'Bonus']);
});

it('headers of a wide sheet, with several keys that hide most of it', async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `c${at}`);
  const file = (header: readonly string[]) => fileOf([header.join(','), names.map((name) => `of ${name}`).join(',')]);
  const wide = await writable(test, file(names));
  const hiddenColumns = [{ sheetId: wide.sheetId, columns: names.slice(1) }];
  const keys = await Promise.all(Array.from({ length: 5 }, () => wide.makeKey(['read'], { hiddenColumns })));
  await uploadVersion(test, wide.owner, wide.project.sheetId, file(names.toReversed()));
  for (const key of keys) expect((await readBy(wide, key)).body.data).toEqual([{ _id: expect.anything() }]);
});
