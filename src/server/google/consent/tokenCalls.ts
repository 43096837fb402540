import type { GoogleClient as ClientSettings } from '../../settings';
import type { GoogleClient } from '../client';
import { GoogleTrouble, type JsonRecord, readJson, recordOf, textIn } from '../responses';

/** Scope for reading spreadsheets ("Choose Google Sheets API scopes"). */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** Tokens granted by Google. */
export interface Tokens {
  readonly access: string;
  /** Empty when the existing one stays valid. */
  readonly refresh: string;
  /** Validity of the access token in seconds. */
  readonly seconds: number;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** Address of the person's Google account; empty when Google does not send it. */
  readonly email: string;
}

/** Google rejects a code, a token or this server's client: an `error` of RFC 6749, section 5.2. */
export class NotGranted extends Error {
  constructor(readonly reason: string) {
    super(`Google has answered ${reason}.`);
    this.name = 'NotGranted';
  }
}

/** Timeout of token requests in milliseconds; for the first tokens, while a person waits. */
export const TOKEN_TIMEOUT_MS = 5_000;
const FIRST_TOKEN_TIMEOUT_MS = 8_000;

/**
 * Reads the e-mail address in an id token. Its signature need not be verified, as it comes directly from Google over TLS ("OpenID
 * Connect", "Obtain user information").
 */
function emailOf(idToken: string, clientId: string): string {
  const claims = recordOf(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return claims.aud === clientId ? textIn(claims, 'email').slice(0, 320) : '';
}

/** Returns the validity of an access token in seconds. */
export const expirySecondsIn = ({ expires_in: seconds }: JsonRecord) => (typeof seconds === 'number' ? seconds : 0);

type Form = Readonly<Record<string, string>>;

/**
 * Requests an access token from Google.
 *
 * @param timeoutMs milliseconds
 * @throws NotGranted, GoogleTrouble
 */
export async function requestToken(client: GoogleClient, form: Form, timeoutMs: number): Promise<JsonRecord> {
  const call = { url: client.addresses.token, form: new URLSearchParams(form) };
  const { status, body } = await client.send(call, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate ? new GoogleTrouble('silent', 'Google gave no token in time.', error) : error;
  });
  const answer = await readJson(body);
  const reason = textIn(answer, 'error');
  if (status >= 400 && status < 500 && status !== 429 && reason !== '') throw new NotGranted(reason.slice(0, 60));
  if (status !== 200 || textIn(answer, 'access_token') === '') {
    throw new GoogleTrouble('failing', `Google answered ${status}.`);
  }
  return answer;
}

/** The requests of "Using OAuth 2.0 for Web Server Applications". They throw NotGranted or GoogleTrouble. */
export class TokenCalls {
  constructor(
    private readonly client: GoogleClient,
    private readonly settings: ClientSettings,
  ) {}

  /** Exchanges the code of a returning person for the first tokens. */
  exchange(code: string, verifier: string, redirectUri: string): Promise<Tokens> {
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    return this.#request(form, FIRST_TOKEN_TIMEOUT_MS);
  }

  refresh(token: string): Promise<Tokens> {
    return this.#request({ grant_type: 'refresh_token', refresh_token: token }, TOKEN_TIMEOUT_MS);
  }

  /** @returns whether the token is revoked, which includes tokens that Google does not know */
  async revoke(token: string): Promise<boolean> {
    const call = { url: this.client.addresses.revoke, form: new URLSearchParams({ token }) };
    const { status, body } = await this.client.send(call, AbortSignal.timeout(TOKEN_TIMEOUT_MS));
    body.destroy();
    return status === 200 || status === 400;
  }

  async #request(form: Form, timeoutMs: number): Promise<Tokens> {
    const { id, secret } = this.settings;
    const answer = await requestToken(this.client, { ...form, client_id: id, client_secret: secret }, timeoutMs);
    return {
      access: textIn(answer, 'access_token'),
      refresh: textIn(answer, 'refresh_token'),
      seconds: expirySecondsIn(answer),
      scope: textIn(answer, 'scope'),
      email: emailOf(textIn(answer, 'id_token'), id),
    };
  }
}
