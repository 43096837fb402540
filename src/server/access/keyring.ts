import type { KeyScope } from '../../contract/scopes';
import type { Db } from '../database/schema';
import type { ApiKeysTable } from '../database/tables/access';
import { type Caller, type Presented, type ServedKey, visibilityKeyFor } from './caller';
import { isKey, keyHashOf } from './presentedKey';
import { fullBucket, takeOne } from './requestLimits';

export type KeyRow = ApiKeysTable;

/** Columns that a key hides: by id of the tab, keys of the columns. Kept as JSON. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>;

export const hiddenColumnsOf = ({ hidden_columns }: Pick<KeyRow, 'hidden_columns'>) =>
  hidden_columns === null ? {} : (JSON.parse(hidden_columns) as HiddenColumns);

/** A list that is kept as JSON; undefined where none is. */
export const listOf = <T>(json: string | null) => (json === null ? undefined : (JSON.parse(json) as readonly T[]));

function callerOfKey(row: KeyRow): Caller {
  const tabs = listOf<string>(row.tabs);
  const origins = listOf<string>(row.origins);
  const hidden = Object.entries(hiddenColumnsOf(row));
  return {
    kind: 'key',
    keyId: row.id,
    scopes: new Set(JSON.parse(row.scopes) as KeyScope[]),
    hiddenColumns: new Map(hidden.map(([tabId, columns]) => [tabId, new Set(columns)])),
    visibilityKeys: new Map(hidden.map(([tabId, columns]) => [tabId, visibilityKeyFor(tabId, columns)])),
    ...(tabs !== undefined && { tabs: new Set(tabs) }),
    ...(origins !== undefined && { origins }),
  };
}

/** A kept key as requests meet it. */
function servedKeyOf(row: KeyRow): ServedKey {
  const presented = { key: undefined as ServedKey | undefined };
  presented.key = {
    id: row.id,
    projectId: row.project_id,
    caller: callerOfKey(row),
    presented,
    expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
  };
  return presented.key;
}

const UNKNOWN: Presented = { key: undefined };
const EXPIRED: Presented = { key: undefined, flaw: 'expired' };

/** Another server's changes are looked for as far back, in milliseconds, as clocks may differ. */
const LOOKED_BACK = 60_000;

/** Milliseconds for which revoked keys are kept: until every server has heard of it. */
const REVOKED_KEPT = 24 * 60 * 60 * 1000;

/** Looks for unknown keys in the database; when there were as many, unknown keys are refused without one. */
const LOOKS_A_MINUTE = 1_200;

/**
 * Every key that is good, in memory: checking one is a look into a map. What this server makes or revokes counts at once;
 * what another one does, as soon as it is heard of, else from the next {@link Keyring.refresh} on.
 */
export class Keyring {
  /** By hash. */
  readonly #keys = new Map<string, ServedKey>();
  /** Ids: a look at the database that began before a key was revoked must not bring it back. */
  readonly #revoked = new Set<string>();
  /** When it was last looked what others have changed, in milliseconds since 1970. */
  #lookedAt: number | undefined;
  readonly #looks = fullBucket(LOOKS_A_MINUTE, Date.now());
  /** By id: when a key was last used, where that is not kept yet. */
  #used = new Map<string, number>();

  /** @param hasOthers whether other servers share the database */
  constructor(
    private readonly db: Db,
    private readonly hasOthers = false,
  ) {}

  /**
   * Whose key a text is. One that other servers may have made a moment ago is looked for in the database before it is said not to be
   * one: so many looks a minute are made for all callers together, so that guesses cost others nothing.
   *
   * @param now milliseconds since 1970
   */
  present(text: string, now: number): Presented | Promise<Presented> {
    if (!isKey(text)) return UNKNOWN;
    const hash = keyHashOf(text);
    const presented = this.#presentedBy(hash, now);
    if (presented !== UNKNOWN || !this.hasOthers || !takeOne(this.#looks, now)) return presented;
    return this.#stored('hash', hash).then((row) => {
      if (row !== undefined) this.take(row);
      return this.#presentedBy(hash, now);
    });
  }

  /** The key with this hash, expired or not. */
  find(hash: string): ServedKey | undefined {
    return this.#keys.get(hash);
  }

  #presentedBy(hash: string, now: number): Presented {
    const key = this.#keys.get(hash);
    if (key === undefined) return UNKNOWN;
    if (key.expiresAt <= now) return EXPIRED;
    this.#used.set(key.id, now);
    return key.presented;
  }

  /** Takes in a key as it stands in the database now: a new one, or one that was revoked. */
  take(row: KeyRow): void {
    if (row.revoked_at !== null) this.#revoked.add(row.id);
    if (this.#revoked.has(row.id)) this.#keys.delete(row.hash);
    else this.#keys.set(row.hash, servedKeyOf(row));
  }

  /** A key as it is in the database, revoked or not. */
  #stored(column: 'id' | 'hash', value: string): Promise<KeyRow | undefined> {
    return this.db.selectFrom('api_keys').selectAll().where(column, '=', value).executeTakeFirst();
  }

  /**
   * Takes in what other servers have changed since it was last looked, however long that is ago; everything at first.
   *
   * @param now milliseconds since 1970
   */
  async refresh(now: number): Promise<void> {
    const since =
      this.#lookedAt === undefined ? '' : new Date(Math.min(now, this.#lookedAt) - LOOKED_BACK).toISOString();
    const changed = await this.db.selectFrom('api_keys').selectAll().where('changed_at', '>', since).execute();
    for (const row of changed) this.take(row);
    this.#lookedAt = now;
  }

  /** Takes in one key that another server has changed or removed. */
  async refreshOne(id: string): Promise<void> {
    const row = await this.#stored('id', id);
    if (row !== undefined) return this.take(row);
    for (const [hash, key] of this.#keys) if (key.id === id) this.#keys.delete(hash);
  }

  /** Forgets keys that are in no database any more: they went with their project, or with its owner. */
  async forgetMissing(): Promise<void> {
    const before = [...this.#keys];
    const rows = await this.db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute();
    const there = new Set(rows.map(({ id }) => id));
    for (const [hash, key] of before) {
      if (!there.has(key.id) && this.#keys.get(hash)?.id === key.id) this.#keys.delete(hash);
    }
  }

  /** Removes keys from the database that were revoked more than a day before `now`: by then every server knows. */
  async purgeRevoked(now: number): Promise<void> {
    const before = new Date(now - REVOKED_KEPT).toISOString();
    await this.db.deleteFrom('api_keys').where('revoked_at', '<', before).execute();
  }

  /** Keeps when keys were last used; a later time that is kept already stays. What cannot be kept now is kept the next time. */
  async flush(): Promise<void> {
    const used = this.#used;
    if (used.size === 0) return;
    this.#used = new Map();
    try {
      await this.db.transaction().execute(async (trx) => {
        for (const [id, time] of used) {
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

  /** Resolves when it can be told when keys were last used; what could not be kept is missing from it. */
  async settled(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /** Those of the projects that have been called with a key which still works. */
  async calledProjects(projectIds: readonly string[]): Promise<ReadonlySet<string>> {
    await this.settled();
    const called = this.db.selectFrom('api_keys').select('project_id').where('revoked_at', 'is', null);
    const among = called.where('last_used_at', 'is not', null).where('project_id', 'in', projectIds);
    return new Set(projectIds.length === 0 ? [] : (await among.execute()).map(({ project_id }) => project_id));
  }
}
