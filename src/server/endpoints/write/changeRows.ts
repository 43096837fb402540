import type { ProblemLine } from '../../../contract/problems';
import type { RowWrite, WritableTab, Work } from '../../records/work';
import { runAtOnce, type Steps } from '../engine/steps';
import { changedRow } from './changedRow';
import { resolveRow, type ResolvedRow, RowProblems } from './givenCells';
import type { GivenRow } from './givenRows';
import { KeyChecks } from './keyChecks';
import { refuseLocked } from './locks';
import type { NamesOf, PlannedRows } from './plannedRows';
import { placesOf, prepareTarget, type Target } from './targets';

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

const staysAsItIs = (name: '_id' | '_row') => `The ${name} of a row stays what it is. Leave it out.`;

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

function* plan(tab: WritableTab, request: ChangeRequest): Steps<PlannedRows> {
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
  prepare: (tab) => prepareTarget(tab, request.target),
  plan: (tab) => runAtOnce(plan(tab, request)),
  steps: request.target.kind === 'filter' ? (tab) => plan(tab, request) : undefined,
});
