import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const [major = 0] = process.versions.node.split('.').map(Number);

/**
 * Name of the better-sqlite3 package for this Node. Version 13 has prebuilt binaries for every system and needs Node 22; version
 * 12 crashes the process on Node 24.19 and newer (https://github.com/nodejs/node/issues/65446), and serves Node 20 only.
 */
const name = major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

/** Constructor of SQLite connections. */
export const Sqlite = createRequire(__filename)(name) as typeof BetterSqlite3;

/** Open SQLite connection. */
export type Sqlite = BetterSqlite3.Database;
