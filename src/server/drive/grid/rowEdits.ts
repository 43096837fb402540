import type { GridEdit, GridRow } from '../../../contract/driveGrid';
import {
  addressOf,
  type GridCell,
  isFormula,
  isSameCell,
  type PlacedCell,
  shownText,
} from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { Refusal } from '../../refusal';
import type { LoggedChange } from '../../store/log/logEntries';
import type { CellReading } from '../../rawTab/rawTab';
import { newRowId } from '../../rawTab/rowIds';
import { typedCell, writtenCell } from './gridCells';
import type { GridTab } from './gridTab';
import type { OpenTab } from './openTab';

/** Edits of one row. */
export interface RowEdit {
  readonly row: number;
  /** The current row; undefined for a blank one. */
  readonly before: GridRow | undefined;
  /** By 0-based column. */
  readonly cells: ReadonlyMap<number, GridCell>;
}

/** Returns the cell that an edit writes. */
const cellOf = ({ value, cell = null }: GridEdit, decimals?: CellReading['decimals']): GridCell =>
  value === undefined ? writtenCell(cell) : typedCell(value, decimals);

function refuseTooLong(edits: readonly GridEdit[]) {
  const tooLong = edits.find(({ value = '' }) => value.length > limits.charactersPerCell);
  if (tooLong === undefined) return;
  const address = addressOf(tooLong.row, tooLong.column);
  throw new Refusal('invalid_rows', `${address} is given more characters than a cell holds.`);
}

/** Refusal of edits that are based on a revision before rows or columns were moved. */
export const sheetChanged = () =>
  new Refusal('sheet_changed', 'Rows or columns of this sheet were inserted or removed elsewhere. Load it again.');

function refuseConflicts(clashes: readonly PlacedCell[]) {
  const errors = clashes.slice(0, 100).map(({ row, column, cell }) => {
    const address = addressOf(row, column);
    const holds = shownText(cell).slice(0, 60);
    return { cell: address, detail: `${address} was changed elsewhere. It holds “${holds}” by now.` };
  });
  if (errors[0] !== undefined) throw new Refusal('cell_changed', errors[0].detail, { errors, clashes });
}

function refuseFormulas(formulas: readonly PlacedCell[]) {
  const detail = 'Formulas are kept but not recalculated here.';
  const errors = formulas.slice(0, 100).map(({ row, column }) => ({ cell: addressOf(row, column), detail }));
  if (errors[0] === undefined) return;
  const sentence = `${errors[0].cell} holds a formula, which is kept but not recalculated here.`;
  throw new Refusal('cell_not_writable', sentence, { errors });
}

/** Returns the current rows of edits, by number; undefined for a blank one. */
export function rowsOf(tab: GridTab, edits: readonly GridEdit[]): Map<number, GridRow | undefined> {
  const numbers = new Set(edits.map(({ row }) => row));
  return new Map([...numbers].map((row) => [row, tab.row(row)]));
}

/**
 * Groups edits by row and compares them with the current tab. Edits that change nothing are left out.
 *
 * @param revision of the tab that the person sees
 * @throws Refusal `sheet_changed`, `cell_changed` with the current cells, `cell_not_writable`, `invalid_rows`
 */
export function rowEditsOf({ tab, stored }: OpenTab, edits: readonly GridEdit[], revision: number): RowEdit[] {
  if (revision < stored.shape) throw sheetChanged();
  refuseTooLong(edits);
  const rows = rowsOf(tab, edits);
  const byRow = new Map<number, Map<number, GridCell>>();
  const clashes: PlacedCell[] = [];
  const formulas: PlacedCell[] = [];
  for (const edit of edits) {
    const { row, column, before } = edit;
    const current = rows.get(row)?.cells[column - 1] ?? null;
    const written = cellOf(edit, tab.blocks.head.decimals);
    if (isSameCell(current, written)) continue;
    const isUpToDate = before === undefined ? revision === stored.sequence : isSameCell(current, before);
    if (isFormula(current)) formulas.push({ row, column, cell: current });
    else if (!isUpToDate) clashes.push({ row, column, cell: current });
    const cells = byRow.get(row) ?? new Map<number, GridCell>();
    byRow.set(row, cells.set(column - 1, written));
  }
  refuseConflicts(clashes);
  refuseFormulas(formulas);
  return [...byRow].map(([row, cells]) => ({ row, before: rows.get(row), cells })).toSorted((a, b) => a.row - b.row);
}

/** Returns whether the row is blank after its edits. */
export function leavesBlank({ before, cells }: RowEdit): boolean {
  const rest = (before?.cells ?? []).filter((_, column) => !cells.has(column));
  return [...rest, ...cells.values()].every((cell) => cell === null);
}

/** Returns the edits of a row as a log entry. */
export function loggedEdit(edit: RowEdit): LoggedChange {
  const { row, before } = edit;
  const cells = [...edit.cells];
  if (before === undefined) {
    return { kind: 'append', row, id: newRowId(), cells: cells.filter(([, cell]) => cell !== null) };
  }
  return leavesBlank(edit) ? { kind: 'remove', row } : { kind: 'update', row, cells };
}
