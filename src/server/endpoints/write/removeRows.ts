import type { ProblemLine } from '../../../contract/problems';
import type { RowWrite, WritableTab, Work } from '../../records/work';
import { runAtOnce, type Steps } from '../engine/steps';
import { refuseLocked, removalLine } from './locks';
import type { NamesOf, PlannedRows } from './plannedRows';
import { placesOf, prepareTarget, type Target } from './targets';

/** Rows between two chances to pause. */
const STEP = 256;

function* plan({ view, state }: WritableTab, names: ReturnType<NamesOf>, places: readonly number[]) {
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
export function removeRows(target: Target, namesOf: NamesOf): Work<PlannedRows> {
  const steps = (tab: WritableTab): Steps<PlannedRows> => plan(tab, namesOf(tab.view.columns), placesOf(tab, target));
  return {
    needsAll: target.kind === 'filter',
    prepare: (tab) => prepareTarget(tab, target),
    plan: (tab) => runAtOnce(steps(tab)),
    steps: target.kind === 'filter' ? steps : undefined,
  };
}
