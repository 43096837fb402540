import { hash } from 'node:crypto';
import type { CellValue } from '../../contract/rows';
import { rowJson } from '../normalise/rowJson';
import type { TabView } from '../store/memory/engine';
import { versionOfJson } from '../store/memory/tabView';
import type { ColumnNames } from './query/columnNames';

/** Characters of a version: more than 128 bits. */
const LENGTH = 22;

/**
 * A text that changes when something in a row does that somebody may see. Of columns that do not exist for them nothing shows
 * in it: whoever guesses at what is hidden could try the guess otherwise.
 */
export function rowVersion(view: TabView, place: number, names: ColumnNames): string {
  if (names.areAll) return view.version(place);
  return versionOfVisible(view.id(place), names, (column) => view.value(place, column));
}

function versionOfVisible(id: string, names: ColumnNames, valueAt: (column: number) => CellValue): string {
  const visible = JSON.stringify([id, ...names.visible.map((column) => [names.column(column).key, valueAt(column)])]);
  return hash('sha256', visible, 'base64url').slice(0, LENGTH);
}

/** The version that a row has once it holds these values, one for each column of the tab. */
export function versionOfValues(id: string, values: readonly CellValue[], names: ColumnNames): string {
  if (names.areAll) return versionOfJson(rowJson(names.columns, id, values));
  return versionOfVisible(id, names, (column) => values[column] ?? null);
}
