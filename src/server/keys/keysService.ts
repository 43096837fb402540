import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiKey, KeyChange, MadeKey, NewKey } from '../../contract/keys';
import type { Column } from '../../contract/rows';
import { keyPrefixes, KEYS_PER_PROJECT, type KeyScope } from '../../contract/scopes';
import { keyHashOf } from '../access/presentedKey';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { listTabsOf, noProject } from '../auth/ownedProjects';
import { Refusal } from '../refusal';
import { type KeyDecisions, keyDecisions, originDecisions } from './keyDecisions';
import { type ColumnAccess, isOutdated, shownColumns } from '../access/columnAccess';
import { columnAccessOf, type Keyring, type KeyRow, listOf } from '../access/keyring';

const validKeys = (db: Db, projectId: string) =>
  db.selectFrom('api_keys').selectAll().where('project_id', '=', projectId).where('revoked_at', 'is', null);

/** Lists the keys of a project that have not been revoked, newest first. */
export const listKeys = (db: Db, projectId: string): Promise<KeyRow[]> =>
  validKeys(db, projectId).orderBy('created_at', 'desc').orderBy('id').execute();

/** @returns the changed key, or undefined when the project has no such unrevoked key */
const updateKey = (db: Db, projectId: string, id: string, to: Pick<Partial<KeyRow>, 'origins' | 'revoked_at'>) =>
  db
    .updateTable('api_keys')
    .set({ ...to, changed_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Random bytes of a key: 256 bits. */
const RANDOM_BYTES = 32;

/** Number of characters stored so that people can tell keys apart: after the kind's prefix, and at the end. */
const PREFIX_CHARACTERS = 3;
const SUFFIX_CHARACTERS = 4;

/** Generates a key: its row to store, and the secret, which is not stored. */
function generateKey(
  decisions: KeyDecisions,
  now: Date,
  id: string = randomUUID(),
): { readonly row: KeyRow; readonly secret: string } {
  const prefix = keyPrefixes[decisions.kind];
  const secret = prefix + randomBytes(RANDOM_BYTES).toString('base64url');
  const at = now.toISOString();
  const row: KeyRow = {
    ...decisions,
    id,
    hash: keyHashOf(secret),
    prefix: secret.slice(0, prefix.length + PREFIX_CHARACTERS),
    suffix: secret.slice(-SUFFIX_CHARACTERS),
    created_at: at,
    last_used_at: null,
    revoked_at: null,
    changed_at: at,
  };
  return { row, secret };
}

/** Columns of a project's tabs that a key view needs. */
type NumberedTab = Pick<ProjectTabsTable, 'id' | 'sheet_id' | 'key_column' | 'columns'>;

/** Returns the columns that are hidden from a key in a tab, those first that its owner has hidden. */
function hiddenIn(access: ColumnAccess, columns: readonly Column[]): string[] {
  const shown = new Set(shownColumns(access, columns));
  const others = columns.filter((column) => !shown.has(column)).map(({ key }) => key);
  return [...new Set([...access.hidden, ...others])];
}

/** Returns what a key view tells of hidden columns; nothing for a key that hides none. */
function hiddenView(row: KeyRow, tabs: readonly NumberedTab[]): Pick<ApiKey, 'hiddenColumns' | 'outdatedTabs'> {
  if (row.column_access === null) return {};
  const accessByTab = columnAccessOf(row);
  const hiddenColumns: ApiKey['hiddenColumns'] = [];
  const outdatedTabs: number[] = [];
  for (const tab of tabs) {
    const access = accessByTab.get(tab.id);
    if (access === undefined) continue;
    const columns = JSON.parse(tab.columns) as Column[];
    const hidden = hiddenIn(access, columns);
    if (hidden.length > 0) hiddenColumns.push({ sheetId: tab.sheet_id, columns: hidden });
    if (isOutdated(access, tab, columns)) outdatedTabs.push(tab.sheet_id);
  }
  return { hiddenColumns, ...(outdatedTabs.length > 0 && { outdatedTabs }) };
}

/** Converts a key to the API's format. Tabs that have vanished from the spreadsheet are left out. */
function keyView(row: KeyRow, tabs: readonly NumberedTab[]): ApiKey {
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
    ...hiddenView(row, tabs),
    origins: origins && [...origins],
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

/** Dependencies of the key service. */
export interface KeysParts {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Returns the keys of a project that have not been revoked, newest first, including expired ones. */
export async function keysOf({ db, keyring }: KeysParts, { id }: ProjectsTable): Promise<ApiKey[]> {
  await keyring.flushed();
  const [keys, tabs] = [await listKeys(db, id), await listTabsOf(db, [id])];
  return keys.map((key) => keyView(key, tabs));
}

const tooManyKeys = () =>
  new Refusal('invalid_key', `This project has ${KEYS_PER_PROJECT} keys, the most there can be.`, {
    hint: 'Revoke one that is not used any more.',
  });

/**
 * Locks a project until the end of the transaction, so that two concurrent calls cannot both use the last free place.
 *
 * @throws Refusal `not_found` if it was deleted, or got a new address, meanwhile
 */
async function lockProject(trx: Db, id: string): Promise<void> {
  const locking = trx.updateTable('projects').set((eb) => ({ title: eb.ref('title') }));
  const found = await locking.where('id', '=', id).where('deleted_at', 'is', null).returning('id').executeTakeFirst();
  if (found === undefined) throw noProject();
}

const isTaken = async (db: Db, id: string) =>
  (await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

const idTaken = () =>
  new Refusal('invalid_key', 'This key has been made already, and its secret is shown only once. Try again.');

/** Revokes those keys of a project that exist. @returns them */
async function revokeAll(db: Db, projectId: string, ids: readonly string[]): Promise<KeyRow[]> {
  const revoked: KeyRow[] = [];
  for (const id of ids) {
    const row = await updateKey(db, projectId, id, { revoked_at: new Date().toISOString() });
    if (row !== undefined) revoked.push(row);
  }
  return revoked;
}

/**
 * Creates a key, which is valid at once. The returned value is the only copy of its secret.
 *
 * @throws Refusal `invalid_key` naming each invalid field, or for one key too many; `not_found`
 */
export async function createKey({ db, keyring }: KeysParts, { id }: ProjectsTable, request: NewKey): Promise<MadeKey> {
  const now = new Date();
  const { row, secret, tabs, replaced } = await db.transaction().execute(async (trx) => {
    await lockProject(trx, id);
    const tabs = await listTabsOf(trx, [id]);
    const key = generateKey(keyDecisions(id, request, tabs, now), now, request.id);
    if (await isTaken(trx, key.row.id)) throw idTaken();
    const replaced = await revokeAll(trx, id, request.replaces ?? []);
    if ((await listKeys(trx, id)).length >= KEYS_PER_PROJECT) throw tooManyKeys();
    await trx.insertInto('api_keys').values(key.row).execute();
    return { ...key, tabs, replaced };
  });
  for (const key of [...replaced, row]) keyring.apply(key);
  return { key: keyView(row, tabs), secret };
}

const noSuchKey = () => new Refusal('not_found', 'This project has no such key. It may have been revoked already.');

/**
 * Restricts a publishable key to sites: pages of others are refused from now on.
 *
 * @throws Refusal `not_found`, `invalid_key`
 */
export async function changeKey(
  { db, keyring }: KeysParts,
  { id }: ProjectsTable,
  keyId: string,
  { origins }: KeyChange,
): Promise<ApiKey> {
  await keyring.flushed();
  const known = await validKeys(db, id).where('id', '=', keyId).executeTakeFirst();
  if (known === undefined) throw noSuchKey();
  const named = JSON.stringify(originDecisions(known, origins));
  const row = await updateKey(db, id, keyId, { origins: named });
  if (row === undefined) throw noSuchKey();
  keyring.apply(row);
  return keyView(row, await listTabsOf(db, [id]));
}

/**
 * Revokes a key: requests with it get 401 from now on.
 *
 * @throws Refusal `not_found`
 */
export async function revokeProjectKey(
  { db, keyring }: KeysParts,
  { id }: ProjectsTable,
  keyId: string,
): Promise<void> {
  const row = await updateKey(db, id, keyId, { revoked_at: new Date().toISOString() });
  if (row === undefined) throw noSuchKey();
  keyring.apply(row);
}
