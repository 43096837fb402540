import type { RowChange } from './engine';
import { rowJson } from '../../normalise/rowJson';
import { utf8Of } from '../../normalise/utf8Text';
import { runAtOnce, type Steps } from './steps';
import { ALIVE, type TabStore } from './tabStore';

/** A store at a moment of its own, and how many places there were and had ended then: there may be more on their way. */
export interface AtMoment {
  readonly store: TabStore;
  /** Number of changes made so far; those of one call to {@link applyTo} count as one. */
  moment: number;
  count: number;
  ended: number;
}

/** A store as it is before any change. */
export const beginningOf = (store: TabStore, count: number): AtMoment => ({
  store,
  moment: 0,
  count,
  ended: store.ended.length,
});

/** Changes between two chances to pause. */
const STEP = 128;

/**
 * Makes changes, all or none; none is seen before all are made. No others may be made meanwhile.
 *
 * @throws Error when a row that is to be changed or removed is not there
 */
export function* applySteps(current: AtMoment, changes: readonly RowChange[]): Steps<void> {
  const { store } = current;
  const moment = current.moment + 1;
  if (changes.some(({ kind }) => kind !== 'append')) yield* store.identifyRows();
  try {
    for (let at = 0; at < changes.length; at += 1) {
      makeChange(store, changes[at]!, moment);
      if (at % STEP === STEP - 1) yield;
    }
    current.moment = moment;
  } catch (error) {
    undo(store, current);
    throw error;
  } finally {
    current.count = store.count;
    current.ended = store.ended.length;
  }
}

/** As {@link applySteps}, at once. */
export const applyTo = (current: AtMoment, changes: readonly RowChange[]): void =>
  runAtOnce(applySteps(current, changes));

function makeChange(store: TabStore, change: RowChange, moment: number) {
  if (change.kind !== 'append') {
    const former = (change.kind === 'update' && change.formerId) || change.id;
    const place = livePlace(store, former, change.rowNumber);
    if (place === undefined) throw new Error(`There is no row ${former} with the number ${change.rowNumber}.`);
    store.end(place, moment);
  }
  if (change.kind === 'remove') return;
  store.addText(change.json ?? utf8Of(rowJson(store.columns, change.id, change.values)), change.rowNumber);
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
