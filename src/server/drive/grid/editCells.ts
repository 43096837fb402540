import type { GridChangeAnswer, GridEdit, Misfit } from '../../../contract/driveGrid';
import type { GridCell, PlacedCell } from '../../../contract/gridCells';
import type { Plan } from '../../../contract/plans';
import type { CellValue, Column, ColumnType } from '../../../contract/rows';
import { ChangedMeanwhile, retryIfChanged } from '../../database/optimisticLocking';
import type { ProjectTabsTable } from '../../database/tables/projects';
import type { Author } from '../../database/tables/records';
import { fitValue } from '../../normalise/derivedColumn';
import { type CellKind, hasZone, readCell, TYPED } from '../../normalise/readCell';
import { isLocked } from '../../normalise/sheetFacts';
import { refuseRowsBeyond } from '../../plans/planRefusals';
import { columnOfAddress, rowOfAddress } from '../../rawTab/cellAddress';
import { Refusal } from '../../refusal';
import { rowFinder } from '../../store/log/readSince';
import {
  type OpenedTab,
  rowsDeltaOf,
  type RowWrite,
  sheetColumnOf,
  type Work,
  type WritableTab,
} from '../../store/log/plannedWrite';
import type { TabView } from '../../store/memory/engine';
import { changeTab, findEndpointOf } from '../driveRepository';
import { changeAndDerive } from './changeAndDerive';
import { factsOf, type Grid, type OpenTab, openTab, refusePaused, type TabAddress } from './openTab';
import { leavesBlank, loggedEdit, type RowEdit, rowEditsOf, rowsOf } from './rowEdits';

/** Endpoint of a tab at one moment. */
type Endpoint = Pick<ProjectTabsTable, 'columns' | 'column_types'> | undefined;

const columnsOf = (endpoint: Endpoint) =>
  new Map((JSON.parse(endpoint?.columns ?? '[]') as Column[]).map((column) => [columnOfAddress(column.cell), column]));

/**
 * Returns the written values that do not fit the former type of their column. If the type was detected, such a value turns the
 * column into text; if a person has set the type, it stays, and only the value is returned as text.
 *
 * @param before the endpoint before the write, if there was one
 */
function misfitsOf(before: Endpoint, after: Endpoint, cells: readonly PlacedCell[]): Misfit[] {
  if (before === undefined || after === undefined) return [];
  const columnsBefore = columnsOf(before);
  const columnsAfter = columnsOf(after);
  const chosenTypes = JSON.parse(after.column_types) as Readonly<Record<string, ColumnType>>;
  return cells.flatMap(({ row, column, cell }) => {
    const former = columnsBefore.get(column);
    const current = columnsAfter.get(column);
    if (former === undefined || current === undefined || row <= rowOfAddress(former.cell)) return [];
    if (former.type === 'text') return [];
    const isChosen = Object.hasOwn(chosenTypes, current.key);
    const isFitting = fitValue(readCell(cell, TYPED), former.type) !== undefined;
    if (isFitting || (!isChosen && current.type !== 'text')) return [];
    return [{ row, column, key: current.key, type: former.type, becomesText: isChosen ? 'value' : 'column' }];
  });
}

/** Thrown if edits are more than changes of rows, so that columns and rows have to be derived again. */
class NeedsDeriving extends Error {}

/** Kinds of cells that leave a column of a type unchanged. */
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
  const read = readCell(cell, TYPED);
  if (read.kind === 'blank') return null;
  const value = kindsOf[type].includes(read.kind) ? fitValue(read, type) : undefined;
  if (value === undefined || (type === 'datetime' && hasZone(String(value)))) throw new NeedsDeriving();
  return value;
}

/** Returns the values of an endpoint's row after an edit. @param rowIndex undefined for a new row */
const valuesOf = (view: TabView, rowIndex: number | undefined, { cells }: RowEdit): CellValue[] =>
  view.columns.map((column, index) => {
    const cell = cells.get(sheetColumnOf(column));
    if (cell !== undefined) return valueOf(cell, column);
    return rowIndex === undefined ? null : view.value(rowIndex, index);
  });

/**
 * Checks that an edit changes only a row. @throws NeedsDeriving for the key, locked cells and cells outside the endpoint's columns
 */
function checkColumns({ view, state }: WritableTab, { row, cells }: RowEdit) {
  const columns = new Map(view.columns.map((column) => [sheetColumnOf(column), column]));
  const key = view.columns[state.keyAt];
  for (const sheetColumn of cells.keys()) {
    const column = columns.get(sheetColumn);
    if (column === undefined || column === key || isLocked(state.sheet, row, column)) throw new NeedsDeriving();
  }
}

function appendedRow(tab: WritableTab, edit: RowEdit): RowWrite {
  const { view, state } = tab;
  if (edit.row <= state.lastRow || state.keyAt >= 0) throw new NeedsDeriving();
  let row = tab.newRow();
  while (row < edit.row) row = tab.newRow();
  if (row !== edit.row) throw new ChangedMeanwhile();
  const ownId = tab.newId();
  const cells = [...edit.cells].filter(([, cell]) => cell !== null);
  return { kind: 'append', id: ownId, ownId, row, values: valuesOf(view, undefined, edit), cells };
}

function changedRow(tab: WritableTab, edit: RowEdit, rowIndex: number | undefined): RowWrite {
  if (rowIndex === undefined) throw new NeedsDeriving();
  const id = tab.view.id(rowIndex);
  tab.settle(id);
  if (leavesBlank(edit)) return { kind: 'remove', id, row: edit.row };
  return { kind: 'update', id, row: edit.row, values: valuesOf(tab.view, rowIndex, edit), cells: [...edit.cells] };
}

/** Returns the edits as work for the writer's queue. */
const workOf = (open: OpenTab, edits: readonly RowEdit[], plan: Plan | undefined): Work => ({
  needsAll: false,
  *plan(tab) {
    if (tab.state.sequence !== open.stored.sequence) throw new ChangedMeanwhile();
    const rowIndexOf = rowFinder(tab.view);
    const rows: RowWrite[] = [];
    for (const edit of edits) {
      checkColumns(tab, edit);
      rows.push(edit.before === undefined ? appendedRow(tab, edit) : changedRow(tab, edit, rowIndexOf(edit.row)));
      yield;
    }
    refuseRowsBeyond(plan, tab.plannedRows, rowsDeltaOf(rows));
    yield* tab.claim(rows);
    return { rows };
  },
});

async function openForWriting({ db, endpoints }: Grid, projectId: string, sheetId: number): Promise<OpenedTab> {
  const endpoint = await findEndpointOf(db, projectId, sheetId);
  if (endpoint === undefined) throw new ChangedMeanwhile();
  const opened = await endpoints.open(endpoint);
  if (opened === undefined) throw new NeedsDeriving();
  // A version that changes no row keeps the snapshot in memory, which then is behind the log.
  const { state } = opened;
  if (state.snapshot === endpoint.snapshot_blob) state.sequence = Math.max(state.sequence, endpoint.snapshot_sequence);
  return opened;
}

const authorOf = ({ ownerId }: TabAddress): Author => ({ actor: `person:${ownerId}`, reason: 'edit' });

/**
 * Writes edits of an endpoint's rows through the queue of its API writes. When it resolves, they are on disk and in the endpoint's
 * responses.
 */
async function writeToEndpoint(grid: Grid, open: OpenTab, edits: readonly RowEdit[]) {
  const { endpoint, stored, address } = open;
  if (endpoint?.raw_blob !== stored.raw_blob) throw new NeedsDeriving();
  await grid.endpoints.records.writer.write({
    open: () => openForWriting(grid, endpoint.project_id, address.sheetId),
    work: workOf(open, edits, grid.planLimits.ofProject(endpoint.project_id)),
    author: authorOf(address),
    answer: () => '',
  });
}

/** Maximum number of changes in a log, and of its characters; the next edit folds a longer log into the tab. */
const MAX_LOG_LENGTH = 1_000;
const MAX_LOG_CHARACTERS = 4 * 1024 ** 2;

/** Returns whether edits of a tab without an endpoint leave its header row unchanged and fill no column without a header. */
function isRowChange({ tab, headerRow }: OpenTab, edits: readonly RowEdit[]): boolean {
  const { logged, loggedCharacters } = tab;
  if (headerRow === null || logged >= MAX_LOG_LENGTH || loggedCharacters >= MAX_LOG_CHARACTERS) return false;
  const headers = tab.row(headerRow)?.cells ?? [];
  const hasHeader = (column: number) => (headers[column] ?? null) !== null;
  return edits.every(({ row, cells }) => row > headerRow && [...cells.keys()].every(hasHeader));
}

/** Returns the number of rows that an edit adds: 1, 0, or -1 if it leaves its row blank. */
function addedRows(edit: RowEdit): number {
  if (edit.before === undefined) return 1;
  return leavesBlank(edit) ? -1 : 0;
}

/** Writes edits of a tab without an endpoint to its log. */
async function writeToLog({ db }: Grid, { stored, address }: OpenTab, edits: readonly RowEdit[]): Promise<void> {
  const { spreadsheet_id, sheet_id } = stored;
  const sequence = stored.sequence + 1;
  const rowsDelta = edits.reduce((sum, edit) => sum + addedRows(edit), 0);
  await db.transaction().execute(async (trx) => {
    const rows = Math.max(0, stored.rows + rowsDelta);
    await changeTab(trx, stored, { sequence, rows, edited: 1, changed_at: new Date().toISOString() });
    const entry = {
      spreadsheet_id,
      sheet_id,
      sequence,
      tab_id: '',
      revision: 0,
      changes: edits.length,
      rows_delta: rowsDelta,
      entries: JSON.stringify([edits.map(loggedEdit)]),
      ...authorOf(address),
      created_at: new Date().toISOString(),
    };
    await trx.insertInto('record_log').values(entry).execute();
  });
}

/** Edits and the revision of the tab that the person sees. */
interface Editing {
  readonly revision: number;
  readonly edits: readonly GridEdit[];
}

/** Writes edits in the cheapest way: as changes of rows if possible, else by deriving everything again. */
async function writeEdits(grid: Grid, open: OpenTab, { revision, edits }: Editing): Promise<void> {
  const { address } = open;
  refusePaused(open.project);
  const rows = rowEditsOf(open, edits, revision);
  if (rows.length === 0) return;
  try {
    if (open.endpoint !== undefined) return await writeToEndpoint(grid, open, rows);
    if (open.project !== undefined || !isRowChange(open, rows)) throw new NeedsDeriving();
    await writeToLog(grid, open, rows);
  } catch (error) {
    if (!(error instanceof NeedsDeriving)) throw error;
    await changeAndDerive(grid, address, (current) => {
      refusePaused(current.project);
      return { changes: rowEditsOf(current, edits, revision).map(loggedEdit) };
    });
  }
}

/** @param before the tab before the edits */
async function answerOf(grid: Grid, before: OpenTab, edits: readonly GridEdit[]): Promise<GridChangeAnswer> {
  const open = await openTab(grid, before.address);
  const rows = rowsOf(open.tab, edits);
  const cells = edits.map(({ row, column }) => ({ row, column, cell: rows.get(row)?.cells[column - 1] ?? null }));
  const misfits = misfitsOf(before.endpoint, open.endpoint, cells);
  return { tab: await factsOf(grid.db, open), cells, ...(misfits.length > 0 && { misfits }) };
}

/** Maximum attempts of edits under concurrent writes. */
const MAX_ATTEMPTS = 10;

const busy = () => new Refusal('busy', 'Others write to this sheet at the same time. Try again.');

/**
 * Writes cells, all of them or none. When it resolves, they are on disk and in the endpoint's responses.
 *
 * @throws Refusal `cell_changed` with the current cells, `sheet_changed`, `cell_not_writable`, `project_paused`, `busy`
 */
export const editCells = (grid: Grid, address: TabAddress, editing: Editing): Promise<GridChangeAnswer> =>
  retryIfChanged(
    busy,
    async () => {
      const before = await grid.editMutex(`${address.spreadsheetId} ${address.sheetId}`, async () => {
        const open = await openTab(grid, address);
        await writeEdits(grid, open, editing);
        return open;
      });
      return answerOf(grid, before, editing.edits);
    },
    MAX_ATTEMPTS,
  );
