import type { TabDifference, VersionDifference } from '../../../contract/versions';
import type { PreparedTab, PreparedVersion } from './prepareVersion';

const keysOf = (columns: readonly { readonly key: string }[]) => new Set(columns.map(({ key }) => key));

function columnChanges({ columnsBefore, derived: { columns } }: PreparedTab['merged']) {
  const [before, after] = [keysOf(columnsBefore), keysOf(columns)];
  const typeBefore = new Map(columnsBefore.map(({ key, type }) => [key, type]));
  return {
    columnsAdded: [...after].filter((key) => !before.has(key)),
    columnsDeleted: [...before].filter((key) => !after.has(key)),
    columnsRetyped: columns.filter(({ key, type }) => (typeBefore.get(key) ?? type) !== type).map(({ key }) => key),
  };
}

function tabDifference({ title, stored, merged }: PreparedTab): TabDifference {
  const { added, changed, deleted, missing } = merged;
  const rows = { added, changed, deleted, apiRows: missing };
  if (stored === undefined) {
    return { title, kind: 'added', ...rows, columnsAdded: [], columnsDeleted: [], columnsRetyped: [] };
  }
  const columns = columnChanges(merged);
  const isRenamed = stored.title !== title;
  const isSame = !isRenamed && [...Object.values(rows), ...Object.values(columns).flat()].every((one) => one === 0);
  return {
    title,
    ...(isRenamed && { formerTitle: stored.title }),
    kind: isSame ? 'same' : 'changed',
    ...rows,
    ...columns,
  };
}

/** What a version changes, tab by tab: those of the file in its order, then those that go. */
export const differenceOf = ({ tabs, deleted }: PreparedVersion): VersionDifference => ({
  tabs: [
    ...tabs.map(tabDifference),
    ...deleted.map(({ stored: { title, rows } }): TabDifference => {
      const columns = { columnsAdded: [], columnsDeleted: [], columnsRetyped: [] };
      return { title, kind: 'deleted', added: 0, changed: 0, deleted: rows, apiRows: 0, ...columns };
    }),
  ],
});
