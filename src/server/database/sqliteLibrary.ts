import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const [major = 0] = process.versions.node.split('.').map(Number);

/**
 * Name of the better-sqlite3 that this Node can use. Its version 13 brings a ready-made library for every system and asks for Node 22;
 * version 12 ends the process on Node 24.19 and newer (https://github.com/nodejs/node/issues/65446), and is for Node 20 alone.
 */
const name = major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

/** Opens SQLite databases. */
export const Sqlite = createRequire(__filename)(name) as typeof BetterSqlite3;

/** An open database. */
export type Sqlite = BetterSqlite3.Database;
