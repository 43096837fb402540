import type { Column } from '../../../contract/rows';
import type { PlannedWrite } from '../../records/work';
import type { TabView } from '../engine/engine';
import type { ColumnNames } from '../query/columnNames';

/** The names that a caller may use for a tab's columns. */
export type NamesOf = (columns: readonly Column[]) => ColumnNames;

/** What a request comes to. */
export interface PlannedRows extends PlannedWrite {
  /** The rows it was worked out against. */
  readonly view: TabView;
  /** Names that were left out because they are no columns. */
  readonly ignored: readonly string[];
  /** Places, in that view, of the rows that were meant and stay as they are. */
  readonly unchanged: readonly number[];
  /** JSON of the rows as they are answered, where it was made beforehand. */
  readonly shown?: readonly string[];
}
