import type { Column } from '../../../contract/rows';
import type { ProjectTabsTable } from '../../database/tables/projects';
import type { TabSettings } from '../../normalise/deriveTab';
import { columnOfAddress } from '../../workbook/cellAddress';
import type { Reshape } from './reshapeRaw';

/** Where a 1-based column stands after the change; undefined when it was removed. */
function placeAfter(column: number, reshape: Reshape | undefined): number | undefined {
  if (reshape === undefined || column < reshape.at) return column;
  if (reshape.kind === 'insertColumns') return column + reshape.count;
  if (reshape.kind !== 'deleteColumns') return column;
  return column < reshape.at + reshape.count ? undefined : column - reshape.count;
}

/** The name of each column that has got another one, by the name it had. */
function renamedColumns(before: readonly Column[], after: readonly Column[], reshape: Reshape | undefined) {
  const byPlace = new Map(after.map(({ cell, key }) => [columnOfAddress(cell), key]));
  const pairs = before.map(({ cell, key }) => {
    const place = placeAfter(columnOfAddress(cell), reshape);
    return [key, place === undefined ? undefined : byPlace.get(place)] as const;
  });
  return new Map(pairs.filter(([key, name]) => name !== undefined && name !== key) as (readonly [string, string])[]);
}

/**
 * A tab's settings where columns that they name have got other names, so that the key column stays the key column.
 *
 * @param after the columns, as they were derived with the settings as they are
 * @returns undefined where they stay as they are
 */
export function carriedSettings(
  settings: TabSettings,
  { columns }: Pick<ProjectTabsTable, 'columns'>,
  after: readonly Column[],
  reshape: Reshape | undefined,
): TabSettings | undefined {
  const { keyColumn, columnTypes = {} } = settings;
  const renamed = renamedColumns(JSON.parse(columns) as Column[], after, reshape);
  const named = [...Object.keys(columnTypes), ...(keyColumn ? [keyColumn] : [])];
  if (!named.some((name) => renamed.has(name))) return undefined;
  const nameOf = (name: string) => renamed.get(name) ?? name;
  return {
    ...settings,
    keyColumn: keyColumn ? nameOf(keyColumn) : keyColumn,
    columnTypes: Object.fromEntries(Object.entries(columnTypes).map(([name, type]) => [nameOf(name), type])),
  };
}
