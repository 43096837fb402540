import type { KeyScope } from '../../contract/scopes';
import type { Caller } from '../access/caller';
import type { KeyRow } from './keysRepository';
import type { ServedKey } from './keyring';

/** Columns that a key hides: by id of the tab, keys of the columns. Kept as JSON. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>;

export const hiddenColumnsOf = ({ hidden_columns }: Pick<KeyRow, 'hidden_columns'>) =>
  hidden_columns === null ? {} : (JSON.parse(hidden_columns) as HiddenColumns);

export const listOf = <T>(json: string | null) => (json === null ? undefined : (JSON.parse(json) as readonly T[]));

function callerOfKey(row: KeyRow): Caller {
  const tabs = listOf<string>(row.tabs);
  const origins = listOf<string>(row.origins);
  const hidden = Object.entries(hiddenColumnsOf(row));
  return {
    kind: 'key',
    keyId: row.id,
    scopes: new Set(JSON.parse(row.scopes) as KeyScope[]),
    hiddenColumns: new Map(hidden.map(([tabId, keys]) => [tabId, new Set(keys)])),
    ...(tabs !== undefined && { tabs: new Set(tabs) }),
    ...(origins !== undefined && { origins }),
  };
}

/**
 * A kept key as requests meet it.
 *
 * @param limited what its limits were counted for so far
 */
export function servedKeyOf(row: KeyRow, limited: object = {}): ServedKey {
  const presented = { key: undefined as ServedKey | undefined, expired: false, clash: false };
  const key: ServedKey = {
    id: row.id,
    projectId: row.project_id,
    caller: callerOfKey(row),
    presented,
    expiresAt: row.expires_at === null ? undefined : Date.parse(row.expires_at),
    limited,
  };
  presented.key = key;
  return key;
}
