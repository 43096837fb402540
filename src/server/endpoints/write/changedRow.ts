import type { ProblemLine } from '../../../contract/problems';
import type { CellValue } from '../../../contract/rows';
import { sheetColumnOf } from '../../records/tabState';
import type { RowWrite, WritableTab } from '../../records/work';
import type { ColumnNames } from '../query/columnNames';
import type { FittingCell } from './cellValue';
import { checkedCell, type GivenCell, type RowProblems } from './givenCells';
import type { KeyChecks } from './keyChecks';
import { isLocked, lockLine } from './locks';

/** What rows are changed to, and what goes wrong with it. */
export interface Changing {
  readonly tab: WritableTab;
  readonly names: ColumnNames;
  readonly keys: KeyChecks;
  readonly problems: RowProblems;
  /** Cells that cannot be written. */
  readonly locked: ProblemLine[];
  /** Whether columns that are not given are blanked. */
  readonly blanksRest: boolean;
}

const BLANK: FittingCell = { value: null, cell: null };

/** Whether a value is what the cell holds, as it was read: such a cell is left alone, whatever it is. */
const isSame = (value: CellValue, { given, isText }: GivenCell) =>
  isText && value !== null ? String(value) === given : value === given;

/** The columns that a change leaves blank: those not given, but for the key and for cells the sheet works out itself. */
function blanked({ tab, names, blanksRest }: Changing, place: number, given: ReadonlyMap<number, unknown>): number[] {
  if (!blanksRest) return [];
  const row = tab.view.rowNumber(place);
  return names.visible.filter(
    (column) =>
      !given.has(column) &&
      column !== tab.state.keyAt &&
      tab.view.value(place, column) !== null &&
      !isLocked(tab.state.sheet, row, names.column(column)),
  );
}

function writtenCells(changing: Changing, place: number, given: ReadonlyMap<number, GivenCell>) {
  const { tab, names, problems, locked } = changing;
  const row = tab.view.rowNumber(place);
  const written = new Map<number, FittingCell>(blanked(changing, place, given).map((column) => [column, BLANK]));
  for (const [column, cell] of given) {
    const before = tab.view.value(place, column);
    if (isSame(before, cell)) continue;
    const fitting = checkedCell(column, cell, names, problems);
    if (fitting === undefined || fitting.value === before) continue;
    const line = lockLine(tab.state.sheet, row, names, { column, field: cell.field });
    if (line === undefined) written.set(column, fitting);
    else locked.push(line);
  }
  return written;
}

/**
 * The change of one row.
 *
 * @param field where the row stands in the body
 * @returns undefined when it stays as it is
 * @throws Refusal `duplicate_key`; what else is wrong is collected
 */
export function changedRow(
  changing: Changing,
  place: number,
  given: ReadonlyMap<number, GivenCell>,
  field: string,
): RowWrite | undefined {
  const { tab, names, keys, problems } = changing;
  const { view, state } = tab;
  const formerId = view.id(place);
  tab.settle(formerId);
  const written = writtenCells(changing, place, given);
  if (written.size === 0) return undefined;
  const values = view.columns.map(
    (_, column) => written.get(column)?.value ?? (written.has(column) ? null : view.value(place, column)),
  );
  if (names.visible.every((column) => (values[column] ?? null) === null)) {
    problems.add({ field, detail: `This would leave the row ${formerId} blank. Delete it instead.` });
    return undefined;
  }
  const id = written.has(state.keyAt) ? (keys.idOf(tab, values, field, problems, place) ?? formerId) : formerId;
  const cells = [...written].map(([column, { cell }]) => [sheetColumnOf(names.column(column)), cell] as const);
  const renamed = id === formerId ? {} : { formerId };
  return { kind: 'update', id, ...renamed, row: view.rowNumber(place), values, cells };
}
