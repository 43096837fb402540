import { rmSync } from 'node:fs';
import { Sqlite } from '../../../src/server/database/sqliteLibrary';
import { columns, type Row } from '../rows/createRows';

const typeOf: Partial<Record<keyof Row, string>> = {
  id: 'integer primary key',
  qty: 'integer',
  price: 'real',
  active: 'integer',
};

/** Creates an SQLite table of the rows, with an index on every filtered or sorted column. */
export function writeTable(file: string, rows: readonly Row[]): void {
  rmSync(file, { force: true });
  const db = new Sqlite(file);
  db.exec(`create table rows (${columns.map((key) => `${key} ${typeOf[key] ?? 'text'}`).join(', ')})`);
  const insert = db.prepare(`insert into rows values (${columns.map(() => '?').join(', ')})`);
  db.transaction(() => {
    for (const row of rows) {
      insert.run(columns.map((key) => (typeof row[key] === 'boolean' ? Number(row[key]) : row[key])));
    }
  })();
  for (const key of ['city', 'status', 'price', 'date']) db.exec(`create index rows_${key} on rows (${key})`);
  db.exec('analyze');
  db.close();
}
