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
import type { LoggedChange } from '../../records/logEntries';
import { createRowIds } from '../../workbook/rowIds';
import { typedCell, writtenCell } from './cells';
import type { OpenTab } from './openGrid';

/** What is written to one row: cells by 0-based column. */
export interface RowEdit {
  readonly row: number;
  /** The row as it is; undefined where it holds nothing. */
  readonly before: GridRow | undefined;
  readonly cells: ReadonlyMap<number, GridCell>;
}

const newId = createRowIds();

/** What an edit puts into its cell. */
const cellOf = ({ value, cell = null }: GridEdit): GridCell =>
  value === undefined ? writtenCell(cell) : typedCell(value);

const invalid = (detail: string) => new Refusal('invalid_rows', detail);

function refuseTooLong(edits: readonly GridEdit[]) {
  const long = edits.find(({ value = '' }) => value.length > limits.charactersPerCell);
  if (long === undefined) return;
  throw invalid(`${addressOf(long.row, long.column)} is given more characters than a cell holds.`);
}

/** Said where a sheet has got other rows or columns since it was looked at. */
export const sheetChanged = () =>
  new Refusal('sheet_changed', 'Rows or columns of this sheet were inserted or removed elsewhere. Load it again.');

function refuseClashes(clashes: readonly PlacedCell[]) {
  const [first] = clashes;
  if (first === undefined) return;
  const lines = clashes.slice(0, 100).map(({ row, column, cell }) => {
    const address = addressOf(row, column);
    return {
      cell: address,
      detail: `${address} was changed elsewhere. It holds “${shownText(cell).slice(0, 60)}” by now.`,
    };
  });
  throw new Refusal('cell_changed', lines[0]?.detail ?? '', { errors: lines, clashes });
}

function refuseFormulas(formulas: readonly PlacedCell[]) {
  const [first] = formulas;
  if (first === undefined) return;
  const address = addressOf(first.row, first.column);
  throw new Refusal('cell_not_writable', `${address} holds a formula, which is kept but not recalculated here.`, {
    errors: formulas.slice(0, 100).map(({ row, column }) => ({
      cell: addressOf(row, column),
      detail: 'Formulas are kept but not recalculated here.',
    })),
  });
}

/** What stands in the cells that are edited. */
function currentCells({ tab }: OpenTab, edits: readonly GridEdit[]) {
  const rows = new Map([...new Set(edits.map(({ row }) => row))].map((row) => [row, tab.row(row)]));
  const cellAt = ({ row, column }: GridEdit): GridCell => rows.get(row)?.cells[column - 1] ?? null;
  return { rows, cellAt };
}

/**
 * What edits come to, row by row, against the tab as it is. Edits that change nothing are left out.
 *
 * @param revision at which whoever edits has seen the tab
 * @throws Refusal `sheet_changed`, `cell_changed` with the cells as they are, `cell_not_writable`, `invalid_rows`
 */
export function rowEditsOf(open: OpenTab, edits: readonly GridEdit[], revision: number): RowEdit[] {
  if (revision < open.stored.shape) throw sheetChanged();
  refuseTooLong(edits);
  const { rows, cellAt } = currentCells(open, edits);
  const byRow = new Map<number, Map<number, GridCell>>();
  const [clashes, formulas]: [PlacedCell[], PlacedCell[]] = [[], []];
  for (const edit of edits) {
    const [current, next] = [cellAt(edit), cellOf(edit)];
    if (isSameCell(current, next)) continue;
    const { row, column, before } = edit;
    const isSeen = before === undefined ? revision === open.stored.sequence : isSameCell(current, before);
    if (isFormula(current)) formulas.push({ row, column, cell: current });
    else if (!isSeen) clashes.push({ row, column, cell: current });
    byRow.set(row, (byRow.get(row) ?? new Map<number, GridCell>()).set(column - 1, next));
  }
  refuseClashes(clashes);
  refuseFormulas(formulas);
  return [...byRow].map(([row, cells]) => ({ row, before: rows.get(row), cells })).toSorted((a, b) => a.row - b.row);
}

/** Whether nothing is left of a row. */
export function leavesBlank({ before, cells }: RowEdit): boolean {
  const rest = (before?.cells ?? []).filter((_, column) => !cells.has(column));
  return [...rest, ...cells.values()].every((cell) => cell === null);
}

/** The edits of a row as the log has them. */
export function loggedEdit(edit: RowEdit): LoggedChange {
  const { row, before } = edit;
  const cells = [...edit.cells];
  if (before === undefined)
    return { kind: 'append', row, id: newId(), cells: cells.filter(([, cell]) => cell !== null) };
  return leavesBlank(edit) ? { kind: 'remove', row } : { kind: 'update', row, cells };
}
