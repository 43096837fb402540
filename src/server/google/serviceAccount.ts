import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSingleFlight } from '../database/locks';
import type { Settings } from '../settings';
import { StartFailure } from '../refusal';
import { recordOf, textIn } from './answers';
import type { GoogleClient } from './client';
import { askForToken, secondsIn, SHEETS_SCOPE, TOKEN_PATIENCE } from './consent/tokenCalls';

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

/** Whom the claim is for: Google's token address, whatever address is asked ("Preparing to make an authorized API call"). */
export const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Seconds that a claim is good for; Google takes an hour at most. */
const SECONDS = 3_600;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * What a service account asks for a token with: a JSON Web Token (RFC 7519), signed with RS256 (RFC 7518, section 3.3).
 *
 * @param scope scopes, with spaces between them
 * @param now milliseconds since 1970
 */
export function signedClaim({ email, id, key }: ServiceAccountKey, scope: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const claims = { iss: email, scope, aud: AUDIENCE, iat, exp: iat + SECONDS };
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: id })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

/** Tells whether a file has changed or is in the trash, and nothing of what stands in it ("Choose Google Drive API scopes"). */
const METADATA_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly';

/** What the account asks for: no person is shown a page of consent, so the restricted one is no burden. */
const SCOPES = `${SHEETS_SCOPE} ${METADATA_SCOPE}`;

interface KeptToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A token is not used in the last minute it is good for. */
const MARGIN = 60_000;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The one Google account of a server of one's own: people share sheets with its address. */
export class ServiceAccount {
  readonly email: string;
  #kept: KeptToken | undefined;
  readonly #fetching = createSingleFlight<KeptToken>();

  constructor(
    private readonly key: ServiceAccountKey,
    private readonly client: GoogleClient,
    private readonly now: () => number = Date.now,
  ) {
    this.email = key.email;
  }

  /**
   * A token to call Google with. Callers who need one at the same time get the same.
   *
   * @param refused one that Google has refused: another one is fetched
   * @throws NotGranted where Google does not take the account's key, GoogleTrouble
   */
  async token(refused?: string): Promise<string> {
    const kept = this.#kept;
    if (kept !== undefined && kept.until > this.now() + MARGIN && kept.token !== refused) return kept.token;
    this.#kept = await this.#fetching('token', () => this.#fetch());
    return this.#kept.token;
  }

  /** The call of "Making the access token request" (RFC 7523, section 2.1). */
  async #fetch(): Promise<KeptToken> {
    const asked = this.now();
    const form = { grant_type: GRANT, assertion: signedClaim(this.key, SCOPES, asked) };
    const answer = await askForToken(this.client, form, TOKEN_PATIENCE);
    return { token: textIn(answer, 'access_token'), until: asked + secondsIn(answer) * 1000 };
  }
}

/**
 * Makes the server's service account. A server that admits strangers has none, whatever is set: they could read every sheet that is
 * shared with it.
 *
 * @throws StartFailure when its key cannot be read
 */
export const serviceAccountFrom = (
  { googleServiceAccount, signUps }: Pick<Settings, 'googleServiceAccount' | 'signUps'>,
  client: GoogleClient,
): ServiceAccount | undefined =>
  googleServiceAccount === undefined || signUps !== 'closed'
    ? undefined
    : new ServiceAccount(serviceAccountKey(googleServiceAccount), client);
