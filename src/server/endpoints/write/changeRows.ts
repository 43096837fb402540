import type { ProblemLine } from '../../../contract/problems';
import type { CellValue, Column } from '../../../contract/rows';
import { type PlannedWrite, type RowWrite, sheetColumnOf, type Work, type WritableTab } from '../../store/log/work';
import type { TabView } from '../../store/memory/engine';
import type { Steps } from '../../yieldToEventLoop';
import type { ColumnNames } from '../query/columnNames';
import type { GivenRow } from './bodies';
import { checkedCell, type FittingCell, type GivenCell, type ResolvedRow, resolveRow, RowProblems } from './givenCells';
import { isLocked, KeyChecks, lockLine, refuseLocked, removalLine } from './protectedCells';
import { placesOf, prepareTarget, type Target } from './targets';

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
}

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

export interface ChangeRequest {
  readonly target: Target;
  readonly row: GivenRow;
  readonly isText: boolean;
  /** The columns that exist for the caller. */
  readonly namesOf: NamesOf;
  readonly ignoreUnknown: boolean;
  /** Whether columns that are not given are blanked (`PUT`), or left as they are (`PATCH`). */
  readonly blanksRest: boolean;
}

/** Said where a row that is there is sent with an `_id` or `_row` that may not stand in it. */
export const staysAsItIs = (name: '_id' | '_row') => `The ${name} of a row stays what it is. Leave it out.`;

/** A row as it was read may be sent back, its `_id` too; another one is not the row that is meant. */
function checkId({ id }: ResolvedRow, target: Target, problems: RowProblems) {
  if (id === undefined || (target.kind === 'id' && id.given === target.id)) return;
  problems.add({ field: id.field, detail: staysAsItIs('_id') });
}

/** And its `_row`, of which only the one row that is meant may have one. */
function checkRow({ row }: ResolvedRow, target: Target, numberOf: () => number, problems: RowProblems) {
  if (row === undefined) return;
  const given = row.isText ? Number(row.given) : row.given;
  if (target.kind !== 'id' || given !== numberOf()) problems.add({ field: row.field, detail: staysAsItIs('_row') });
}

/** Rows between two chances to pause. */
const STEP = 128;

function* planChanges(tab: WritableTab, request: ChangeRequest): Steps<PlannedRows> {
  const { target, row, isText, namesOf, ignoreUnknown, blanksRest } = request;
  const names = namesOf(tab.view.columns);
  const problems = new RowProblems();
  const ignored = new Set<string>();
  const resolved = resolveRow(row, { names, isText, ignored: ignoreUnknown ? ignored : undefined }, problems);
  checkId(resolved, target, problems);
  if (resolved.cells.size === 0 && !blanksRest) {
    problems.add({ field: 'body', detail: 'The body names no column to change.' });
  }
  problems.refuse();
  const locked: ProblemLine[] = [];
  const keys = new KeyChecks(names);
  const changing = { tab, names, keys, problems, locked, blanksRest };
  const rows: RowWrite[] = [];
  const unchanged: number[] = [];
  const places = placesOf(tab, target);
  checkRow(resolved, target, () => tab.view.rowNumber(places[0] ?? 0), problems);
  for (const [at, place] of places.entries()) {
    const changed = changedRow(changing, place, resolved.cells, 'body');
    if (changed === undefined) unchanged.push(place);
    else rows.push(changed);
    if (at % STEP === STEP - 1) yield;
  }
  problems.refuse();
  keys.judge(tab);
  refuseLocked(locked);
  return { view: tab.view, rows, ignored: [...ignored], unchanged };
}

/**
 * Changes the rows that are meant, all of them or none. What is given is checked although a row has it already.
 *
 * Throws Refusal as {@link placesOf}, and `invalid_rows`, `duplicate_key`, `cell_not_writable`.
 */
export const changeRows = (request: ChangeRequest): Work<PlannedRows> => ({
  needsAll: request.target.kind === 'filter',
  prepare: (tab, run) => prepareTarget(tab, request.target, run),
  plan: (tab) => planChanges(tab, request),
});

function* planRemovals(
  { view, state }: WritableTab,
  names: ColumnNames,
  places: readonly number[],
): Steps<PlannedRows> {
  const rows: RowWrite[] = [];
  const locked: ProblemLine[] = [];
  for (const place of places) {
    const row = view.rowNumber(place);
    const line = removalLine(state.sheet, row, names);
    if (line !== undefined) locked.push(line);
    rows.push({ kind: 'remove', id: view.id(place), row });
    if (rows.length % STEP === 0) yield;
  }
  refuseLocked(locked);
  return { view, rows, ignored: [], unchanged: [] };
}

/** Removes the rows that are meant, all of them or none. Throws as {@link placesOf}, and Refusal `cell_not_writable`. */
export const removeRows = (target: Target, namesOf: NamesOf): Work<PlannedRows> => ({
  needsAll: target.kind === 'filter',
  prepare: (tab, run) => prepareTarget(tab, target, run),
  plan: (tab) => planRemovals(tab, namesOf(tab.view.columns), placesOf(tab, target)),
});
