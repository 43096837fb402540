import type { RowSource, RowsOfTable } from './rows';

/** More revisions than a project gets in a millisecond. */
const PER_MILLISECOND = 10;

/** Difference of the clocks of two machines, at most, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Revisions of projects, and sequences of logs, by table. The revisions of log entries and former rows stay: those were not lost. */
const raisedColumns: Readonly<Record<string, readonly string[]>> = {
  projects: ['revision'],
  project_tabs: ['revision', 'snapshot_sequence', 'raw_sequence'],
  drive_tabs: ['sequence', 'raw_sequence'],
  record_log: ['sequence'],
  former_snapshots: ['snapshot_sequence', 'raw_sequence'],
};

/** Columns with the first revision or sequence that is valid still: from now on the present one, in the second column. */
const firstValid: Readonly<Record<string, readonly [first: string, present: string]>> = {
  project_tabs: ['snapshot_revision', 'revision'],
  drive_tabs: ['shape', 'sequence'],
};

function raise({ table, rows }: RowsOfTable, by: number): RowsOfTable {
  const raised = raisedColumns[table.name];
  if (raised === undefined) return { table, rows };
  const indexOf = (column = '') => table.columns.findIndex(({ name }) => name === column);
  const indexes = raised.map(indexOf);
  const [first, present] = (firstValid[table.name] ?? []).map(indexOf);
  const raisedRow = (row: RowsOfTable['rows'][number]) => {
    const values = [...row];
    for (const at of indexes) values[at] = Number(row[at]) + by;
    if (first !== undefined && present !== undefined) values[first] = values[present] ?? null;
    return values;
  };
  return { table, rows: rows.map(raisedRow) };
}

/**
 * Returns the rows of a backup with revisions above those that are lost with the writes since. Each of these would be given to other
 * rows: entity tags and cursors that clients still have would fit them, and pages in browsers would wait for the revision they know.
 *
 * @param madeAt time of the backup
 */
export function withoutLostRevisions(source: RowSource, madeAt: string): RowSource {
  const elapsed = Math.max(0, Date.now() - Date.parse(madeAt));
  const lost = PER_MILLISECOND * (elapsed + CLOCK_DIFFERENCE_MS);
  return {
    tables: source.tables,
    async *rows() {
      for await (const rows of source.rows()) yield raise(rows, lost);
    },
  };
}
