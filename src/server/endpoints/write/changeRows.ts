import type { Work, WritableTab } from '../../store/log/plannedWrite';
import type { Steps } from '../../yieldToEventLoop';
import type { GivenRow } from './givenCells';
import { type NamesOf, type PlannedRows, RowPlanner, type RowRules, unchangeable } from './rowPlanner';
import { rowIndexesOf, prepareTarget, type Target } from './targets';

export interface ChangeRequest extends RowRules {
  readonly target: Target;
  readonly row: GivenRow;
  /** Whether missing columns are blanked (`PUT`) or left unchanged (`PATCH`). */
  readonly blanksMissing: boolean;
}

function* planChanges(tab: WritableTab, request: ChangeRequest): Steps<PlannedRows> {
  const { target, blanksMissing, isText } = request;
  const planner = new RowPlanner(tab, request);
  const given = planner.resolve(request.row);
  const { id, row } = given;
  if (id !== undefined && (target.kind !== 'id' || id.given !== target.id)) {
    planner.problem(id.field, unchangeable('_id'));
  }
  if (given.cells.size === 0 && !blanksMissing) planner.problem('body', 'The body names no column to change.');
  planner.refuseProblems();
  const rowIndexes = rowIndexesOf(tab, target);
  const number = isText ? Number(row?.given) : row?.given;
  if (row !== undefined && (target.kind !== 'id' || number !== tab.view.rowNumber(rowIndexes[0] ?? 0))) {
    planner.problem(row.field, unchangeable('_row'));
  }
  for (const rowIndex of rowIndexes) {
    planner.change(rowIndex, given, blanksMissing);
    yield;
  }
  return planner.planned();
}

/**
 * Changes the target rows, all of them or none. The request may repeat the `_id` and `_row` of its one target row as they were
 * read; other values of them are rejected.
 *
 * Throws Refusal as {@link rowIndexesOf}, and `invalid_rows`, `duplicate_key`, `cell_not_writable`.
 */
export const changeRows = (request: ChangeRequest): Work<PlannedRows> => ({
  needsAll: request.target.kind === 'filter',
  prepare: (tab, run) => prepareTarget(tab, request.target, run),
  plan: (tab) => planChanges(tab, request),
});

/** Removes the target rows, all of them or none. Throws as {@link rowIndexesOf}, and Refusal `cell_not_writable`. */
export const removeRows = (target: Target, namesOf: NamesOf): Work<PlannedRows> => ({
  needsAll: target.kind === 'filter',
  prepare: (tab, run) => prepareTarget(tab, target, run),
  *plan(tab) {
    const planner = new RowPlanner(tab, { namesOf, isText: false, ignoreUnknown: false });
    for (const rowIndex of rowIndexesOf(tab, target)) {
      planner.remove(rowIndex);
      yield;
    }
    return planner.planned();
  },
});
