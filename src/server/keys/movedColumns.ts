import type { Column } from '../../contract/rows';
import { type HiddenColumns, hiddenColumnsOf, type HiddenInTab, type Keyring } from '../access/keyring';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { createYielding } from '../yieldToEventLoop';

/** Endpoint whose rows were derived again. */
interface DerivedTab {
  /** The endpoint so far; undefined for a new one. */
  readonly known?: Pick<ProjectTabsTable, 'id' | 'columns'>;
  /** Its new rows; undefined when it keeps the existing ones. */
  readonly newRows?: { readonly columns: readonly Column[] };
  /** Of a new endpoint: its id, and vanished ones that it may be. */
  readonly id?: string;
  readonly namesakes?: readonly Pick<ProjectTabsTable, 'id'>[];
}

/** A column by what tells its data apart. */
interface Traits {
  readonly key: string;
  /** Letters of its place in the sheet. */
  readonly letters: string;
  readonly examples: readonly string[];
}

const traitsOf = ({ key, cell, examples }: Column): Traits => ({
  key,
  letters: cell.replace(/\d+$/, ''),
  examples: examples.map(String),
});

const haveCommonExample = (one: Traits, other: Traits) => one.examples.some((text) => other.examples.includes(text));

const haveSameExamples = (one: Traits, other: Traits) =>
  one.examples.length === other.examples.length && one.examples.every((text, at) => text === other.examples[at]);

/** Returns the place of each column among those that are in both versions: inserting or removing others does not change it. */
function placesAmong(columns: readonly Column[], others: readonly Column[]): ReadonlyMap<string, number> {
  const keys = new Set(others.map(({ key }) => key));
  return new Map(columns.filter(({ key }) => keys.has(key)).map(({ key }, place) => [key, place]));
}

/**
 * Returns a function that lists the columns which may have the data that a column had before, because headers were renamed or
 * swapped. Headers that moved with their data are told apart by the examples of the columns; in doubt, a column is listed.
 */
function heirsIn(before: readonly Column[], after: readonly Column[]): (name: string) => readonly string[] {
  const columns = after.map(traitsOf);
  const former = new Map(before.map((column) => [column.key, traitsOf(column)]));
  const now = new Map(columns.map((column) => [column.key, column]));
  const [places, newPlaces] = [placesAmong(before, after), placesAmong(after, before)];
  const hasMoved = (key: string) => places.get(key) !== newPlaces.get(key);
  const find = (name: string) => {
    const [old, same] = [former.get(name), now.get(name)];
    if (old === undefined || old.examples.length === 0) return [];
    const keepsData = same !== undefined && haveCommonExample(same, old);
    const isAtItsPlace = ({ letters }: Traits) => letters === old.letters;
    const mayHave = (column: Traits) => {
      const own = former.get(column.key);
      const resembles = haveCommonExample(column, old);
      if (keepsData && !resembles) return false;
      if (own === undefined) return keepsData ? !isAtItsPlace(same) : resembles || isAtItsPlace(column);
      if (haveSameExamples(own, column) && !haveSameExamples(own, old)) return false;
      const hasTaken = resembles && !keepsData && !haveCommonExample(own, column);
      return hasTaken || (hasMoved(name) && hasMoved(column.key));
    };
    return columns.filter((column) => column.key !== name && mayHave(column)).map(({ key }) => key);
  };
  const found = new Map<string, readonly string[]>();
  return (name) => {
    const heirs = found.get(name) ?? find(name);
    found.set(name, heirs);
    return heirs;
  };
}

const headersOf = (columns: readonly Column[]) => JSON.stringify(columns.map(({ key, cell }) => [key, cell]));

/** Returns the keys that may hide columns of a tab. The project may have another id by now. */
const hidingKeys = (db: Db, tabId: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('project_tabs', 'project_tabs.project_id', 'api_keys.project_id')
    .selectAll('api_keys')
    .where('project_tabs.id', '=', tabId)
    .where('hidden_columns', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();

interface HidingContext {
  readonly db: Db;
  readonly keyring: Keyring;
}

/**
 * Changes what keys hide.
 *
 * @param tabId a tab of the project
 * @param hide returns what a key hides from now on, in tabs where that changes
 */
async function changeHidden(
  { db, keyring }: HidingContext,
  tabId: string,
  hide: (all: HiddenColumns) => HiddenColumns | Promise<HiddenColumns>,
) {
  for (const { id, hidden_columns } of await hidingKeys(db, tabId)) {
    const all = hiddenColumnsOf({ hidden_columns });
    const changed = await hide(all);
    if (Object.keys(changed).length === 0) continue;
    const to = { hidden_columns: JSON.stringify({ ...all, ...changed }), changed_at: new Date().toISOString() };
    const changing = db.updateTable('api_keys').set(to).where('id', '=', id).where('revoked_at', 'is', null);
    const row = await changing.returningAll().executeTakeFirst();
    if (row !== undefined) keyring.apply(row);
  }
}

/** Adds heirs of the hidden columns of a tab. */
async function withHeirs(
  tabId: string,
  hidden: HiddenInTab | undefined,
  heirsOf: (name: string) => readonly string[],
): Promise<HiddenColumns> {
  if (hidden === undefined) return {};
  const heirs = new Set(hidden.heirs);
  const yielding = createYielding();
  for (const name of [...hidden.columns, ...hidden.heirs]) {
    for (const heir of heirsOf(name)) heirs.add(heir);
    const pause = yielding();
    if (pause) await pause;
  }
  for (const name of hidden.columns) heirs.delete(name);
  return heirs.size === hidden.heirs.length ? {} : { [tabId]: { ...hidden, heirs: [...heirs] } };
}

/**
 * Hides from keys, before new columns are published, those that may have the data of columns hidden from them, also in another
 * tab of the same name. The owner sees them with the key.
 */
export async function hideMovedColumns(context: HidingContext, tabs: readonly DerivedTab[]): Promise<void> {
  for (const { known, newRows, id = '', namesakes = [] } of tabs) {
    for (const namesake of namesakes) {
      await changeHidden(context, namesake.id, ({ [namesake.id]: hidden }) => ({ ...(hidden && { [id]: hidden }) }));
    }
    if (known === undefined || newRows === undefined) continue;
    const before = JSON.parse(known.columns) as Column[];
    if (headersOf(before) === headersOf(newRows.columns)) continue;
    const heirsOf = heirsIn(before, newRows.columns);
    await changeHidden(context, known.id, (all) => withHeirs(known.id, all[known.id], heirsOf));
  }
}
