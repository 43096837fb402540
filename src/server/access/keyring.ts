import type { KeyScope } from '../../contract/scopes';
import type { Db } from '../database/schema';
import type { ApiKeysTable } from '../database/tables/access';
import type { Caller, Presented, ServedKey } from './caller';
import type { ColumnAccess } from './columnAccess';
import { isKey, keyHashOf } from './presentedKey';
import { fullBucket, takeOne } from './requestLimits';

export type KeyRow = ApiKeysTable;

/** Stored form of {@link ColumnAccess}: lists, with the id of the tab. */
type StoredAccess = readonly [tabId: string, hidden: readonly string[], known: readonly string[]];

/** Returns a key's access to columns, by id of the tab. */
export function columnAccessOf({ column_access }: Pick<KeyRow, 'column_access'>): Map<string, ColumnAccess> {
  const stored = JSON.parse(column_access ?? '[]') as StoredAccess[];
  return new Map(stored.map(([tabId, hidden, known]) => [tabId, { hidden: new Set(hidden), known: new Set(known) }]));
}

/** Returns a key's access to columns as it is stored; null if it hides none. */
export function storedAccess(access: ReadonlyMap<string, ColumnAccess>): string | null {
  const stored = [...access].map(([tabId, { hidden, known }]): StoredAccess => [tabId, [...hidden], [...known]]);
  return access.size === 0 ? null : JSON.stringify(stored);
}

/** Parses a list stored as JSON; undefined without one. */
export const listOf = <T>(json: string | null) => (json === null ? undefined : (JSON.parse(json) as readonly T[]));

function callerOfKey(row: KeyRow): Caller {
  const tabs = listOf<string>(row.tabs);
  const origins = listOf<string>(row.origins);
  return {
    kind: 'key',
    keyId: row.id,
    scopes: new Set(JSON.parse(row.scopes) as KeyScope[]),
    columnAccess: columnAccessOf(row),
    ...(tabs !== undefined && { tabs: new Set(tabs) }),
    ...(origins !== undefined && { origins }),
  };
}

/** Converts a stored key to its in-memory form. */
const servedKeyOf = (row: KeyRow): ServedKey => ({
  id: row.id,
  projectId: row.project_id,
  caller: callerOfKey(row),
  expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
});

const UNKNOWN: Presented = { key: undefined };
const EXPIRED: Presented = { key: undefined, flaw: 'expired' };

/** Milliseconds that polls look back, to allow for differing clocks of other servers. */
const POLL_OVERLAP_MS = 10 * 60_000;

/** Milliseconds for which revoked keys are stored, so that every server sees the revocation. */
const REVOKED_RETENTION_MS = 24 * 60 * 60 * 1000;

/** Maximum database lookups of unknown keys per minute; beyond it, unknown keys are refused without a lookup. */
const MAX_LOOKUPS_PER_MINUTE = 1_200;

/**
 * Cache of all valid keys: checking one is a map lookup. Changes by this server apply at once; those of another server on
 * notification, or at the latest with the next {@link Keyring.refresh}.
 */
export class Keyring {
  /** By hash. */
  readonly #keys = new Map<string, ServedKey>();
  /** Ids of revoked keys: a query that began before the revocation must not restore the key. */
  readonly #revoked = new Set<string>();
  /** Time of the last poll for changes by other servers, in milliseconds since 1970. */
  #polledAt: number | undefined;
  readonly #lookups = fullBucket(MAX_LOOKUPS_PER_MINUTE, Date.now());
  /** Last use of keys by id, not yet stored. */
  #used = new Map<string, number>();

  /** @param hasOthers whether other servers share the database */
  constructor(
    private readonly db: Db,
    private readonly hasOthers = false,
  ) {}

  /**
   * Finds the key of a text. An unknown key is looked up in the database, as another server may have just created it. These lookups
   * have one limit per minute for all callers together, so that guessing costs others nothing.
   *
   * @param now milliseconds since 1970
   */
  present(text: string, now: number): Presented | Promise<Presented> {
    if (!isKey(text)) return UNKNOWN;
    const hash = keyHashOf(text);
    const presented = this.#presentedBy(hash, now);
    if (presented !== UNKNOWN || !this.hasOthers || !takeOne(this.#lookups, now)) return presented;
    return this.#stored('hash', hash).then((row) => {
      if (row !== undefined) this.apply(row);
      return this.#presentedBy(hash, now);
    });
  }

  #presentedBy(hash: string, now: number): Presented {
    const key = this.#keys.get(hash);
    if (key === undefined) return UNKNOWN;
    if (key.expiresAt <= now) return EXPIRED;
    this.#used.set(key.id, now);
    return { key };
  }

  /** Applies the stored state of a key: new, changed or revoked. */
  apply(row: KeyRow): void {
    if (row.revoked_at !== null) this.#revoked.add(row.id);
    const isRevoked = this.#revoked.has(row.id);
    // In place: requests whose bodies are still arriving have looked it up already.
    const key = Object.assign(this.#keys.get(row.hash) ?? {}, servedKeyOf(row), isRevoked ? { expiresAt: 0 } : {});
    if (isRevoked) this.#keys.delete(row.hash);
    else this.#keys.set(row.hash, key);
  }

  /** Queries a key, revoked or not. */
  #stored(column: 'id' | 'hash', value: string): Promise<KeyRow | undefined> {
    return this.db.selectFrom('api_keys').selectAll().where(column, '=', value).executeTakeFirst();
  }

  /**
   * Applies the changes of other servers since the last poll; loads all keys the first time.
   *
   * @param now milliseconds since 1970
   */
  async refresh(now: number): Promise<void> {
    const since =
      this.#polledAt === undefined ? '' : new Date(Math.min(now, this.#polledAt) - POLL_OVERLAP_MS).toISOString();
    const changed = await this.db.selectFrom('api_keys').selectAll().where('changed_at', '>', since).execute();
    for (const row of changed) this.apply(row);
    this.#polledAt = now;
  }

  /** Applies the change or removal of one key by another server. */
  async refreshOne(id: string): Promise<void> {
    const row = await this.#stored('id', id);
    if (row !== undefined) return this.apply(row);
    for (const [hash, key] of this.#keys) if (key.id === id) this.#keys.delete(hash);
  }

  /** Drops keys that are no longer in the database, as their project or its owner was deleted. */
  async forgetMissing(): Promise<void> {
    const before = [...this.#keys];
    const rows = await this.db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute();
    const existing = new Set(rows.map(({ id }) => id));
    for (const [hash, key] of before) {
      if (!existing.has(key.id) && this.#keys.get(hash)?.id === key.id) this.#keys.delete(hash);
    }
  }

  /** Deletes keys that were revoked more than a day before `now`; every server knows by then. */
  async purgeRevoked(now: number): Promise<void> {
    const before = new Date(now - REVOKED_RETENTION_MS).toISOString();
    await this.db.deleteFrom('api_keys').where('revoked_at', '<', before).execute();
  }

  /** Stores when keys were last used; a later stored time stays. On failure, the times are stored with the next flush. */
  async flush(): Promise<void> {
    const used = this.#used;
    if (used.size === 0) return;
    this.#used = new Map();
    try {
      await this.db.transaction().execute(async (trx) => {
        // Always in the same order: servers that flush at the same time could deadlock in any other.
        for (const [id, time] of [...used].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
          const at = new Date(time).toISOString();
          await trx
            .updateTable('api_keys')
            .set({ last_used_at: at })
            .where('id', '=', id)
            .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
            .execute();
        }
      });
    } catch (error) {
      this.#used = new Map([...used, ...this.#used]);
      throw error;
    }
  }

  /** Flushes last uses before they are read. Times that cannot be stored are ignored. */
  async flushed(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /** Returns those of the projects that have been called with a key that is still valid. */
  async calledProjects(projectIds: readonly string[]): Promise<ReadonlySet<string>> {
    await this.flushed();
    const called = this.db.selectFrom('api_keys').select('project_id').where('revoked_at', 'is', null);
    const inProjects = called.where('last_used_at', 'is not', null).where('project_id', 'in', projectIds);
    return new Set(projectIds.length === 0 ? [] : (await inProjects.execute()).map(({ project_id }) => project_id));
  }
}
