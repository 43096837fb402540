import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { writable, type Writable } from './writing';

const MEBIBYTE = 1024 * 1024;

const test = beforeTests(() => buildTestApp());
const notes = beforeEachTest(async () => {
  jest.replaceProperty(test.services.memory, 'budget', MEBIBYTE);
  return writable(test, { name: 'notes.csv', bytes: 'Name,Note\nA,a\n' });
});
afterEach(() => jest.restoreAllMocks());

const REFUSED = {
  code: 'too_large',
  detail: 'A sheet takes 512 MB of memory at most, less on a small server, and these rows do not fit any more.',
  hint: 'Remove rows that are not needed, or write to another sheet.',
};

/** Reads the rows from disk. @returns the status, their number, and the characters of their notes */
async function counted({ call, reload }: Writable): Promise<number[]> {
  reload();
  const { status, body } = await call('GET', '?_fields=Note&_limit=10000');
  const notes = (body.data as { Note: string | null }[]).map(({ Note }) => Note?.length ?? 0);
  return [status, notes.length, notes.reduce((sum, length) => sum + length, 0)];
}

/** Reads the rows as after a restart: from the log, and once it is folded. */
async function loaded(sheet: Writable): Promise<number[]> {
  const unfolded = await counted(sheet);
  await sheet.fold();
  expect(await counted(sheet)).toEqual(unfolded);
  return unfolded;
}

const text = (n: number, length: number) => `${n}`.padEnd(length, 'é');

it('rows are added as long as the sheet can be loaded again, and refused then', async () => {
  let status = 201;
  let added = 0;
  for (let n = 0; status === 201 && n < 1_000; n += 1) {
    const answer = await notes.call('POST', '', { body: [{ Name: 'x', Note: text(n, 9_000) }, { Name: 'y' }] });
    status = answer.status;
    if (status === 201) added += 2;
    else expect(answer).toMatchObject({ status: 413, body: REFUSED });
  }
  expect(await loaded(notes)).toEqual([200, added + 1, (added / 2) * 9_000 + 1]);
  expect(added).toBeGreaterThan(90);
  // What makes the sheet shorter is never refused.
  const shorter = await notes.call('PATCH', '?Name=x&_max_affected=1000', { body: { Note: 'short' } });
  expect(shorter.status).toBe(200);
  expect((await notes.call('POST', '', { body: { Name: 'x', Note: text(0, 9_000) } })).status).toBe(201);
});

it('concurrent writes fill the sheet up to the same limit', async () => {
  const bodies = Array.from({ length: 100 }, (_, n) => ({ Name: `x${n}`, Note: text(n, 9_000) }));
  const answers = await Promise.all(bodies.map((body) => notes.call('POST', '', { body })));
  const added = answers.filter(({ status }) => status === 201).length;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 413]));
  expect(added).toBeGreaterThan(45);
  expect(await loaded(notes)).toEqual([200, added + 1, added * 9_000 + 1]);
});

/** Changes row `n`, or the rows from there on, to long ones. */
const changes: Readonly<Record<string, (id: string, n: number, more?: string) => ReturnType<Writable['call']>>> = {
  'PATCH of all rows': (_id, _n, more = '') =>
    notes.call('PATCH', `?Name__startswith=x&_max_affected=200${more}`, { body: { Note: text(0, 9_000) } }),
  'PUT of one row after the other': (id, n, more = '') =>
    notes.call('PUT', `/${id}?${more}`, { body: { Name: `x${n}`, Note: text(0, 49_000) } }),
  'an upsert': (_id, n, more = '') =>
    notes.call('POST', `?_upsert=Name${more}`, { body: { Name: `x${n}`, Note: text(0, 49_000) } }),
};

it.each(Object.keys(changes))('%s is refused where rows would become too long, also as a dry run', async (kind) => {
  const body = Array.from({ length: 100 }, (_, n) => ({ Name: `x${n}` }));
  const { data } = (await notes.call('POST', '', { body })).body as { data: { _id: string }[] };
  const change = (n: number, more?: string) => changes[kind]!(data[n]!._id, n, more);
  let n = 0;
  while (n < 99 && (await change(n)).status === 200) n += 1;
  expect(await change(n)).toMatchObject({ status: 413, body: REFUSED });
  expect(await change(n, '&_dry_run=1')).toMatchObject({ status: 413, body: REFUSED });
  expect((await loaded(notes)).slice(0, 2)).toEqual([200, 101]);
});

it('cells of the grid are refused like rows of the API', async () => {
  const edit = (n: number) =>
    notes.editSheet({
      edits: Array.from({ length: 20 }, (_, at) => ({ row: 3 + n * 20 + at, column: 2, cell: text(n, 9_000) })),
    });
  let refused = '';
  for (let n = 0; refused === '' && n < 20; n += 1) {
    refused = await edit(n).then(
      () => '',
      (error: unknown) => String(error),
    );
  }
  expect(refused).toMatch(/413 .*these rows do not fit any more/);
  expect((await loaded(notes))[0]).toBe(200);
});
