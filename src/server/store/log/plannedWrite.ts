import type { Column } from '../../../contract/rows';
import { formerIdOf, type RowChange, type ServedTab, type TabState, type TabView } from '../memory/engine';
import type { RunQuery, Steps } from '../../yieldToEventLoop';
import { NUL } from '../../http/jsonText';
import { columnOfAddress } from '../../rawTab/cellAddress';
import type { LoggedChange, WrittenCells } from './logEntries';

/** Returns the 0-based column of the sheet for a column. */
export const sheetColumnOf = ({ cell }: Pick<Column, 'cell'>): number => columnOfAddress(cell) - 1;

/** A writable tab in memory. */
export interface OpenedTab {
  readonly tabId: string;
  readonly served: ServedTab;
  readonly state: TabState;
}

/** Key under which a response is stored, and the request hash that a repeat has to match. */
export interface Keep {
  readonly caller: string;
  readonly key: string;
  readonly requestHash: string;
}

/** Result of a write. */
export type Written<Planned extends PlannedWrite = PlannedWrite> =
  | {
      readonly kind: 'written';
      readonly planned: Planned;
      readonly revision: number;
      /** The tab including the write. */
      readonly served: ServedTab;
    }
  | { readonly kind: 'repeated'; readonly answer: string };

/** A tab while a write to it is planned. */
export interface WritableTab {
  readonly view: TabView;
  readonly state: TabState;
  /** Number of rows, including those that writes which are not yet committed add or remove. */
  readonly plannedRows: number;
  /**
   * Claims memory for the planned rows, so that whatever is committed can be loaded again.
   *
   * @throws Refusal `too_large`; {@link NotSettled}
   */
  claim(rows: readonly RowWrite[]): Steps<void>;
  /** Reserves the number of a new row. */
  newRow(): number;
  /** Generates the id of a new row. */
  newId(): string;
  /** Declares that the plan depends on the row with this id, or on its absence; see {@link NotSettled}. */
  settle(id: string): void;
}

/** Thrown by `settle` when a write that is not yet committed concerns that row. The plan is repeated after the commit. */
export class NotSettled extends Error {}

/** Change of one row: the values its caller sees, by public `_id`, and the cells to store. */
export type RowWrite =
  | (RowChange & {
      readonly kind: 'append';
      /** The row's own id, independent of the key column. */
      readonly ownId: string;
      readonly cells: WrittenCells;
    })
  | (RowChange & { readonly kind: 'update'; readonly cells: WrittenCells })
  | (RowChange & { readonly kind: 'remove' });

/** A write planned against the current rows. */
export interface PlannedWrite {
  readonly rows: readonly RowWrite[];
}

/** A write that waits for its turn. */
export interface Work<Planned extends PlannedWrite = PlannedWrite> {
  /** Whether the plan depends on all rows, as a filter does: then earlier writes are committed first. */
  readonly needsAll: boolean;
  /**
   * Computes in small steps what would block the event loop too long in `plan`.
   *
   * @param run runs a query for as long as it takes. Its errors are passed on
   */
  prepare?(tab: WritableTab, run: RunQuery): Promise<void>;
  /** Plans the write in small steps. Throws a Refusal when the write is invalid; then nothing is changed. */
  plan(tab: WritableTab): Steps<Planned>;
}

/** Returns the cells that a write stores in a row. */
export const cellsOf = (write: RowWrite): WrittenCells => (write.kind === 'remove' ? [] : write.cells);

/** Returns the log entry of a row's change. */
export function loggedChangeOf(write: RowWrite): LoggedChange {
  const { kind, row } = write;
  if (kind === 'append') return { kind, row, id: write.ownId, cells: write.cells };
  return kind === 'update' ? { kind, row, cells: write.cells } : { kind, row };
}

/** Returns ids that no row has after the write, except those that cannot be stored (with NUL). */
export function goneIdsOf(rows: readonly RowWrite[]): readonly string[] {
  const present = new Set<string>();
  for (const row of rows) if (row.kind !== 'remove') present.add(row.id);
  return rows
    .filter(({ kind }) => kind !== 'append')
    .map(formerIdOf)
    .filter((id) => !present.has(id) && !id.includes(NUL));
}

/** Returns by how many rows a write makes the tab longer. */
export function rowsDeltaOf(rows: readonly RowWrite[]): number {
  let delta = 0;
  for (const { kind } of rows) {
    if (kind === 'append') delta += 1;
    if (kind === 'remove') delta -= 1;
  }
  return delta;
}
