import { testFilesIn } from './testGroups.mjs';

/** Which tests of the server run where. Paths are those below `test/server`. */

const below = (files, paths) => files.filter((file) => paths.some((path) => file.startsWith(`test/server/${path}`)));

/** What several servers do together: they are beside a PostgreSQL. */
const ONLY_POSTGRES = ['nodes/', 'sync/manyProjects'];

/** The files of SQLite, and two connections to one. */
const ONLY_SQLITE = ['database/sqlite', 'database/twoConnections'];

/**
 * What asks the database for something that may differ between SQLite and PostgreSQL: tables and migrations, transactions and
 * locks, the log of changes, who owns what, counters, sessions. All else is the same on both, and runs once.
 */
const ON_BOTH = [
  ...['access/keyring', 'auth/account', 'auth/closedSignUps', 'auth/session', 'backup/', 'database/'],
  ...['drive/driveCalls', 'drive/grid/removedMeanwhile', 'drive/versions/versions'],
  ...['endpoints/query/formerCursors', 'endpoints/write/create', 'endpoints/write/largeWrites', 'keys/key'],
  ...['nulCharacters', 'plans/', 'projects/isolation', 'projects/projectCalls', 'projects/projectLifecycle'],
  ...['store/log/folding', 'store/log/model', 'store/log/writer', 'sync/history', 'sync/refreshing', 'sync/syncs'],
  'usage/usage',
];

/** @returns the files that run on SQLite: all but those of several servers */
export function serverTests() {
  const all = testFilesIn('test/server');
  const others = below(all, ONLY_POSTGRES);
  return all.filter((file) => !others.includes(file));
}

/** @returns the files that run on PostgreSQL */
export function databaseTests() {
  const all = testFilesIn('test/server');
  for (const path of [...ON_BOTH, ...ONLY_POSTGRES, ...ONLY_SQLITE])
    if (below(all, [path]).length === 0) throw new Error(`There is no test in test/server/${path}.`);
  const others = below(all, ONLY_SQLITE);
  return below(all, [...ON_BOTH, ...ONLY_POSTGRES]).filter((file) => !others.includes(file));
}
