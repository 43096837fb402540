import { limits } from '../../../contract/limits';
import type { Column } from '../../../contract/rows';
import { sheetColumnOf, type Work, type WritableTab } from '../../store/log/plannedWrite';
import { Refusal } from '../../refusal';
import { cellReference, duplicateIds } from '../cellReference';
import type { Condition } from '../../store/memory/engine';
import type { RunQuery, Steps } from '../../yieldToEventLoop';
import { rowVersion, versionOfTag } from '../headers';
import { formatNumber } from '../query/parameters';
import type { ColumnNames } from '../query/columnNames';
import type { GivenRow } from './givenCells';
import { type NamesOf, type PlannedRows, RowPlanner, type RowRules, unchangeable } from './rowPlanner';

/** Rows that a write changes: the one with an id, or all that match a condition. */
export type Target =
  | {
      readonly kind: 'id';
      readonly id: string;
      /** Value of the `If-Match` header. */
      readonly ifMatch: string | undefined;
      /** Columns that the caller may see. */
      readonly namesOf: NamesOf;
    }
  | {
      readonly kind: 'filter';
      readonly where: (columns: readonly Column[]) => Condition;
      readonly maxAffected: number | undefined;
    };

/** Thrown for an id that no row has. The caller of the write checks whether a row had it once. */
export class NoSuchRow extends Error {}

/** @throws Refusal `duplicate_key` with the cells that the ids come from */
export function refuseDuplicateIds(
  { view, state }: WritableTab,
  names: ColumnNames,
  id: string,
  rowIndexes: Uint32Array,
): never {
  const column = view.columns[state.keyAt];
  const at = column === undefined ? 1 : sheetColumnOf(column) + 1;
  const cells = Array.from(rowIndexes, (rowIndex) => cellReference(names, view.rowNumber(rowIndex), at));
  throw duplicateIds('rows', id, cells);
}

const TAG = /(?:W\/)?"[^"]*"/g;

/**
 * Returns whether `If-Match` names the current version of the row, in any representation. A weak tag matches too, against RFC 9110,
 * section 13.1.1: all our tags are strong, and proxies that compress (nginx with gzip) add `W/`, though the row is the same.
 */
function matches(ifMatch: string, version: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return [...ifMatch.matchAll(TAG)].some(([tag]) => versionOfTag(tag) === version);
}

function rowIndexOf(tab: WritableTab, { id, ifMatch, namesOf }: Extract<Target, { kind: 'id' }>): number {
  const { view } = tab;
  tab.settle(id);
  const rowIndexes = view.find(id);
  if (rowIndexes.length > 1) refuseDuplicateIds(tab, namesOf(view.columns), id, rowIndexes);
  const [rowIndex] = rowIndexes;
  if (rowIndex === undefined) throw new NoSuchRow(`There is no row ${id}.`);
  if (ifMatch !== undefined && !matches(ifMatch, rowVersion(view, rowIndex, namesOf(view.columns)))) {
    throw new Refusal('precondition_failed', 'The row has changed since you read it. Nothing was written.', {
      hint: 'Read the row again, and send its new ETag as If-Match.',
    });
  }
  return rowIndex;
}

function refuseTooMany(count: number, maxAffected: number | undefined): void {
  const allowed = maxAffected ?? limits.rowsPerFilterWrite;
  if (count <= allowed) return;
  const isGiven = maxAffected !== undefined;
  const limitText = isGiven
    ? `_max_affected allows ${formatNumber(allowed)}`
    : `without _max_affected it is ${formatNumber(allowed)} at most`;
  const isAllowed = count <= limits.rowsPerFilterWriteMost;
  throw new Refusal(
    'too_many_affected',
    `This filter matches ${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}, and ${limitText}. Nothing was written.`,
    {
      hint: isAllowed
        ? `If you mean all of them, add _max_affected=${count}.`
        : `At most ${formatNumber(limits.rowsPerFilterWriteMost)} rows are written at once: use a narrower filter.`,
    },
  );
}

/** Prepares the search that {@link rowIndexesOf} needs, in steps that yield to the event loop; see `Work.prepare`. */
async function prepareTarget(tab: WritableTab, target: Target, run: RunQuery): Promise<void> {
  if (target.kind === 'filter') await tab.view.prepare({ where: target.where(tab.view.columns) }, run);
}

/**
 * Returns the indexes of the target rows, in the order of the sheet.
 *
 * @throws NoSuchRow; Refusal `duplicate_key`, `precondition_failed`, `too_many_affected`
 */
function rowIndexesOf(tab: WritableTab, target: Target): readonly number[] {
  if (target.kind === 'id') return [rowIndexOf(tab, target)];
  const rowIndexes = tab.view.all({ where: target.where(tab.view.columns) });
  refuseTooMany(rowIndexes.length, target.maxAffected);
  return [...rowIndexes];
}

interface ChangeRequest extends RowRules {
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
  const planned = planner.planned();
  yield* tab.claim(planned.rows);
  return planned;
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
