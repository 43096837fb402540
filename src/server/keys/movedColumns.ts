import type { Column } from '../../contract/rows';
import { type HiddenInTab, isShown } from '../access/caller';
import { hiddenColumnsOf, type KeyRow, storedHidden } from '../access/keyring';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';

/** Tab whose columns are published. */
interface PublishedTab {
  readonly id: string;
  /** The tab before; of a new one, the vanished ones that it may be. */
  readonly former: readonly Pick<ProjectTabsTable, 'id' | 'columns'>[];
  /** Undefined when they stay. */
  readonly columns: readonly Column[] | undefined;
}

/** Examples of the columns of a tab, by column key. */
type Examples = ReadonlyMap<string, readonly string[]>;

const examplesOf = (columns: readonly Column[]): Examples =>
  new Map(columns.map(({ key, examples }) => [key, examples.map(String)]));

const haveSameHeaders = (one: Examples, other: Examples) =>
  JSON.stringify([...one.keys()]) === JSON.stringify([...other.keys()]);

/** Returns whether columns may be the same one, by their examples. */
const areAlike = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.some((text) => other.includes(text)) || one.length + other.length === 0;

/**
 * Returns what a key hides of a tab whose headers have changed. Once hidden values may be below another header, it shows only
 * columns that it has shown before: when a hidden column is missing, or has only other values while a new column has values too,
 * and when a column has hidden values instead of its own.
 */
function hiddenAfter(hidden: HiddenInTab, before: Examples, after: Examples): HiddenInTab {
  const columns = [...hidden.columns];
  const keys = [...before.keys()];
  const isSame = (key: string) => after.has(key) && areAlike(before.get(key), after.get(key));
  const moved = new Set(keys.flatMap((key) => (isShown(hidden, key) || isSame(key) ? [] : (before.get(key) ?? []))));
  const hasMoved = (key: string) => after.get(key)?.some((text) => moved.has(text)) === true;
  const isBack = (key: string) => !before.has(key) && hasMoved(key);
  const areInPlace = columns.every((key) => isSame(key) || isBack(key));
  // The headers are as they were before they changed: what they hid until now was theirs.
  if (areInPlace && columns.some(isBack)) return hidden;
  const shown = [...(hidden.only ?? keys)].filter((key) => isShown(hidden, key));
  const only = shown.filter((key) => isSame(key) || !hasMoved(key));
  const hasNewValues = [...after].some(([key, examples]) => !before.has(key) && examples.length > 0);
  const isSure = areInPlace || (columns.every((key) => after.has(key)) && !hasNewValues);
  return isSure && only.length === shown.length ? hidden : { ...hidden, only: new Set(only) };
}

/** Returns what a key hides of a tab that may be either of two. */
const hiddenOfEither = (one: HiddenInTab, other: HiddenInTab, keys: Iterable<string>): HiddenInTab => ({
  columns: new Set([...one.columns, ...other.columns]),
  only: new Set([...keys].filter((key) => isShown(one, key) && isShown(other, key))),
});

/** Returns the keys of a project that hide columns, always in the same order, as they are locked in it. */
const hidingKeys = (trx: Db, projectId: string): Promise<KeyRow[]> =>
  trx
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('hidden_columns', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();

/**
 * Hides from the keys of a project what may have become of their hidden columns, in the transaction that publishes its tabs; the
 * project has to be locked in it, so that no key is made meanwhile. The owner sees with the key what it hides.
 *
 * @returns the changed keys, to apply to the keyring after the commit
 */
export async function hideMovedColumns(trx: Db, projectId: string, tabs: readonly PublishedTab[]): Promise<KeyRow[]> {
  const keys = await hidingKeys(trx, projectId);
  if (keys.length === 0) return [];
  const pairs = tabs.flatMap(({ id, former, columns }) => {
    if (columns === undefined) return [];
    const after = examplesOf(columns);
    return former.map((tab) => {
      return { id, formerId: tab.id, before: examplesOf(JSON.parse(tab.columns) as Column[]), after };
    });
  });
  const changed: KeyRow[] = [];
  for (const key of keys) {
    const all = hiddenColumnsOf(key);
    for (const { id, formerId, before, after } of pairs) {
      const hidden = all.get(formerId);
      if (hidden === undefined) continue;
      const now = haveSameHeaders(before, after) ? hidden : hiddenAfter(hidden, before, after);
      const other = id === formerId ? undefined : all.get(id);
      all.set(id, other === undefined ? now : hiddenOfEither(now, other, after.keys()));
    }
    const hidden_columns = storedHidden(all);
    if (hidden_columns === key.hidden_columns) continue;
    const to = { hidden_columns, changed_at: new Date().toISOString() };
    await trx.updateTable('api_keys').set(to).where('id', '=', key.id).execute();
    changed.push({ ...key, ...to });
  }
  return changed;
}
