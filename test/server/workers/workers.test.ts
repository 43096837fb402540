import { join } from 'node:path';
import { createPackedRaw, readRawRows } from '../../../src/server/rawTab/packedRaw';
import { packLog } from '../../../src/server/store/log/compactRaw';
import { createWorkers, type Workers, type WorkersOptions } from '../../../src/server/workers/workers';
import { Refusal } from '../../../src/server/refusal';
import { farCell, longCell } from '../../fixtures/hostileFiles';
import { sized } from '../../fixtures/runs';
import { rawRows, sample, withFile } from '../../fixtures/workbookFiles';
import { workerPath } from '../../fixtures/workerPath';

const open: Workers[] = [];
const start = (options: Partial<WorkersOptions> = {}) => {
  const workers = createWorkers({ entry: workerPath, ...options });
  open.push(workers);
  return workers;
};
const misbehaving = join(__dirname, '../../fixtures/misbehavingWorker.js');
const misbehave = (options: Partial<WorkersOptions> = {}) => {
  const workers = start({ entry: misbehaving, ...options });
  return (way: string, signal?: AbortSignal) => workers.run('importWorkbook', { path: '', fileName: way }, { signal });
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((workers) => workers.close()));
});

/** Imports a file with this content. */
const imported = (workers: Workers, content: string | Buffer, fileName: string) =>
  withFile(content, (path) => workers.run('importWorkbook', { path, fileName }));

describe('jobs', () => {
  test('read a workbook, and derive its tabs, in threads', async () => {
    const workers = start();
    const path = sample('world-reference.xlsx');
    const { kind, tabs } = await workers.run('importWorkbook', { path, fileName: 'world-reference.xlsx' });
    expect([kind, ...tabs.map(({ head }) => head.title)]).toEqual(['xlsx', 'Countries', 'S&P 500', 'Notes']);
    expect(tabs.every(({ raw }) => Buffer.isBuffer(raw))).toBe(true);
    expect(tabs[2] && (await rawRows(tabs[2]))[3]?.cells).toEqual(['zip example', '00501']);

    const derived = await Promise.all(tabs.map(({ raw }) => workers.run('deriveTab', { raw })));
    expect(derived.map(({ rows, columns }) => [rows, columns.length])).toEqual(
      tabs.map(({ derived: { rows, columns } }) => [rows, columns.length]),
    );
    expect(derived.every(({ packed }) => Buffer.isBuffer(packed))).toBe(true);
  });

  test('get their settings, and leave their input usable', async () => {
    const workers = start();
    const path = sample('world-reference.xlsx');
    const { tabs } = await workers.run('importWorkbook', { path, fileName: 'a.xlsx' });
    const raw = tabs[2]?.raw ?? Buffer.alloc(0);
    expect(await workers.run('deriveTab', { raw, settings: { headerRow: 4 } })).toMatchObject({
      headerRow: 4,
      rows: 1,
    });
    for await (const row of readRawRows(raw)) expect(row.id).toMatch(/^r_/);
  });

  test('fold a log of many small writes in little memory', async () => {
    const packed = createPackedRaw();
    for (let n = 1; n <= 1_000; n += 1) packed.add({ id: `r_${n}`, row: n, cells: [n === 1 ? 'Name' : `name ${n}`] });
    const raw = await packed.finish({ sheetId: 0, title: 'T', hidden: false, merges: [], typed: true });
    const texts = Array.from({ length: 120_000 }, (_, n) =>
      JSON.stringify([
        [{ kind: 'update', row: (n % 999) + 2, cells: [[0, `a name that was written as number ${n}`]] }],
      ]),
    );
    const workers = start({ heapMegabytes: 48, size: 1 });
    const log = packLog(texts);
    const { derived } = await workers.run('compactLog', { raw, log });
    expect(derived.rows).toBe(999);
    expect((await workers.run('deriveTab', { raw, log })).packed.equals(derived.packed)).toBe(true);
    expect((await workers.run('changeRaw', { raw, log, changes: [], settings: {}, columns: [] })).derived.rows).toBe(
      999,
    );
    expect(await workers.run('inspectTab', { raw, log, settings: {} })).toMatchObject({ rows: 999 });
  });

  test('can read a large workbook of long texts', async () => {
    const path = sample('large_strings.xlsx');
    const { tabs } = await start().run('importWorkbook', { path, fileName: 'large_strings.xlsx' });
    expect(tabs.map(({ head, derived }) => [head.title, derived.rows])).toEqual([
      ['Large Strings', 9998],
      ['Simple', 25],
      ['longwordslist', 17618],
    ]);
  });

  test('can read a CSV with more rows than spreadsheet programs show', async () => {
    const rows = sized(70_000, 1_100_000);
    const lines = `count\n${'1\n'.repeat(rows)}`;
    const { tabs } = await imported(start(), lines, 'long.csv');
    expect(tabs[0]?.derived).toMatchObject({ rows, columns: [{ key: expect.any(String) }] });
  });

  test('warn each time a tab is derived of what was left out while reading', async () => {
    const workers = start();
    const read = await imported(workers, `note\n${'x'.repeat(60_000)}\n`, 'a.csv');
    const raw = read.tabs[0]?.raw ?? Buffer.alloc(0);
    const derived = await workers.run('deriveTab', { raw });
    expect(read.tabs[0]?.derived.warnings.filter(({ code }) => code === 'cut_text')).toHaveLength(1);
    expect(derived.warnings).toEqual(read.tabs[0]?.derived.warnings);
  });
});

describe('threads', () => {
  test('run one job after the other, also after a failed one', async () => {
    const workers = start({ size: 1 });
    const [first] = (await imported(workers, 'a,b\n1,2\n', 'a.csv')).tabs;
    await expect(imported(workers, 'a\n"1\n', 'a.csv')).rejects.toThrow(Refusal);
    const [second] = (await imported(workers, 'a,b\n1,2\n', 'b.csv')).tabs;
    expect(second?.head.title).toBe('b');
    expect(second?.derived).toMatchObject({ columns: first?.derived.columns, rows: 1 });
  });

  test('report the progress of a job', async () => {
    const workers = start();
    const { tabs } = await imported(workers, 'a,b\n1,2\n3,4\n', 'a.csv');
    const told: unknown[] = [];
    const input = { raw: tabs[0]?.raw ?? Buffer.alloc(0) };
    await workers.run('deriveTab', input, { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ rows: 2 });
  });
});

test('a job that refuses rejects with its refusal and all its fields', async () => {
  const refused: unknown = await imported(start(), farCell(), 'a.xlsx').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    code: 'too_large',
    status: 413,
    detail: expect.stringContaining('XFD1048576'),
    extras: {
      hint: expect.stringContaining('Split'),
      errors: [{ cell: 'Far!XFD1048576', detail: expect.any(String) }],
    },
  });
});

describe('a job that fails', () => {
  test('because of a missing file is an error, not a refusal', async () => {
    const lost = start().run('importWorkbook', { path: '/nowhere/at/all', fileName: 'a.xlsx' });
    await expect(lost).rejects.toMatchObject({ code: 'ENOENT', message: expect.stringContaining('ENOENT') });
    await expect(lost).rejects.not.toBeInstanceOf(Refusal);
  });

  test.each([
    ['throw', /It broke/],
    ['exit', /code: 7/],
  ])('%s', async (way, message) => {
    const failed = misbehave()(way);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toBeInstanceOf(Refusal);
  });

  test('because of a missing entry file fails for each job again', async () => {
    const run = misbehave({ entry: '/nowhere/worker.js', size: 1 });
    const failed = await Promise.allSettled([run('echo'), run('echo'), run('echo')]);
    expect(failed.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array(3).fill(expect.stringContaining('nowhere')),
    );
  });

  test('out of memory is refused as a workbook that is too large, and the next job runs', async () => {
    const run = misbehave({ size: 1, heapMegabytes: 32 });
    await expect(run('heap')).rejects.toMatchObject({ name: 'Refusal', code: 'too_large', status: 413 });
    expect(await run('echo')).toEqual({ path: '', fileName: 'echo' });
  });

  test('out of memory in a real job is refused too', async () => {
    await expect(imported(start({ heapMegabytes: 5 }), longCell(3), 'a.xlsx')).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  test.each(['hang', 'spin'])('is ended when it takes too long (%s)', async (way) => {
    const run = misbehave({ size: 1, timeoutMs: 200 });
    await expect(run(way)).rejects.toMatchObject({ code: 'too_large', detail: expect.stringContaining('1 seconds') });
    await expect(run(way)).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('aborting', () => {
  test('ends a running job, and frees its thread', async () => {
    const run = misbehave({ size: 1 });
    const leaving = new AbortController();
    const running = run('spin', leaving.signal);
    setTimeout(() => leaving.abort(new Error('The person has left.')), 100);
    await expect(running).rejects.toThrow('The person has left.');
    expect(await run('echo')).toEqual({ path: '', fileName: 'echo' });
  });

  test('removes a pending job from the queue', async () => {
    const run = misbehave({ size: 1, queue: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = run('hang', first.signal);
    const waiting = run('hang', second.signal);
    second.abort(new Error('Not any more.'));
    await expect(waiting).rejects.toThrow('Not any more.');
    const next = run('echo');
    first.abort();
    await expect(running).rejects.toThrow();
    expect(await next).toEqual({ path: '', fileName: 'echo' });
  });

  test('before the job has begun starts nothing', async () => {
    await expect(misbehave()('exit', AbortSignal.abort(new Error('Never mind.')))).rejects.toThrow('Never mind.');
  });
});

describe('the queue', () => {
  test('runs a job on each thread, queues some, and refuses the rest with Retry-After', async () => {
    const run = misbehave({ size: 2, queue: 1 });
    const leaving = new AbortController();
    const running = Promise.allSettled([run('hang', leaving.signal), run('hang', leaving.signal)]);
    const waiting = run('echo');
    await expect(run('echo')).rejects.toMatchObject({
      code: 'busy',
      status: 503,
      extras: { headers: { 'Retry-After': '5' } },
    });
    leaving.abort(new Error('Enough.'));
    expect(await waiting).toEqual({ path: '', fileName: 'echo' });
    expect(await running).toEqual([
      expect.objectContaining({ status: 'rejected' }),
      expect.objectContaining({ status: 'rejected' }),
    ]);
  });

  test('keeps its order', async () => {
    const run = misbehave({ size: 1 });
    const done: number[] = [];
    await Promise.all([1, 2, 3, 4].map((number) => run('echo').then(() => done.push(number))));
    expect(done).toEqual([1, 2, 3, 4]);
  });
});

test('closing ends running and pending jobs, and accepts no more', async () => {
  const run = misbehave({ size: 1 });
  const jobs = [run('spin'), run('echo')].map((job) => job.catch((error: Refusal) => error.code));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await open[0]?.close();
  expect(await Promise.all(jobs)).toEqual(['busy', 'busy']);
  await expect(run('echo')).rejects.toMatchObject({ code: 'busy', status: 503 });
});

test('the server keeps answering while a thread works', async () => {
  const run = misbehave({ size: 1 });
  const leaving = new AbortController();
  const spinning = run('spin', leaving.signal);
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  leaving.abort(new Error('Enough.'));
  await expect(spinning).rejects.toThrow('Enough.');
});
