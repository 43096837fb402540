import type { CellValue, Column } from '../../contract/rows';
import { createYielding } from '../yieldToEventLoop';
import type { TabView } from '../store/memory/engine';

/** Looks at the values of a column one by one. */
export interface Looker<Found> {
  /** @returns whether another value could change what is found */
  look(value: CellValue): boolean;
  found(): Found;
}

/** Values between two looks at the time. */
const BETWEEN = 512;

/**
 * Looks through the columns of a view, one after the other, in small steps between which others get their turn.
 *
 * @returns what was found of each column
 */
export async function lookThrough<Found>(
  view: TabView,
  lookerFor: (column: Column, at: number) => Looker<Found>,
): Promise<readonly Found[]> {
  const yielding = createYielding();
  const places = view.all({});
  const found: Found[] = [];
  for (const [at, column] of view.columns.entries()) {
    const looker = lookerFor(column, at);
    for (let n = 0; n < places.length && looker.look(view.value(places[n] ?? 0, at)); n += 1) {
      const pause = n % BETWEEN === 0 ? yielding() : undefined;
      if (pause !== undefined) await pause;
    }
    found.push(looker.found());
  }
  return found;
}
