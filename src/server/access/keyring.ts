import type { Kysely } from 'kysely';
import type { KeyScope } from '../../contract/scopes';
import { fullBucket, takeOne } from './requestLimits';
import { type Caller, visibilityKeyFor } from './caller';
import { isKey, keyHashOf, type Presented } from './presentedKey';
import type { Database } from '../database/schema';
import {
  allKeys,
  goodKeyIds,
  hiddenColumnsOf,
  keyNow,
  keyOfHash,
  type KeyRow,
  keysChangedSince,
  listOf,
  listUses,
  noteLastUsed,
} from './keysRepository';

/** A key as a request meets it: everything that has to be known of it, worked out beforehand. */
export interface ServedKey {
  readonly id: string;
  readonly projectId: string;
  readonly caller: Caller;
  readonly presented: Presented;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

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
  /** When it was last looked whether others have changed keys, in milliseconds since 1970. */
  #lookedAt = Infinity;
  readonly #looks = fullBucket(LOOKS_A_MINUTE, Date.now());
  /** By id: when a key was last used, where that is not kept yet. */
  #used = new Map<string, number>();

  /** @param hasOthers whether other servers share the database */
  constructor(
    private readonly db: Kysely<Database>,
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
    return keyOfHash(this.db, hash).then((row) => {
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

  /** Reads all of them, before the first request. */
  async load(): Promise<void> {
    const now = Date.now();
    for (const row of await allKeys(this.db)) this.take(row);
    this.#lookedAt = now;
  }

  /** Takes in what other servers have changed since it was last looked, however long that is ago. */
  async refresh(now: number): Promise<void> {
    const since = new Date(Math.min(now, this.#lookedAt) - LOOKED_BACK).toISOString();
    for (const row of await keysChangedSince(this.db, since)) this.take(row);
    this.#lookedAt = now;
  }

  /** Takes in one key that another server has changed or removed. */
  async refreshOne(id: string): Promise<void> {
    const row = await keyNow(this.db, id);
    if (row !== undefined) return this.take(row);
    for (const [hash, key] of this.#keys) if (key.id === id) this.#keys.delete(hash);
  }

  /** Forgets keys that are in no database any more: they went with their project, or with its owner. */
  async forgetMissing(): Promise<void> {
    const before = [...this.#keys];
    const there = await goodKeyIds(this.db);
    for (const [hash, key] of before) {
      if (there.has(key.id)) continue;
      if (this.#keys.get(hash)?.id === key.id) this.#keys.delete(hash);
      this.#used.delete(key.id);
    }
  }

  /** When a key was last used, if that is not kept yet. */
  lastUse(id: string): number | undefined {
    return this.#used.get(id);
  }

  /** Those of the projects that have been called with a key which still works. */
  async calledProjects(projectIds: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = projectIds.length === 0 ? [] : await listUses(this.db, projectIds);
    const used = keys.filter(({ id, last_used_at }) => last_used_at !== null || this.#used.has(id));
    return new Set(used.map(({ project_id }) => project_id));
  }

  /** Keeps when keys were last used. What cannot be kept now is kept the next time. */
  async flush(): Promise<void> {
    const used = this.#used;
    if (used.size === 0) return;
    this.#used = new Map();
    try {
      await noteLastUsed(this.db, used);
    } catch (error) {
      this.#used = new Map([...used, ...this.#used]);
      throw error;
    }
  }
}
