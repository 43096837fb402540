import type { Column } from '../../../contract/rows';
import type { RowChange, ServedTab, TabState, TabView } from '../memory/engine';
import type { RunQuery, Steps } from '../../yieldToEventLoop';
import { NUL } from '../../http/jsonText';
import { columnOfAddress } from '../../rawTab/cellAddress';
import type { LoggedChange, WrittenCells } from './logEntries';

/** 0-based column of the sheet that a column's cells stand in. */
export const sheetColumnOf = ({ cell }: Pick<Column, 'cell'>): number => columnOfAddress(cell) - 1;

/** A tab in memory that can be written to. */
export interface OpenedTab {
  readonly tabId: string;
  readonly served: ServedTab;
  readonly state: TabState;
}

/** Under which key an answer is kept, and what a repeat has to be equal to. */
export interface Keep {
  readonly caller: string;
  readonly key: string;
  readonly requestHash: string;
}

/** What comes of a write. */
export type Written<Planned extends PlannedWrite = PlannedWrite> =
  | {
      readonly kind: 'written';
      readonly planned: Planned;
      readonly revision: number;
      /** The tab with the write in it. */
      readonly served: ServedTab;
    }
  | { readonly kind: 'repeated'; readonly answer: string };

/** A tab while a write to it is worked out. */
export interface WritableTab {
  readonly view: TabView;
  readonly state: TabState;
  /** Number for a new row. */
  newRow(): number;
  /** Id for a new row. */
  newId(): string;
  /** Says that the work depends on the row with an id, or on there being none; see {@link NotSettled}. */
  settle(id: string): void;
}

/** Thrown by `settle` where a write that is about to be committed concerns that row: the work is done after it. */
export class NotSettled extends Error {}

/** What a write does to one row: what its caller sees, by the `_id` that callers know, and what is stored. */
export type RowWrite =
  | (RowChange & {
      readonly kind: 'append';
      /** The row's own id, which it keeps whatever column is the key. */
      readonly ownId: string;
      readonly cells: WrittenCells;
    })
  | (RowChange & { readonly kind: 'update'; readonly cells: WrittenCells })
  | (RowChange & { readonly kind: 'remove' });

/** A write that was worked out against the rows as they are. */
export interface PlannedWrite {
  readonly rows: readonly RowWrite[];
}

/** A write that waits for its turn. */
export interface Work<Planned extends PlannedWrite = PlannedWrite> {
  /** Whether it depends on all rows, as a filter does: then it is worked out after what others write is on disk. */
  readonly needsAll: boolean;
  /**
   * Has made, in small steps, what working it out would hold up others for.
   *
   * @param run runs a search, for as long as it may take. Throws what that throws
   */
  prepare?(tab: WritableTab, run: RunQuery): Promise<void>;
  /** Works it out, in small steps. Throws a Refusal where it cannot be done; then nothing is done. */
  plan(tab: WritableTab): Steps<Planned>;
}

/** The cells that a write gives a row. */
export const cellsOf = (write: RowWrite): WrittenCells => (write.kind === 'remove' ? [] : write.cells);

/** What is logged of a write. */
export function loggedChangeOf(write: RowWrite): LoggedChange {
  const { kind, row } = write;
  if (kind === 'append') return { kind, row, id: write.ownId, cells: write.cells };
  return kind === 'update' ? { kind, row, cells: write.cells } : { kind, row };
}

const NONE: readonly string[] = [];
const isAppend = ({ kind }: RowWrite) => kind === 'append';

/** Ids that no row has any more after the write, but for those that cannot be kept. */
export function goneIdsOf(rows: readonly RowWrite[]): readonly string[] {
  if (rows.every(isAppend)) return NONE;
  const present = new Set(rows.flatMap((row) => (row.kind === 'remove' ? [] : [row.id])));
  return rows.flatMap((row) => {
    const id = row.kind === 'remove' ? row.id : row.kind === 'update' ? row.formerId : undefined;
    return id === undefined || present.has(id) || id.includes(NUL) ? [] : [id];
  });
}

export function rowsDeltaOf(rows: readonly RowWrite[]): number {
  let delta = 0;
  for (const { kind } of rows) delta += kind === 'append' ? 1 : kind === 'remove' ? -1 : 0;
  return delta;
}
