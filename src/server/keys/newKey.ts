import { randomBytes, randomUUID } from 'node:crypto';
import { type KeyKind, keyPrefixes } from '../../contract/scopes';
import { keyHashOf } from '../access/presentedKey';
import type { KeyRow } from './keysRepository';

/** Random bytes of a key: 256 bits. */
const RANDOM_BYTES = 32;

/** Characters that are kept so that people can tell keys apart, the kind's own not counted. */
const FIRST = 3;
const LAST = 4;

/** What somebody has decided about a new key. */
export type KeyDecisions = Pick<
  KeyRow,
  'project_id' | 'name' | 'kind' | 'scopes' | 'tabs' | 'hidden_columns' | 'origins' | 'expires_at'
>;

const newSecret = (kind: KeyKind) => keyPrefixes[kind] + randomBytes(RANDOM_BYTES).toString('base64url');

/** Makes a key: what is kept of it, and the key itself, which is not kept. */
export function newKey(decisions: KeyDecisions, now: Date): { readonly row: KeyRow; readonly secret: string } {
  const secret = newSecret(decisions.kind);
  const at = now.toISOString();
  const row: KeyRow = {
    ...decisions,
    id: randomUUID(),
    hash: keyHashOf(secret),
    prefix: secret.slice(0, keyPrefixes[decisions.kind].length + FIRST),
    suffix: secret.slice(-LAST),
    created_at: at,
    last_used_at: null,
    revoked_at: null,
    changed_at: at,
  };
  return { row, secret };
}
