import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openDatabase } from '../../../../src/server/database/database';
import { createEvents } from '../../../../src/server/database/events';
import { createListenerState } from '../../../../src/server/database/notifications';
import { type Database, ensureSchema } from '../../../../src/server/database/schema';
import { SQLITE_FILE } from '../../../../src/server/database/sqlite';
import {
  createReadServices,
  createTabs,
  openTab,
  type ReadServices,
} from '../../../../src/server/endpoints/readServices';
import type { Settings } from '../../../../src/server/settings';
import { findTab } from '../../../../src/server/store/log/endpointsRepository';
import { createMemory } from '../../../../src/server/store/memory/memory';
import type { Files } from './fileSteps';
import { pragma } from '../../../fixtures/pragma';

type Db = Kysely<Database>;

/** Reads rows as the product does, but does not repair damaged snapshots. */
function readingOf(db: Db): ReadServices {
  const memory = createMemory();
  const reading = createReadServices({
    ...{ db, memory, tabs: createTabs({ db, memory }), follower: undefined },
    report: () => undefined,
    workers: {
      run: async () => {
        throw new Error('Reading rows as they are needs no worker.');
      },
    },
    staleTabs: { of: async () => new Map() },
    events: createEvents(),
    listenerState: createListenerState(),
  });
  const rebuildAfter = async (error: unknown) => {
    throw error;
  };
  return { ...reading, rebuilder: { rebuildAfter } };
}

async function rowsOf(reading: ReadServices, id: string): Promise<string> {
  const tab = await findTab(reading.db, id);
  if (tab === undefined) throw new Error(`Tab ${id} is not there.`);
  const view = (await openTab(reading, tab)).view();
  return view.writeRows(view.all({}), '\n').toString();
}

/** Everything that was acknowledged: projects with their revisions, keys, and all rows as the product reads them. */
export async function factsIn(db: Db): Promise<string> {
  const projects = await db.selectFrom('projects').select(['title', 'revision', 'access']).orderBy('id').execute();
  const keys = await db.selectFrom('api_keys').select(['name']).orderBy('id').execute();
  const tabs = await db.selectFrom('project_tabs').select('id').orderBy('id').execute();
  const reading = readingOf(db);
  const rows = await Promise.all(tabs.map(({ id }) => rowsOf(reading, id)));
  return [JSON.stringify({ projects, keys }), ...rows].join('\n\n');
}

/** Starts on files after a power cut, as the product does. @returns their facts @throws if the product would not start */
export async function factsAfter(files: Files, settings: Settings): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tabpoint-cut-'));
  const file = join(dataDir, SQLITE_FILE);
  await writeFile(file, files.main);
  if (files.log !== undefined) await writeFile(`${file}-wal`, files.log);
  const db = await openDatabase({ ...settings, dataDir });
  try {
    await ensureSchema(db);
    const state = [await pragma(db, 'integrity_check'), await pragma(db, 'foreign_key_check')];
    if (state[0] !== 'ok' || state[1] !== undefined) throw new Error(`The database is not whole: ${state.join()}`);
    return await factsIn(db);
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true });
  }
}
