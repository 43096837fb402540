import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartFailure } from '../../startFailure';
import { recordOf, textIn } from '../readJson';

/** What a service account proves with that it is itself: the JSON file that Google Cloud makes of its key. */
export interface ServiceAccountKey {
  /** Its address, which sheets are shared with. */
  readonly email: string;
  /** Names the key among those of the account. */
  readonly id: string;
  /** An RSA key. */
  readonly key: KeyObject;
}

const HOW = 'It has to be the JSON file of a service account’s key, as Google Cloud makes it (docs/google.md).';

const wrong = (what: string, cause?: unknown) => new StartFailure(`GOOGLE_SERVICE_ACCOUNT ${what} ${HOW}`, cause);

/** The setting is the path of a file, or what stands in it. */
function textOf(setting: string): string {
  if (setting.startsWith('{')) return setting;
  try {
    return readFileSync(setting, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw wrong(`names a file that cannot be read (${code}).`, error);
  }
}

function keyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    throw wrong('has a private_key that cannot be read.');
  }
  throw wrong('has a private_key that is not an RSA key.');
}

/**
 * Reads the key of the server's service account ("Using OAuth 2.0 for Server to Server Applications").
 *
 * @param setting path of the file, or its JSON
 * @throws StartFailure that says what is wrong and repeats nothing of the key
 */
export function serviceAccountKey(setting: string): ServiceAccountKey {
  const record = recordOf(textOf(setting));
  const [email, id, pem] = ['client_email', 'private_key_id', 'private_key'].map((name) => textIn(record, name));
  if (record.type !== 'service_account') throw wrong('is not the key of a service account.');
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email)) throw wrong('has no client_email.');
  if (id === undefined || pem === undefined || pem === '') throw wrong('has no private_key.');
  return { email, id, key: keyOf(pem) };
}
