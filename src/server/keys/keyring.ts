import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller';
import type { Presented } from '../access/presentedKey';
import type { Database } from '../database/schema';
import type { Parts } from '../parts';
import { allKeys, goodKeyIds, keysChangedSince, type KeyRow, noteLastUsed } from './keysRepository';
import { servedKeyOf } from './servedKey';

/** A key as a request meets it: everything that has to be known of it, worked out beforehand. */
export interface ServedKey {
  readonly id: string;
  readonly projectId: string;
  readonly caller: Caller;
  readonly presented: Presented;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  /** What its limits are counted for: the same object as long as the key lives, however often it is read again. */
  readonly limited: object;
}

/** Another server's changes are looked for as far back, in milliseconds, as clocks may differ. */
const LOOKED_BACK = 60_000;

/**
 * Every key that is good, in memory: checking one is a look into a map. What this server makes or revokes counts at once;
 * what another one does, from the next {@link Keyring.refresh} on.
 */
export class Keyring {
  /** By hash. */
  readonly #keys = new Map<string, ServedKey>();
  /** Ids: a look at the database that began before a key was revoked must not bring it back. */
  readonly #revoked = new Set<string>();
  /** By id: when a key was last used, where that is not kept yet. */
  #used = new Map<string, number>();

  constructor(private readonly db: Kysely<Database>) {}

  /** The key with this hash, expired or not. */
  find(hash: string): ServedKey | undefined {
    return this.#keys.get(hash);
  }

  used({ id }: ServedKey, now: number): void {
    this.#used.set(id, now);
  }

  /** Takes in a key as it stands in the database now: a new one, or one that was revoked. */
  take(row: KeyRow): void {
    const known = this.#keys.get(row.hash);
    if (row.revoked_at !== null) this.#revoked.add(row.id);
    if (this.#revoked.has(row.id)) this.#keys.delete(row.hash);
    else this.#keys.set(row.hash, servedKeyOf(row, known?.limited));
  }

  /** Reads all of them, before the first request. */
  async load(): Promise<void> {
    for (const row of await allKeys(this.db)) this.take(row);
  }

  /** Takes in what other servers have changed. */
  async refresh(now: number): Promise<void> {
    const since = new Date(now - LOOKED_BACK).toISOString();
    for (const row of await keysChangedSince(this.db, since)) this.take(row);
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

const keyrings = new WeakMap<Kysely<Database>, Keyring>();

/** The one keyring of a server. */
export function keyringOf({ db }: Pick<Parts, 'db'>): Keyring {
  const keyring = keyrings.get(db) ?? new Keyring(db);
  keyrings.set(db, keyring);
  return keyring;
}
