import type { CellValue, Column } from '../../../../src/contract/rows';
import type { TabView } from '../../../../src/server/store/memory/engine';
import { PlainTab } from '../../store/memory/plainTab';
import type { Writable } from '../write/writing';

export type Row = Record<string, CellValue>;

/** A tab’s rows and columns as plain arrays: the reference for every response. */
export interface Base {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly view: TabView;
}

/** Reads all rows and the schema of a tab. */
export async function baseOf(tab: Writable): Promise<Base> {
  const { columns } = (await tab.call('GET', '/_schema')).body as { columns: readonly Column[] };
  const rows = (await tab.rows()) as readonly Row[];
  const plain = new PlainTab(columns);
  const changes = rows.map((row, n) => ({
    kind: 'append' as const,
    id: String(row['_id']),
    row: n + 2,
    values: columns.map(({ key }) => row[key] ?? null),
  }));
  await plain.apply(changes, 1);
  return { columns, rows, view: plain.view() };
}
