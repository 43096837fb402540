import type { CellValue } from '../../../contract/rows';
import { rowJson } from '../../normalise/packedRows';
import type { WrittenCells } from '../../records/logEntries';
import { sheetColumnsOf } from '../../records/tabState';
import type { RowWrite, WritableTab } from '../../records/work';
import type { ColumnNames } from '../query/columnNames';
import { fittingCell } from './cellValue';
import { type GivenRow, JsonRow } from './givenRows';

/** What a new row holds. */
export interface NewRow {
  readonly id: string;
  readonly ownId: string;
  /** A value for each column of the tab. */
  readonly values: readonly CellValue[];
  readonly cells: WrittenCells;
}

/** The write that adds a row below the last one. */
export function appendOf(tab: WritableTab, { id, ownId, values, cells }: NewRow): RowWrite {
  const json = rowJson(tab.view.columns, id, values);
  return { kind: 'append', id, ownId, row: tab.newRow(), values, cells, json };
}

/** Values that fit, as they are found. */
class PlainRow {
  /** By place of the column; undefined where nothing was given. */
  readonly #values: (CellValue | undefined)[];
  readonly #sheetColumns: readonly number[];
  readonly cells: WrittenCells[number][] = [];

  constructor(
    private readonly names: ColumnNames,
    private readonly isText: boolean,
  ) {
    this.#values = new Array<CellValue | undefined>(names.columns.length).fill(undefined);
    this.#sheetColumns = sheetColumnsOf(names.columns);
  }

  /** @returns whether there is nothing to say about a value */
  take(name: string, given: unknown): boolean {
    const place = this.names.find(name);
    if (place === undefined || this.#values[place] !== undefined) return false;
    const fitting = fittingCell(given, this.names.column(place), this.isText);
    if ('misfit' in fitting) return false;
    this.#values[place] = fitting.value;
    if (fitting.value !== null) this.cells.push([this.#sheetColumns[place] ?? 0, fitting.cell]);
    return true;
  }

  takeAll(row: GivenRow): boolean {
    if (!(row instanceof JsonRow)) return row.entries.every(([name, given]) => this.take(name, given));
    // What JSON has made has no names but its own.
    for (const name in row.object) if (!this.take(name, row.object[name])) return false;
    return true;
  }

  /** With blanks where nothing was given. */
  values(): CellValue[] {
    const values = this.#values;
    for (let place = 0; place < values.length; place += 1) values[place] ??= null;
    return values as CellValue[];
  }
}

/**
 * Adds a row where there is nothing to say about it: every name is a column's, named once, every value fits, and the row's id
 * is ours to give. So it is with nearly every row that is sent.
 *
 * @returns undefined where anything is otherwise: it is then looked at thoroughly, and nothing is done yet
 */
export function plainAppend(
  tab: WritableTab,
  names: ColumnNames,
  row: GivenRow,
  isText: boolean,
): RowWrite | undefined {
  if (tab.state.keyAt >= 0) return undefined;
  const plain = new PlainRow(names, isText);
  if (!plain.takeAll(row) || plain.cells.length === 0) return undefined;
  const id = tab.newId();
  return appendOf(tab, { id, ownId: id, values: plain.values(), cells: plain.cells });
}
