import type { ApiKey } from '../../contract/keys';
import type { KeyScope } from '../../contract/scopes';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { KeyRow } from './keysRepository';
import { hiddenColumnsOf, listOf } from './servedKey';

/** What a view needs of a project's tabs, those it has now. */
export type NumberedTab = Pick<ProjectTabsTable, 'id' | 'sheet_id'>;

/** The later of two times, where there are any. */
function later(kept: string | null, use: number | undefined): string | null {
  const used = use === undefined ? null : new Date(use).toISOString();
  return kept !== null && (used === null || used < kept) ? kept : used;
}

function hiddenView(row: KeyRow, tabs: readonly NumberedTab[]): ApiKey['hiddenColumns'] {
  const hidden = hiddenColumnsOf(row);
  const views = tabs.flatMap(({ id, sheet_id }) => {
    const columns = hidden[id];
    return columns === undefined ? [] : [{ sheetId: sheet_id, columns: [...columns] }];
  });
  return row.hidden_columns === null ? undefined : views;
}

/**
 * A key as it is answered. Tabs that have vanished from the spreadsheet are left out.
 *
 * @param use when it was last used, in milliseconds since 1970, if that is not kept yet
 */
export function keyView(row: KeyRow, tabs: readonly NumberedTab[], use?: number): ApiKey {
  const known = listOf<string>(row.tabs);
  const origins = listOf<string>(row.origins);
  const numbers = known && tabs.filter(({ id }) => known.includes(id)).map(({ sheet_id }) => sheet_id);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    suffix: row.suffix,
    scopes: JSON.parse(row.scopes) as KeyScope[],
    tabs: numbers,
    hiddenColumns: hiddenView(row, tabs),
    origins: origins && [...origins],
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: later(row.last_used_at, use),
  };
}
