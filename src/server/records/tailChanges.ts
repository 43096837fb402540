import type { CellValue, Column } from '../../contract/rows';
import type { RowChange, TabView } from '../endpoints/engine/engine';
import { fitValue } from '../normalise/fitValue';
import { readCell } from '../normalise/readCell';
import type { RawCell } from '../workbook/rawTab';
import { type FinalRow, finalRows, type LoggedChange } from './logEntries';
import { sheetColumnOf } from './tabState';

/** Places by the numbers of their rows, which rise from place to place. */
export function rowFinder(view: TabView): (row: number) => number | undefined {
  const places = view.all({});
  return (row) => {
    let low = 0;
    let high = places.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const place = places[middle] ?? 0;
      const number = view.rowNumber(place);
      if (number === row) return place;
      if (number < row) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
}

/** A written cell as a value of its column; one that does not fit a type that was set since stays text. */
function valueOf(cell: RawCell, { type }: Column): CellValue {
  const read = readCell(cell, true);
  const fitting = fitValue(read, type);
  return fitting === undefined ? read.text : fitting;
}

interface Tab {
  readonly view: TabView;
  /** Place of the key column; -1 without one. */
  readonly keyAt: number;
}

const idOf = (values: readonly CellValue[], keyAt: number, own: string) => {
  const key = values[keyAt] ?? null;
  return key === null ? own : String(key);
};

function changeOf(
  { view, keyAt }: Tab,
  row: number,
  final: FinalRow,
  place: number | undefined,
): RowChange | undefined {
  if (final.kind === 'removed') {
    return place === undefined ? undefined : { kind: 'remove', id: view.id(place), rowNumber: row };
  }
  if (final.kind === 'changed' && place === undefined) return undefined;
  const before = final.kind === 'changed' ? place : undefined;
  const values = view.columns.map((column, at) => {
    const cell = final.cells.get(sheetColumnOf(column));
    if (cell !== undefined) return valueOf(cell, column);
    return before === undefined ? null : view.value(before, at);
  });
  const own = final.kind === 'new' ? final.id : view.id(place ?? 0);
  const id = idOf(values, keyAt, own);
  if (place === undefined) return { kind: 'append', id, rowNumber: row, values };
  const formerId = view.id(place);
  return { kind: 'update', id, rowNumber: row, values, ...(formerId !== id && { formerId }) };
}

/**
 * What a log does to the rows that were derived before it.
 *
 * @param headerRow 1-based row of the sheet; what was written above it is no row of the endpoint
 */
export function tailChangesOf(tab: Tab, changes: readonly LoggedChange[], headerRow: number): RowChange[] {
  if (changes.length === 0) return [];
  const find = rowFinder(tab.view);
  const finals = [...finalRows(changes)].filter(([row]) => row > headerRow);
  return finals
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, final]) => changeOf(tab, row, final, find(row)) ?? []);
}
