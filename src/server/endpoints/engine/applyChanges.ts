import type { RowChange } from './engine';
import { rowJson } from '../../normalise/packedRows';
import { ALIVE, type TabStore } from './tabStore';

/** A store at a moment of its own. */
export interface AtMoment {
  readonly store: TabStore;
  /** Number of changes made so far; those of one call to {@link applyTo} count as one. */
  moment: number;
}

/**
 * Makes changes, all or none.
 *
 * @throws Error when a row that is to be changed or removed is not there
 */
export function applyTo(current: AtMoment, changes: readonly RowChange[]) {
  const { store } = current;
  const moment = current.moment + 1;
  const before = { count: store.count, ended: store.ended.length };
  try {
    for (const change of changes) makeChange(store, change, moment);
    current.moment = moment;
  } catch (error) {
    undo(store, before);
    throw error;
  }
}

function makeChange(store: TabStore, change: RowChange, moment: number) {
  if (change.kind !== 'append') {
    const former = (change.kind === 'update' && change.formerId) || change.id;
    const place = livePlace(store, former, change.rowNumber);
    if (place === undefined) throw new Error(`There is no row ${former} with the number ${change.rowNumber}.`);
    store.end(place, moment);
  }
  if (change.kind === 'remove') return;
  store.addText(change.json ?? rowJson(store.columns, change.id, change.values), change.rowNumber);
}

function livePlace(store: TabStore, id: string, rowNumber: number): number | undefined {
  for (const place of store.ids.placesOf(id)) {
    if (store.rowNumbers[place] === rowNumber && (store.ends?.[place] ?? ALIVE) === ALIVE) return place;
  }
  return undefined;
}

/** Places that were added stay, since ids and values point to them, and nobody ever sees them. */
function undo(store: TabStore, before: { readonly count: number; readonly ended: number }) {
  for (const place of store.ended.splice(before.ended)) if (store.ends) store.ends[place] = ALIVE;
  for (let place = before.count; place < store.count; place += 1) store.end(place, 0);
}
