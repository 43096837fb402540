import type { GridCell } from '../../../contract/gridCells';
import type { CellValue, Column, ColumnType } from '../../../contract/rows';
import { findTab } from '../../endpoints/endpointsRepository';
import type { TabView } from '../../endpoints/engine/engine';
import { openTab as openServed } from '../../endpoints/reading';
import { isLocked } from '../../endpoints/write/locks';
import { rowJson } from '../../normalise/rowJson';
import { fitValue } from '../../normalise/fitValue';
import { type CellKind, readCell } from '../../normalise/readCell';
import { utf8Of } from '../../normalise/utf8Text';
import { hasZone } from '../../normalise/zones';
import { sheetColumnOf, stateOf } from '../../records/tabState';
import { rowFinder } from '../../records/tailChanges';
import type { OpenedTab } from '../../records/waiting';
import type { RowWrite, WritableTab, Work } from '../../records/work';
import type { Grid, OpenTab } from './openGrid';
import { leavesBlank, type RowEdit } from './rowEdits';

/** Thrown where the tab has changed since the edits were worked out. */
export class Outdated extends Error {}

/** Thrown where the endpoint's rows have to be derived anew. */
export class NeedsDeriving extends Error {}

/** What a column of a type would be found to be even if it held cells of these kinds. */
const kindsOf: Readonly<Record<ColumnType, readonly CellKind[]>> = {
  integer: ['integer'],
  number: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime'],
  time: ['time'],
  text: ['text', 'code'],
};

function valueOf(cell: GridCell, { type }: Column): CellValue {
  const read = readCell(cell, true);
  if (read.kind === 'blank') return null;
  const value = kindsOf[type].includes(read.kind) ? fitValue(read, type) : undefined;
  if (value === undefined || (type === 'datetime' && hasZone(String(value)))) throw new NeedsDeriving();
  return value;
}

/** The row's values, of which some are written. */
function valuesOf(view: TabView, place: number | undefined, { cells }: RowEdit): CellValue[] {
  return view.columns.map((column, at) => {
    const cell = cells.get(sheetColumnOf(column));
    if (cell !== undefined) return valueOf(cell, column);
    return place === undefined ? null : view.value(place, at);
  });
}

/** Edits of cells that are no part of the endpoint, or that its rows depend on, need more than a change of a row. */
function refuseOthers({ view, state }: WritableTab, { row, cells }: RowEdit) {
  const columns = new Map(view.columns.map((column) => [sheetColumnOf(column), column]));
  const key = view.columns[state.keyAt];
  for (const at of cells.keys()) {
    const column = columns.get(at);
    if (column === undefined || column === key || isLocked(state.sheet, row, column)) throw new NeedsDeriving();
  }
}

function appended(tab: WritableTab, edit: RowEdit): RowWrite {
  const { view, state } = tab;
  if (edit.row <= state.lastRow || state.keyAt >= 0) throw new NeedsDeriving();
  let row = tab.newRow();
  while (row < edit.row) row = tab.newRow();
  if (row !== edit.row) throw new Outdated();
  const ownId = tab.newId();
  const cells = utf8Of(JSON.stringify([...edit.cells].filter(([, cell]) => cell !== null)));
  const values = valuesOf(view, undefined, edit);
  const json = utf8Of(rowJson(view.columns, ownId, values));
  return { kind: 'append', id: ownId, ownId, row, values, cells, json };
}

function changed(tab: WritableTab, edit: RowEdit, place: number | undefined): RowWrite {
  if (place === undefined) throw new NeedsDeriving();
  const id = tab.view.id(place);
  tab.settle(id);
  if (leavesBlank(edit)) return { kind: 'remove', id, row: edit.row };
  return { kind: 'update', id, row: edit.row, values: valuesOf(tab.view, place, edit), cells: [...edit.cells] };
}

/** The edits as a work of the writer's queue: it throws where they cannot be done so. */
function workOf(open: OpenTab, edits: readonly RowEdit[]): Work {
  return {
    needsAll: false,
    plan(tab) {
      if (tab.state.sequence !== open.stored.sequence) throw new Outdated();
      const place = rowFinder(tab.view);
      const rows = edits.map((edit) => {
        refuseOthers(tab, edit);
        return edit.before === undefined ? appended(tab, edit) : changed(tab, edit, place(edit.row));
      });
      return { rows };
    },
  };
}

async function openForWriting({ db, reading }: Grid, tabId: string): Promise<OpenedTab> {
  const tab = await findTab(db, tabId);
  if (tab === undefined) throw new Outdated();
  const served = await openServed(reading, tab);
  const state = stateOf(served);
  if (state === undefined) throw new NeedsDeriving();
  state.keyAt = served.columns.findIndex(({ key }) => key === tab.key_column);
  return { tabId, served, state };
}

/**
 * Writes edits of an endpoint's rows through the queue that its API writes go through: on disk, and in the endpoint's
 * answers, when it is resolved.
 *
 * @throws NeedsDeriving where they are more than changes of its rows; Outdated where others have written
 */
export async function writeToEndpoint(grid: Grid, open: OpenTab, tabId: string, edits: readonly RowEdit[]) {
  const { raw_blob } = open.stored;
  if (open.endpoint?.derived_from !== raw_blob) throw new NeedsDeriving();
  await grid.records.writer.write({
    open: () => openForWriting(grid, tabId),
    work: workOf(open, edits),
    answer: () => '',
  });
}
