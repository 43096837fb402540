import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { backupsMade } from '../counters';
import { Leases } from '../database/locks';
import type { Db } from '../database/schema';
import { isSqlite } from '../database/databaseKind';
import { Refusal } from '../refusal';
import type { Backups, Settings } from '../settings';
import { writeBackupOf } from './backup';

/** Milliseconds after which a backup that has failed is tried again, and another server's death is looked for. */
const RETRY = 60_000;

/** Milliseconds that a timer may wait at most (2^31 - 1); what is longer is waited for in parts. */
const LONGEST_WAIT = 2_147_483_647;

/** A whole backup; one that is being written, or was cut off, has `.part` behind it. */
const NAME = /^tabpoint-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.part)?$/;

const nameAt = (time: number) => `tabpoint-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/** What is in the folder of backups, the newest first; files of other names are left alone. */
async function backupsIn(dir: string) {
  const found = (await readdir(dir)).flatMap((name) => {
    const [, year, month, day, hour, minute, second, part] = NAME.exec(name) ?? [];
    if (year === undefined) return [];
    const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return [{ file: join(dir, name), madeAt, isWhole: part === undefined }];
  });
  return found.sort((one, other) => other.madeAt - one.madeAt);
}

/** When the newest backup in a folder was made, in milliseconds; undefined where there is none yet. */
async function newestIn(dir: string): Promise<number | undefined> {
  return (await backupsIn(dir)).find(({ isWhole }) => isWhole)?.madeAt;
}

/** Removes the oldest whole backups beyond those that are kept, and what is left of backups that were cut off. */
async function removeOld({ dir, keep }: Backups): Promise<void> {
  const found = await backupsIn(dir);
  const old = [...found.filter(({ isWhole }) => isWhole).slice(keep), ...found.filter(({ isWhole }) => !isWhole)];
  for (const { file } of old) await rm(file, { recursive: true, force: true });
}

interface Schedule {
  readonly settings: Settings;
  readonly backups: Backups;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
  /** Is called with the time of the newest backup. */
  readonly madeAt: (time: number) => void;
}

/** Resolves early, without an error, when the server stops. */
const wait = (milliseconds: number, signal: AbortSignal) =>
  sleep(Math.min(milliseconds, LONGEST_WAIT), undefined, { signal, ref: false }).catch(() => undefined);

async function makeBackup({ settings, backups, signal, madeAt }: Schedule, now: number): Promise<void> {
  const progress = () => signal.throwIfAborted();
  await writeBackupOf(settings, join(backups.dir, nameAt(now)), () => ({ written: progress, compared: progress }));
  madeAt(now);
  await removeOld(backups);
}

/** One round: waits until a backup is due, and makes it. */
async function round(schedule: Schedule): Promise<void> {
  const { backups, log, signal, madeAt } = schedule;
  try {
    await mkdir(backups.dir, { recursive: true, mode: 0o700 });
    const newest = await newestIn(backups.dir);
    if (newest !== undefined) madeAt(newest);
    // One from the future, of a clock that was wrong, counts as made now.
    const due = newest === undefined ? 0 : Math.min(newest, Date.now()) + backups.every * 1_000;
    if (due > Date.now()) return void (await wait(due - Date.now(), signal));
    await makeBackup(schedule, Date.now());
    backupsMade.inc({ outcome: 'done' });
  } catch (error) {
    if (signal.aborted) return;
    backupsMade.inc({ outcome: 'failed' });
    log.error({ err: error }, 'the backup failed; it is tried again in a minute');
    await wait(RETRY, signal);
  }
}

async function rounds(schedule: Schedule): Promise<void> {
  while (!schedule.signal.aborted) await round(schedule);
}

/** Of several servers the one that holds the lease makes the backups for as long as it lives; then another one does. */
async function asTheOnlyOne(db: Db, { signal, log }: Schedule, work: () => Promise<void>): Promise<void> {
  if (isSqlite(db)) return work();
  const leases = new Leases(db, { patience: 0 });
  while (!signal.aborted) {
    try {
      await leases.hold('backups', work);
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, 'who makes the backups is not known');
      await wait(RETRY, signal);
    }
  }
}

/**
 * Makes a backup every `BACKUP_EVERY` into `BACKUP_DIR`, the first one at once where there is none, and keeps the newest
 * `BACKUP_KEEP`. Call it after `measureRequests`, whose registry shows when the newest was made.
 */
export function keepBackups(app: FastifyInstance, { db, settings }: { db: Db; settings: Settings }): void {
  const { backups } = settings;
  if (backups === undefined) return;
  const stopping = new AbortController();
  const newest = new Gauge({
    name: 'tabpoint_backup_newest_timestamp_seconds',
    help: 'When the newest backup was made by BACKUP_EVERY, in seconds since 1970; 0 where this server knows of none.',
    registers: [app.metrics],
  });
  const madeAt = (time: number) => newest.set(time / 1_000);
  const schedule = { settings, backups, log: app.log, signal: stopping.signal, madeAt };
  let ended = Promise.resolve();
  app.addHook('onReady', async () => {
    ended = asTheOnlyOne(db, schedule, () => rounds(schedule));
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await ended;
  });
}
