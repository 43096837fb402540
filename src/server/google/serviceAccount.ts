import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSingleFlight } from '../database/locks';
import { StartFailure } from '../refusal';
import type { Settings } from '../settings';
import type { GoogleClient } from './client';
import { expirySecondsIn, requestToken, SHEETS_SCOPE, TOKEN_TIMEOUT_MS } from './consent/tokenCalls';
import { recordOf, textIn } from './responses';

/** Credentials of a service account, from the JSON file that Google Cloud creates for its key. */
interface ServiceAccountKey {
  /** E-mail address of the account, with which sheets are shared. */
  readonly email: string;
  /** Id of the key within the account. */
  readonly id: string;
  /** An RSA key. */
  readonly key: KeyObject;
}

const EXPECTED_FORMAT =
  'It has to be the JSON file of a service account’s key, as Google Cloud makes it (docs/google.md).';

const invalidSetting = (what: string, cause?: unknown) =>
  new StartFailure(`GOOGLE_SERVICE_ACCOUNT ${what} ${EXPECTED_FORMAT}`, cause);

/** Reads the setting: a path, or the JSON itself. */
function textOf(setting: string): string {
  if (setting.startsWith('{')) return setting;
  try {
    return readFileSync(setting, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw invalidSetting(`names a file that cannot be read (${code}).`, error);
  }
}

function keyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    throw invalidSetting('has a private_key that cannot be read.');
  }
  throw invalidSetting('has a private_key that is not an RSA key.');
}

/**
 * Parses the key of the server's service account ("Using OAuth 2.0 for Server to Server Applications").
 *
 * @param setting path of the file, or its JSON
 * @throws StartFailure with the reason, and without any part of the key
 */
export function serviceAccountKey(setting: string): ServiceAccountKey {
  const record = recordOf(textOf(setting));
  const email = textIn(record, 'client_email');
  const pem = textIn(record, 'private_key');
  if (record.type !== 'service_account') throw invalidSetting('is not the key of a service account.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidSetting('has no client_email.');
  if (pem === '') throw invalidSetting('has no private_key.');
  return { email, id: textIn(record, 'private_key_id'), key: keyOf(pem) };
}

/** Audience of the claim: Google's token address, whatever address is requested ("Preparing to make an authorized API call"). */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Validity of a claim in seconds; Google accepts an hour at most. */
const CLAIM_SECONDS = 3_600;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Creates the claim by which a service account requests a token: a JSON Web Token (RFC 7519), signed with RS256 (RFC 7518, section
 * 3.3).
 *
 * @param scope scopes, separated by spaces
 * @param now milliseconds since 1970
 */
function signedClaim({ email, id, key }: ServiceAccountKey, scope: string, now: number): string {
  const header = { alg: 'RS256', typ: 'JWT', kid: id };
  const issuedAt = Math.floor(now / 1000);
  const claims = { iss: email, scope, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + CLAIM_SECONDS };
  const signedText = `${encoded(header)}.${encoded(claims)}`;
  return `${signedText}.${sign('RSA-SHA256', Buffer.from(signedText), key).toString('base64url')}`;
}

/** Scope for a file's version and trash state, without its content ("Choose Google Drive API scopes"). */
const METADATA_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly';

/** Scopes of the account. The restricted one is unproblematic, as no person sees a consent page. */
const SCOPES = `${SHEETS_SCOPE} ${METADATA_SCOPE}`;

interface CachedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Milliseconds before its expiry at which a token is replaced. */
const EXPIRY_MARGIN_MS = 60_000;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The Google account of a self-hosted server: people share sheets with its address. */
export class ServiceAccount {
  readonly email: string;
  #cached: CachedToken | undefined;
  readonly #fetching = createSingleFlight<CachedToken>();

  constructor(
    private readonly key: ServiceAccountKey,
    private readonly client: GoogleClient,
    private readonly now: () => number = Date.now,
  ) {
    this.email = key.email;
  }

  /**
   * Returns an access token; concurrent calls share one request.
   *
   * @param refused a token that Google has rejected, so that another one is fetched
   * @throws NotGranted when Google does not accept the account's key, GoogleTrouble
   */
  async token(refused?: string): Promise<string> {
    const cached = this.#cached;
    if (cached !== undefined && cached.until > this.now() + EXPIRY_MARGIN_MS && cached.token !== refused) {
      return cached.token;
    }
    this.#cached = await this.#fetching('token', () => this.#fetch());
    return this.#cached.token;
  }

  /** Requests a token as in "Making the access token request" (RFC 7523, section 2.1). */
  async #fetch(): Promise<CachedToken> {
    const requestedAt = this.now();
    const form = { grant_type: GRANT, assertion: signedClaim(this.key, SCOPES, requestedAt) };
    const answer = await requestToken(this.client, form, TOKEN_TIMEOUT_MS);
    return { token: textIn(answer, 'access_token'), until: requestedAt + expirySecondsIn(answer) * 1000 };
  }
}

/**
 * Creates the server's service account. Servers with open sign-ups have none, whatever the settings: strangers could read every
 * sheet that is shared with it.
 *
 * @throws StartFailure when its key cannot be read
 */
export function serviceAccountFrom(
  { googleServiceAccount, signUps }: Pick<Settings, 'googleServiceAccount' | 'signUps'>,
  client: GoogleClient,
): ServiceAccount | undefined {
  if (googleServiceAccount === undefined || signUps !== 'closed') return undefined;
  return new ServiceAccount(serviceAccountKey(googleServiceAccount), client);
}
