import { asRead } from '../../../google/write/literals';
import { cellsOf, goneIdsOf, loggedChangeOf, type RowWrite } from '../../../records/work';
import type { LoggedChange } from '../../../records/logEntries';
import type { RawCell } from '../../../workbook/rawTab';
import type { NotedRow, WritePlan } from './intents';

/** Rows of the sheet as they were when they were last read, by their numbers. */
export type KnownRows = ReadonlyMap<number, readonly RawCell[]>;

export interface Planning {
  readonly gid: number;
  readonly rows: readonly RowWrite[];
  readonly known: KnownRows;
  readonly revision: number;
}

/** The change as the sheet will hold it. */
function asItWillBe(change: LoggedChange): LoggedChange {
  if (change.kind === 'remove') return change;
  return { ...change, cells: change.cells.map(([column, cell]) => [column, asRead(cell)] as const) };
}

function notedRow(write: RowWrite, known: KnownRows): NotedRow {
  const before = known.get(write.row) ?? [];
  if (write.kind === 'remove') return { cells: before.map((cell, column) => [column, cell, null] as const) };
  return { cells: cellsOf(write).map(([column, cell]) => [column, before[column] ?? null, asRead(cell)] as const) };
}

/** Whether there are new rows only: these need no notes of their own. */
export const isAppend = (rows: readonly RowWrite[]) => rows.every(({ kind }) => kind === 'append');

/** What is noted down of a write before Google is asked. */
export function planOfWrite({ gid, rows, known, revision }: Planning): WritePlan {
  const kind = isAppend(rows) ? 'append' : 'noted';
  return {
    ...{ gid, kind, revision },
    isRemoval: rows.every((row) => row.kind === 'remove'),
    noted: kind === 'append' ? [] : rows.map((row) => notedRow(row, known)),
    changes: rows.map((row) => asItWillBe(loggedChangeOf(row))),
    gone: goneIdsOf(rows),
  };
}
