import { hash } from 'node:crypto';
import type { ProjectTabsTable } from '../database/tables/projects';
import { type HeadedColumn, ownNames } from '../normalise/headers';
import { Refusal } from '../refusal';

/** What a key that hides columns may see of a tab, by column key. */
export interface ColumnAccess {
  /** Columns that the owner has hidden; none if only other tabs have such columns. */
  readonly hidden: ReadonlySet<string>;
  /** All columns that the tab had when the key was made, in their order. */
  readonly known: ReadonlySet<string>;
}

/** Part of a caller that decides on columns. */
export interface WithColumnAccess {
  /** By id of the tab; all columns are visible of tabs that are not in it. */
  readonly columnAccess: ReadonlyMap<string, ColumnAccess>;
}

/**
 * Returns the columns that a key shows: the tab had them when the key was made, and its owner has not hidden them. A name that
 * depends on the place of a column can pass to hidden data, so it is shown only while the names are those of then.
 */
export function shownColumns<C extends HeadedColumn>({ hidden, known }: ColumnAccess, columns: readonly C[]): C[] {
  const former = [...known];
  const areFormer = columns.length === former.length && columns.every(({ key }, place) => key === former[place]);
  const certain = hidden.size === 0 || areFormer ? known : ownNames(columns);
  return columns.filter(({ key }) => known.has(key) && certain.has(key) && !hidden.has(key));
}

/** Properties of a tab by which its visible columns are determined. */
type KeyedTab = Pick<ProjectTabsTable, 'id' | 'title' | 'key_column'>;

/**
 * Returns whether hidden data may be under the header of another column, or be the id of rows: a hidden column is missing, has no
 * name of its own any more, or has another place among the columns that the tab had when the key was made.
 */
export function isOutdated(
  access: ColumnAccess,
  { key_column }: Pick<KeyedTab, 'key_column'>,
  columns: readonly HeadedColumn[],
): boolean {
  const { hidden, known } = access;
  if (key_column !== null && !shownColumns(access, columns).some(({ key }) => key === key_column)) return true;
  const named = ownNames(columns);
  if (![...hidden].every((key) => named.has(key))) return true;
  const remaining = columns.map(({ key }) => key).filter((key) => known.has(key));
  const present = new Set(remaining);
  const inFormerOrder = [...known].filter((key) => present.has(key));
  return inFormerOrder.some((key, place) => hidden.has(key) && remaining[place] !== key);
}

/**
 * Returns the columns of a tab that the caller may see; resolve all names among these only. Returns the same array when the caller
 * may see all.
 *
 * @throws Refusal `outdated_key` if hidden data may be under the header of another column
 */
export function visibleColumns<C extends HeadedColumn>(
  { columnAccess }: WithColumnAccess,
  tab: KeyedTab,
  columns: readonly C[],
): readonly C[] {
  const access = columnAccess.get(tab.id);
  if (access === undefined) return columns;
  if (isOutdated(access, tab, columns)) throw outdatedKey(tab.title);
  return shownColumns(access, columns);
}

/** Hashes of the names in a key's access: calculated once, as every request needs it and a tab may have thousands of columns. */
const namesHashes = new WeakMap<ColumnAccess, string>();

function namesHashOf(access: ColumnAccess): string {
  const calculated = namesHashes.get(access);
  if (calculated !== undefined) return calculated;
  const namesHash = hash('sha256', JSON.stringify([[...access.hidden], [...access.known]]), 'base64url');
  namesHashes.set(access, namesHash);
  return namesHash;
}

/**
 * Returns a key that distinguishes responses of one tab with different visible columns; empty when all are visible. Include it in
 * every cache key. Entity tags and cursors derive from it too, so it contains the tab's own id, which no caller knows: callers
 * cannot use them to verify guesses about hidden columns.
 */
export function visibilityKeyOf({ columnAccess }: WithColumnAccess, tabId: string): string {
  const access = columnAccess.get(tabId);
  if (access === undefined) return '';
  return hash('sha256', `${tabId} ${namesHashOf(access)}`, 'base64url');
}

/** Refusal of a key whose hidden columns are no longer certain. It does not reveal that columns are hidden. */
const outdatedKey = (title: string) =>
  new Refusal(
    'outdated_key',
    `The columns of “${title}” have changed since this key was made, so it no longer opens this sheet.`,
    { hint: 'The owner of the project makes another one under Access, for the columns as they are called now.' },
  );
