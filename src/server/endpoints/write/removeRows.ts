import type { Work } from '../../records/work';
import type { PlannedRows } from './plannedRows';
import { placesOf, prepareTarget, type Target } from './targets';

/** Removes the rows that are meant, all of them or none. Throws as {@link placesOf}. */
export const removeRows = (target: Target): Work<PlannedRows> => ({
  needsAll: target.kind === 'filter',
  prepare: (tab) => prepareTarget(tab, target),
  plan: (tab) => {
    const { view } = tab;
    const rows = placesOf(tab, target).map((place) => ({
      kind: 'remove' as const,
      id: view.id(place),
      row: view.rowNumber(place),
    }));
    return { view, rows, ignored: [], unchanged: [] };
  },
});
