import fs, { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../../src/server/app';
import { restore } from '../../../src/server/backup/backup';
import { backupsMade } from '../../../src/server/counters';
import type { Backups } from '../../../src/server/settings';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { eventually } from '../../fixtures/eventually';

/* Scheduled backups: when they are created, how many are kept, by which of several servers, and what happens when they fail. */
const DAY = 86_400;
const logged: string[] = [];
const logTo = { write: (line: string) => void logged.push(line) };

let dir: string;
let servers: { close: () => Promise<unknown> }[];

const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  await test.signUp();
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tabpoint-scheduled-'));
  servers = [];
  logged.length = 0;
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await rm(dir, { recursive: true, force: true });
});

const settingsWith = (backups: Partial<Backups>) => ({
  ...test.settings,
  logLevel: 'error' as const,
  backups: { every: DAY, keep: 3, dir, ...backups },
});

/** Starts another server on the same database. */
async function serve(backups: Partial<Backups> = {}) {
  const { app } = await buildApp({ ...test, settings: settingsWith(backups), logTo });
  servers.push(app);
  return app;
}

const nameAt = (daysAgo: number) =>
  `tabpoint-${new Date(Date.now() - daysAgo * DAY * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
const made = (outcome: string) =>
  backupsMade.get().then(({ values }) => values.find((one) => one.labels.outcome === outcome)?.value ?? 0);

/** Starts another server, and waits for its next backup. */
async function serveUntil(outcome: 'done' | 'failed', backups: Partial<Backups> = {}) {
  const before = await made(outcome);
  await serve(backups);
  await eventually(
    () => made(outcome),
    (now) => now > before,
  );
}

const names = async () => (await readdir(dir)).sort();
const whole = async () => (await names()).filter((name) => name.endsWith('.backup'));

it('creates the first at once: complete, readable by its owner alone, and fit to restore', async () => {
  const app = await serve({ dir: join(dir, 'new/folder') });
  const files = await eventually(
    async () => readdir(join(dir, 'new/folder')).catch(() => []),
    (found) => found.length === 1 && found[0]?.endsWith('.backup') === true,
  );
  expect(files).toEqual([expect.stringMatching(/^tabpoint-\d{8}T\d{6}Z\.backup$/)]);
  const file = join(dir, 'new/folder', files[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const there = { ...test.settings, databaseUrl: undefined, dataDir: join(dir, 'restored') };
  expect((await restore(there, file, () => undefined)).rows).toBeGreaterThan(1);
  const shown = await app.metrics.metrics();
  const newest = Number(/^tabpoint_backup_newest_timestamp_seconds (\S+)$/m.exec(shown)?.[1]);
  expect(Date.now() / 1_000 - newest).toBeLessThan(3_600);
  expect(shown).toContain('tabpoint_backups_total{outcome="failed"} ');
});

it('keeps the configured number, counts no partial ones, and leaves other files alone', async () => {
  const old = [5, 4, 3, 2].map(nameAt);
  const half = `${nameAt(1)}.part`;
  for (const name of [...old, half, 'tabpoint-monday', 'notes.txt']) await writeFile(join(dir, name), 'x');
  await serveUntil('done');
  const left = await names();
  expect(left).toEqual(expect.arrayContaining(['tabpoint-monday', 'notes.txt', ...old.slice(2)]));
  expect(await whole()).toHaveLength(3);
  expect(left).not.toContain(half);
});

it('creates none before one is due', async () => {
  await writeFile(join(dir, nameAt(0.9)), 'x');
  const app = await serve();
  await eventually(
    async () => app.metrics.metrics(),
    (shown) => /newest_timestamp_seconds [1-9]/.test(shown),
  );
  expect(await whole()).toHaveLength(1);
  await app.close();
  await serve({ every: DAY / 2 });
  await eventually(whole, (found) => found.length === 2);
});

it('makes one although a wrong clock has dated one to the future, and removes that one first', async () => {
  const [old, future] = [nameAt(2), nameAt(-400)];
  for (const name of [old, future, nameAt(-401)]) await writeFile(join(dir, name), 'x');
  await serveUntil('done', { keep: 2 });
  expect(await whole()).toEqual([old, expect.stringMatching(/^tabpoint-/)]);
  expect(await whole()).not.toContain(future);
});

it('a failure is in the log and in the metrics, and leaves no partial file', async () => {
  await writeFile(join(dir, 'in-the-way'), '');
  await serveUntil('failed', { dir: join(dir, 'in-the-way') });
  expect(logged.join('')).toContain('the backup failed; it is tried again in a minute');
  expect(await names()).toEqual(['in-the-way']);
});

it('the remains of a killed attempt, which may fill the disk, are removed before the next one', async () => {
  await mkdir(join(dir, `${nameAt(1)}.part`));
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const rename = jest.spyOn(fs, 'rename').mockRejectedValueOnce(full);
  await serveUntil('failed');
  rename.mockRestore();
  expect(await names()).toEqual([]);
});

it('a folder that cannot be made is a failure, and the server still stops', async () => {
  await serveUntil('failed', { dir: '/proc/no/folder' });
  expect(logged.join('')).toContain('the backup failed');
});

it('is created by one of several servers', async () => {
  if (test.settings.databaseUrl === undefined) return;
  const other = join(dir, 'other');
  await serveUntil('done', { dir: join(dir, 'one') });
  await serve({ dir: other });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await names()).toEqual(['one']);
});

it('is not created unless configured', async () => {
  const { app } = await buildApp({ ...test, settings: { ...test.settings, backups: undefined } });
  servers.push(app);
  await app.ready();
  expect(await app.metrics.metrics()).not.toContain('tabpoint_backup_newest');
});
