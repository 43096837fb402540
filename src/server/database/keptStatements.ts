import type BetterSqlite3 from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import type { LogFlush } from './logFlush';

/** Statements that are kept: the server has some hundred queries, and one takes up to some ten kilobytes. */
const KEPT_MOST = 256;

/** Longer texts are of lists of many values, and seldom the same twice. */
const LONGEST = 4_000;

/** What SQLite works out anew each time it is run. Of a pragma it works some out while it is prepared. */
const REPEATABLE = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;

/**
 * A connection's statements, each prepared once and kept as long as it is among those that were used last. Where a table has
 * changed since, SQLite prepares the statement anew by itself (`sqlite3_prepare_v3`).
 */
export class KeptStatements implements SqliteDatabase {
  readonly #kept = new Map<string, BetterSqlite3.Statement>();
  #hasWritten = false;

  constructor(
    private readonly sqlite: BetterSqlite3.Database,
    private readonly log: LogFlush,
  ) {}

  /** @throws LogNotFlushed for what writes, once the disk has failed */
  prepare(sql: string): BetterSqlite3.Statement {
    const statement = this.#find(sql) ?? this.#prepareAnew(sql);
    if (!statement.readonly) {
      this.log.requireSound();
      this.#hasWritten = true;
    }
    return statement;
  }

  /** Whether anything was written since this was last asked. */
  takeWritten(): boolean {
    const hasWritten = this.#hasWritten;
    this.#hasWritten = false;
    return hasWritten;
  }

  close(): void {
    this.#kept.clear();
    this.sqlite.close();
  }

  #find(sql: string): BetterSqlite3.Statement | undefined {
    const statement = this.#kept.get(sql);
    if (statement === undefined || statement.busy) return undefined;
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    return statement;
  }

  #prepareAnew(sql: string): BetterSqlite3.Statement {
    const statement = this.sqlite.prepare(sql);
    if (sql.length > LONGEST || !REPEATABLE.test(sql)) return statement;
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MOST && longestUnused !== undefined) this.#kept.delete(longestUnused);
    this.#kept.set(sql, statement);
    return statement;
  }
}
