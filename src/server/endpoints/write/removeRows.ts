import type { Work } from '../../records/work';
import { refuseLocked, removalLine } from './locks';
import type { NamesOf, PlannedRows } from './plannedRows';
import { placesOf, prepareTarget, type Target } from './targets';

/** Removes the rows that are meant, all of them or none. Throws as {@link placesOf}, and Refusal `cell_not_writable`. */
export const removeRows = (target: Target, namesOf: NamesOf): Work<PlannedRows> => ({
  needsAll: target.kind === 'filter',
  prepare: (tab) => prepareTarget(tab, target),
  plan: (tab) => {
    const { view, state } = tab;
    const places = placesOf(tab, target);
    const names = namesOf(view.columns);
    refuseLocked(places.flatMap((place) => removalLine(state.sheet, view.rowNumber(place), names) ?? []));
    const rows = places.map((place) => ({
      kind: 'remove' as const,
      id: view.id(place),
      row: view.rowNumber(place),
    }));
    return { view, rows, ignored: [], unchanged: [] };
  },
});
