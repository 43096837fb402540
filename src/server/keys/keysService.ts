import type { Kysely } from 'kysely';
import type { ApiKey, KeyChange, MadeKey, NewKey } from '../../contract/keys';
import { KEYS_PER_PROJECT } from '../../contract/scopes';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { listTabsOf } from '../projects/projectsRepository';
import { Refusal } from '../refusal';
import { keyDecisions, originDecisions } from './keyDecisions';
import { keyringOf } from './keyring';
import { addKey, findKey, listKeys, revokeKey, setOrigins } from './keysRepository';
import { keyView } from './keyView';
import { newKey } from './newKey';

type Db = Kysely<Database>;

/** The keys of a project that have not been revoked, newest first; those that have expired are among them. */
export async function keysOf(db: Db, { id }: ProjectsTable): Promise<ApiKey[]> {
  const keyring = keyringOf({ db });
  const [keys, tabs] = [await listKeys(db, id), await listTabsOf(db, [id])];
  return keys.map((key) => keyView(key, tabs, keyring.lastUse(key.id)));
}

/**
 * Makes a key. It opens the project as soon as this returns, and what it returns is the only place the key itself is in.
 *
 * @throws Refusal `invalid_key` naming each field that does not fit
 */
export async function makeKey(db: Db, { id }: ProjectsTable, wish: NewKey): Promise<MadeKey> {
  const tabs = await listTabsOf(db, [id]);
  const now = new Date();
  const { row, secret } = newKey(keyDecisions(id, wish, tabs, now), now);
  if ((await listKeys(db, id)).length >= KEYS_PER_PROJECT) {
    throw new Refusal('invalid_key', `This project has ${KEYS_PER_PROJECT} keys, the most there can be.`, {
      hint: 'Revoke one that is not used any more.',
    });
  }
  await addKey(db, row);
  keyringOf({ db }).take(row);
  return { key: keyView(row, tabs), secret };
}

const noSuchKey = () => new Refusal('not_found', 'This project has no such key. It may have been revoked already.');

/**
 * Binds a publishable key to sites: pages of others are refused from now on.
 *
 * @throws Refusal `not_found`, `invalid_key`
 */
export async function changeKey(db: Db, { id }: ProjectsTable, keyId: string, { origins }: KeyChange): Promise<ApiKey> {
  const known = await findKey(db, id, keyId);
  if (known === undefined) throw noSuchKey();
  const named = JSON.stringify(originDecisions(known, origins));
  const row = await setOrigins(db, known, named, new Date().toISOString());
  if (row === undefined) throw noSuchKey();
  const keyring = keyringOf({ db });
  keyring.take(row);
  return keyView(row, await listTabsOf(db, [id]), keyring.lastUse(keyId));
}

/**
 * Revokes a key: calls with it answer 401 from now on.
 *
 * @throws Refusal `not_found`
 */
export async function endKey(db: Db, { id }: ProjectsTable, keyId: string): Promise<void> {
  const row = await revokeKey(db, id, keyId, new Date().toISOString());
  if (row === undefined) throw noSuchKey();
  keyringOf({ db }).take(row);
}
