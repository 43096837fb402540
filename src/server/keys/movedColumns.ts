import type { Column } from '../../contract/rows';
import { type HiddenInTab, isShown } from '../access/caller';
import { hiddenColumnsOf, type KeyRow, storedHidden } from '../access/keyring';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { createYielding } from '../yieldToEventLoop';

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

/** Returns whether columns may be the same one, by their examples. */
const areAlike = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.some((text) => other.includes(text)) || one.length + other.length === 0;

/** Returns the letters of the columns' places in the sheet, by column key. */
const placesOf = (columns: readonly Column[]): ReadonlyMap<string, string> =>
  new Map(columns.map(({ key, cell }) => [key, cell.replace(/\d+$/, '')]));

const areEqual = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

/** Change of a tab. */
interface TabChange {
  readonly id: string;
  readonly formerId: string;
  readonly before: Examples;
  readonly after: Examples;
  readonly hasSameHeaders: boolean;
  /** Columns that may be the same ones as before: they share examples, and have not exactly those of another one. */
  readonly same: ReadonlySet<string>;
  /** Columns that have another place in the sheet than before. */
  readonly elsewhere: ReadonlySet<string>;
  /** Columns whose examples no column has any more. */
  readonly untraced: ReadonlySet<string>;
}

function changesOf({ id, former, columns }: PublishedTab): TabChange[] {
  if (columns === undefined) return [];
  const after = examplesOf(columns);
  const texts = new Set([...after.values()].flat());
  return former.map((tab) => {
    const columnsBefore = JSON.parse(tab.columns) as Column[];
    const [before, places] = [examplesOf(columnsBefore), placesOf(columnsBefore)];
    const keys = [...before.keys()];
    const lists = new Set([...before.values()].map((examples) => JSON.stringify(examples)));
    const same = keys.filter((key) => {
      const [own = [], now] = [before.get(key), after.get(key)];
      const isOfAnother = !areEqual(own, now ?? []) && lists.has(JSON.stringify(now));
      return now !== undefined && areAlike(own, now) && !isOfAnother;
    });
    const elsewhere = [...placesOf(columns)].flatMap(([key, place]) => (places.get(key) === place ? [] : key));
    const untraced = keys.filter((key) => before.get(key)?.some((text) => texts.has(text)) !== true);
    return {
      ...{ id, formerId: tab.id, before, after, hasSameHeaders: areEqual(keys, [...after.keys()]) },
      ...{ same: new Set(same), elsewhere: new Set(elsewhere), untraced: new Set(untraced) },
    };
  });
}

/**
 * Returns what a key hides of a tab after a change. Once hidden values may be below another header, it shows only columns that it
 * has shown before: when a hidden column is missing, or has only other values while a new column has values too or another column
 * has other values elsewhere, and when a column has hidden values instead of its own.
 */
function hiddenAfter(hidden: HiddenInTab, change: TabChange): HiddenInTab {
  const { before, after, same, elsewhere, untraced } = change;
  if (change.hasSameHeaders) return hidden;
  const columns = [...hidden.columns];
  const keys = [...before.keys()];
  const moved = new Set(keys.flatMap((key) => (isShown(hidden, key) || same.has(key) ? [] : (before.get(key) ?? []))));
  const hasMoved = (key: string) => after.get(key)?.some((text) => moved.has(text)) === true;
  const isBack = (key: string) => !before.has(key) && hasMoved(key);
  const areInPlace = columns.every((key) => same.has(key) || isBack(key));
  // The headers are as they were before they changed: what they hid until now was theirs.
  if (areInPlace && columns.some(isBack) && areEqual(hidden.headers ?? [], [...after.keys()])) return hidden;
  const shown = [...(hidden.only ?? keys)].filter((key) => isShown(hidden, key));
  // Values may have changed too, and then examples do not tell where they are.
  const areUntraced = [...columns, ...keys].some(
    (key) => !isShown(hidden, key) && !same.has(key) && !isBack(key) && (!before.has(key) || untraced.has(key)),
  );
  const only = shown.filter((key) => same.has(key) || !(hasMoved(key) || (areUntraced && elsewhere.has(key))));
  const hasNewValues = [...after].some(([key, examples]) => !before.has(key) && examples.length > 0);
  const isSure = areInPlace || (columns.every((key) => after.has(key)) && !hasNewValues);
  if (isSure && only.length === shown.length) return hidden;
  return { ...hidden, only: new Set(only), headers: hidden.only === undefined ? keys : hidden.headers };
}

/** Returns what a key hides of a tab that may be either of two. */
const hiddenOfEither = (one: HiddenInTab, other: HiddenInTab): HiddenInTab => ({
  columns: new Set([...one.columns, ...other.columns]),
  only: one.only === undefined ? other.only : new Set([...one.only].filter((key) => isShown(other, key))),
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
  const changes = tabs.flatMap(changesOf);
  const yielding = createYielding();
  const changed: KeyRow[] = [];
  for (const key of keys) {
    const all = hiddenColumnsOf(key);
    for (const change of changes) {
      const { id, formerId } = change;
      const former = all.get(formerId);
      if (former === undefined) continue;
      const hidden = hiddenAfter(former, change);
      const other = id === formerId ? undefined : all.get(id);
      all.set(id, other === undefined ? hidden : hiddenOfEither(hidden, other));
    }
    const pause = yielding();
    if (pause) await pause;
    const hidden_columns = storedHidden(all);
    if (hidden_columns === key.hidden_columns) continue;
    const to = { hidden_columns, changed_at: new Date().toISOString() };
    changed.push(...(await trx.updateTable('api_keys').set(to).where('id', '=', key.id).returningAll().execute()));
  }
  return changed;
}
