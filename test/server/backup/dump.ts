import type { Kysely } from 'kysely';
import { withSnapshot } from '../../../src/server/backup/rows';
import type { Database } from '../../../src/server/database/schema';

/** Reads all rows of a database by table, as texts in an order that does not depend on the database. */
export const dumpOf = (db: Kysely<Database>): Promise<Map<string, string[]>> =>
  withSnapshot(db, async (source) => {
    const dump = new Map(source.tables.map(({ name }) => [name, [] as string[]]));
    for await (const { table, rows } of source.rows()) {
      const columns = table.columns
        .map(({ name }, place) => ({ name, place }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      for (const row of rows)
        dump.get(table.name)?.push(JSON.stringify(columns.map(({ name, place }) => [name, row[place]])));
    }
    for (const lines of dump.values()) lines.sort();
    return dump;
  });
