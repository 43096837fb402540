import type { CellValue, Column } from '../../../../src/contract/rows';
import type { TabView } from '../../../../src/server/store/memory/engine';
import { PlainTab } from '../../store/memory/plainTab';
import type { Writable } from '../write/writing';

export type Row = Record<string, CellValue>;

/** A tab as it stands, as plain arrays: what every answer is compared with. */
export interface Base {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly view: TabView;
}

/** Reads all of a tab, and what is known of its columns. */
export async function baseOf(tab: Writable): Promise<Base> {
  const { columns } = (await tab.call('GET', '/_schema')).body as { columns: readonly Column[] };
  const rows = (await tab.rows()) as readonly Row[];
  const plain = new PlainTab(columns);
  const changes = rows.map((row, n) => ({
    ...{ kind: 'append' as const, id: String(row['_id']), row: n + 2 },
    values: columns.map(({ key }) => row[key] ?? null),
  }));
  await plain.apply(changes, 1);
  return { columns, rows, view: plain.view() };
}
