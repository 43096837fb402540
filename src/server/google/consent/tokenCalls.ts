import type { GoogleClient as ClientSettings } from '../../settings';
import { type GoogleClient, GoogleTrouble, type JsonRecord, readJson, recordOf, textIn } from '../client';
import type { GoogleAddresses } from '../googleAddresses';

/** What Google has granted. */
export interface Tokens {
  readonly access: string;
  /** Empty where an old one goes on. */
  readonly refresh: string;
  /** Seconds that the access token is good for. */
  readonly seconds: number;
  /** Scopes, with spaces between them. */
  readonly scope: string;
  /** Of the person's Google account; empty where it was not told. */
  readonly email: string;
}

/** Google does not take a code or a token, or does not know this server's client: an `error` of RFC 6749, section 5.2. */
export class NotGranted extends Error {
  constructor(readonly reason: string) {
    super(`Google has answered ${reason}.`);
    this.name = 'NotGranted';
  }
}

/** The calls of "Using OAuth 2.0 for Web Server Applications". They throw NotGranted, or GoogleTrouble. */
export interface TokenCalls {
  exchange(code: string, verifier: string, redirectUri: string, signal: AbortSignal): Promise<Tokens>;
  refresh(token: string, signal: AbortSignal): Promise<Tokens>;
  /** @returns whether Google knows it by now; a token that it did not know is one */
  revoke(token: string, signal: AbortSignal): Promise<boolean>;
}

/** Google's own answer over a guarded connection: its signature adds nothing ("OpenID Connect", "Obtain user information"). */
function emailOf(idToken: string, clientId: string): string {
  const claims = recordOf(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return claims.aud === clientId ? textIn(claims, 'email').slice(0, 320) : '';
}

/** Seconds that the access token of an answer is good for. */
export const secondsIn = ({ expires_in: seconds }: JsonRecord) => (typeof seconds === 'number' ? seconds : 0);

/**
 * Asks Google for an access token.
 *
 * @throws NotGranted, GoogleTrouble; the signal's reason when it is aborted
 */
export async function askForToken(
  client: GoogleClient,
  url: URL,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<JsonRecord> {
  const { status, body } = await client.send({ url, form: new URLSearchParams(form) }, signal);
  const answer = await readJson(body);
  const reason = textIn(answer, 'error');
  if (status >= 400 && status < 500 && status !== 429 && reason !== '') throw new NotGranted(reason.slice(0, 60));
  if (status !== 200 || textIn(answer, 'access_token') === '') {
    throw new GoogleTrouble('failing', `Google answered ${status}.`);
  }
  return answer;
}

/** What is thrown where a token was asked for. Nobody who waits has given up: Google has not answered. */
export const inTime = (error: unknown) =>
  error instanceof Error && error.name === 'TimeoutError'
    ? new GoogleTrouble('silent', 'Google gave no token in time.', error)
    : error;

const tokensOf = (answer: JsonRecord, clientId: string): Tokens => ({
  access: textIn(answer, 'access_token'),
  refresh: textIn(answer, 'refresh_token'),
  seconds: secondsIn(answer),
  scope: textIn(answer, 'scope'),
  email: emailOf(textIn(answer, 'id_token'), clientId),
});

export function createTokenCalls(
  client: GoogleClient,
  { token, revoke }: GoogleAddresses,
  { id, secret }: ClientSettings,
): TokenCalls {
  const ask = async (form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Tokens> =>
    tokensOf(await askForToken(client, token, { ...form, client_id: id, client_secret: secret }, signal), id);

  return {
    exchange: (code, verifier, redirectUri, signal) =>
      ask({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }, signal),
    refresh: (refreshToken, signal) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    async revoke(given, signal) {
      const { status, body } = await client.send({ url: revoke, form: new URLSearchParams({ token: given }) }, signal);
      body.destroy();
      return status === 200 || status === 400;
    },
  };
}
