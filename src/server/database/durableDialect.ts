import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import type { KeptStatements } from './keptStatements';
import type { LogFlush } from './logFlush';

/**
 * Kysely's driver of SQLite, whose one connection is given back before what was written over it is on the disk, and whose
 * callers are answered after: the next has the connection meanwhile, and their waits are one.
 */
class DurableDriver extends SqliteDriver {
  constructor(
    private readonly statements: KeptStatements,
    private readonly log: LogFlush,
  ) {
    super({ database: statements });
  }

  /**
   * A transaction has the right to write from its beginning ("Deferred, Immediate, and Exclusive Transactions"): one that reads first
   * would be refused as soon as another connection has written in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async releaseConnection(): Promise<void> {
    const hasWritten = this.statements.takeWritten();
    await super.releaseConnection();
    if (hasWritten) await this.log.flush();
  }

  override async destroy(): Promise<void> {
    await this.log.close();
    await super.destroy();
  }
}

/** SQLite for Kysely: statements are kept, and what is written is on the disk when it is answered. */
export class DurableDialect extends SqliteDialect {
  constructor(
    private readonly statements: KeptStatements,
    private readonly log: LogFlush,
  ) {
    super({ database: statements });
  }

  override createDriver(): SqliteDriver {
    return new DurableDriver(this.statements, this.log);
  }
}
