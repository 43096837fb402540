import type { Column } from '../../contract/rows';
import type { ServedTab } from '../endpoints/engine/engine';
import type { SheetFacts } from '../normalise/sheetFacts';
import { columnOfAddress } from '../workbook/cellAddress';

/** What a write has to know of a tab in memory beside its rows. */
export interface TabState {
  /** The snapshot that it holds, and what was written since. */
  snapshot: string;
  readonly sheet: SheetFacts;
  /** Place of the key column among the columns; -1 without one. */
  keyAt: number;
  /** Number of the last entry of the log that is part of it. */
  sequence: number;
  /** New rows go below this one. */
  lastRow: number;
  /** Rows that the log since the snapshot changes. */
  pending: number;
}

const states = new WeakMap<ServedTab, TabState>();

/** The state of a tab in memory; undefined where it has no columns, and so nothing can be written. */
export const stateOf = (served: ServedTab): TabState | undefined => states.get(served);

export const keepState = (served: ServedTab, state: TabState): void => void states.set(served, state);

/** 0-based column of the sheet that a column's cells stand in. */
export const sheetColumnOf = ({ cell }: Pick<Column, 'cell'>): number => columnOfAddress(cell) - 1;

const sheetColumns = new WeakMap<readonly Column[], readonly number[]>();

/** As {@link sheetColumnOf} of each column of a tab; worked out once. */
export function sheetColumnsOf(columns: readonly Column[]): readonly number[] {
  const known = sheetColumns.get(columns) ?? columns.map(sheetColumnOf);
  sheetColumns.set(columns, known);
  return known;
}
