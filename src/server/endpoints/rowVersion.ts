import { hash } from 'node:crypto';
import type { TabView } from './engine/engine';
import type { ColumnNames } from './query/columnNames';

/** Characters of a version: more than 128 bits. */
const LENGTH = 22;

/**
 * A text that changes when something in a row does that somebody may see. Of columns that do not exist for them nothing shows
 * in it: whoever guesses at what is hidden could try the guess otherwise.
 */
export function rowVersion(view: TabView, place: number, names: ColumnNames): string {
  if (names.areAll) return view.version(place);
  const visible = JSON.stringify([view.id(place), ...names.visible.map((column) => view.value(place, column))]);
  return hash('sha256', visible, 'base64url').slice(0, LENGTH);
}
