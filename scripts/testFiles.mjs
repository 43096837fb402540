import { testFilesIn } from './testGroups.mjs';

/** Assigns the server's tests to SQLite and PostgreSQL. Paths are relative to `test/server`. */

const below = (files, paths) => files.filter((file) => paths.some((path) => file.startsWith(`test/server/${path}`)));

/** Tests of several servers, which need PostgreSQL. */
const ONLY_POSTGRES = ['nodes/', 'sync/manyProjects'];

/** Tests of SQLite files. */
const ONLY_SQLITE = ['database/sqlite'];

/**
 * Tests of behaviour that may differ between SQLite and PostgreSQL: tables and migrations, transactions and locks, the change log, ownership,
 * counters, sessions. All others run on SQLite only.
 */
const ON_BOTH = [
  ...['access/keyring', 'auth/closedSignUps', 'auth/session', 'backup/', 'database/'],
  ...[
    'drive/grid/removedMeanwhile',
    'drive/versions/versions',
    'endpoints/write/create',
    'endpoints/write/largeWrites',
  ],
  ...['keys/key', 'nulCharacters', 'plans/', 'projects/isolation', 'projects/projectLifecycle'],
  ...['store/log/folding', 'store/log/model', 'store/log/writer', 'sync/history', 'sync/refreshing', 'sync/syncs'],
  'usage/usage',
];

/** Returns the files that run on SQLite: all except those of several servers. */
export function serverTests() {
  const all = testFilesIn('test/server');
  const others = below(all, ONLY_POSTGRES);
  return all.filter((file) => !others.includes(file));
}

/** Returns the files that run on PostgreSQL. */
export function databaseTests() {
  const all = testFilesIn('test/server');
  for (const path of [...ON_BOTH, ...ONLY_POSTGRES, ...ONLY_SQLITE])
    if (below(all, [path]).length === 0) throw new Error(`There is no test in test/server/${path}.`);
  const others = below(all, ONLY_SQLITE);
  return below(all, [...ON_BOTH, ...ONLY_POSTGRES]).filter((file) => !others.includes(file));
}
