import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { backupsMade } from '../counters';
import { makeFolders } from '../database/dataDir';
import { Leases } from '../database/locks';
import type { Db } from '../database/schema';
import { isSqlite } from '../database/databaseKind';
import { Refusal } from '../refusal';
import type { Backups, Settings } from '../settings';
import { backUp } from './backup';

/** Maximum time between two looks at the backups, or two attempts to acquire the lease, in milliseconds. */
const ROUND_MS = 60_000;

/** Name of a backup. An unfinished or aborted one ends with `.part`. */
const NAME = /^tabpoint-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.part)?$/;

const nameAt = (time: number) => `tabpoint-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/**
 * Returns the backups in a folder, newest first. One that a wrong clock has dated to the future counts as older than all others: when its
 * time came, it would be taken for the newest. Files with other names are ignored.
 */
async function backupsIn(dir: string) {
  const names = (await readdir(dir)).toSorted().reverse();
  const found = names.flatMap((name) => {
    const [, year, month, day, hour, minute, second, part] = NAME.exec(name) ?? [];
    if (year === undefined) return [];
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return [{ file: join(dir, name), madeAt: time > Date.now() ? 0 : time, isWhole: part === undefined }];
  });
  return found.sort((one, other) => other.madeAt - one.madeAt);
}

/** Removes all but the newest `keep` backups, and the remains of aborted ones. */
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
  /** Called with the time of the newest backup, in milliseconds. */
  readonly madeAt: (time: number) => void;
}

/** Waits for a round, or less. Resolves early, without an error, when the server stops. */
const wait = (signal: AbortSignal, milliseconds = ROUND_MS) =>
  sleep(Math.min(milliseconds, ROUND_MS), undefined, { signal, ref: false }).catch(() => undefined);

/** Makes a backup if it is due. @returns milliseconds until the next one is */
async function backUpIfDue({ settings, backups, signal, madeAt }: Schedule): Promise<number> {
  makeFolders(backups.dir);
  const interval = backups.every * 1_000;
  const newest = (await backupsIn(backups.dir)).find(({ isWhole }) => isWhole)?.madeAt;
  if (newest !== undefined) madeAt(newest);
  const now = Date.now();
  if (newest !== undefined && now < newest + interval) return newest + interval - now;
  // The remains of a killed attempt may be what fills the disk.
  await removeOld(backups);
  await backUp(settings, join(backups.dir, nameAt(now)), () => signal.throwIfAborted());
  madeAt(now);
  await removeOld(backups);
  backupsMade.inc({ outcome: 'done' });
  return interval;
}

async function makeBackups(schedule: Schedule): Promise<void> {
  const { log, signal } = schedule;
  while (!signal.aborted) {
    let left = ROUND_MS;
    try {
      left = await backUpIfDue(schedule);
    } catch (error) {
      if (signal.aborted) return;
      backupsMade.inc({ outcome: 'failed' });
      log.error({ err: error }, 'the backup failed; it is tried again in a minute');
    }
    await wait(signal, left);
  }
}

/** Makes the backups on one of several servers: the one that holds the lease. If it stops, another server takes over. */
async function makeOnOneServer(db: Db, schedule: Schedule): Promise<void> {
  const { log, signal } = schedule;
  if (isSqlite(db)) return makeBackups(schedule);
  const leases = new Leases(db, { maxWaitMs: 0 });
  while (!signal.aborted) {
    try {
      await leases.hold('backups', () => makeBackups(schedule));
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error }, 'who makes the backups is not known');
      await wait(signal);
    }
  }
}

/**
 * Schedules a backup every `BACKUP_EVERY` into `BACKUP_DIR`, the first one immediately if there is none, and keeps the newest
 * `BACKUP_KEEP`. Has to be called after `measureRequests`: a gauge in its registry has the time of the newest backup.
 */
export function scheduleBackups(app: FastifyInstance, { db, settings }: { db: Db; settings: Settings }): void {
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
    ended = makeOnOneServer(db, schedule);
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await ended;
  });
}
