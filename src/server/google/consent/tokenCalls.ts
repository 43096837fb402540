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

const tokensOf = (answer: JsonRecord, clientId: string): Tokens => ({
  access: textIn(answer, 'access_token'),
  refresh: textIn(answer, 'refresh_token'),
  seconds: typeof answer.expires_in === 'number' ? answer.expires_in : 0,
  scope: textIn(answer, 'scope'),
  email: emailOf(textIn(answer, 'id_token'), clientId),
});

export function createTokenCalls(
  client: GoogleClient,
  { token, revoke }: GoogleAddresses,
  { id, secret }: ClientSettings,
): TokenCalls {
  async function ask(form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Tokens> {
    const whole = new URLSearchParams({ ...form, client_id: id, client_secret: secret });
    const { status, body } = await client.send({ url: token, form: whole }, signal);
    const answer = await readJson(body);
    const reason = textIn(answer, 'error');
    if (status >= 400 && status < 500 && status !== 429 && reason !== '') throw new NotGranted(reason.slice(0, 60));
    const tokens = tokensOf(answer, id);
    if (status !== 200 || tokens.access === '') throw new GoogleTrouble('failing', `Google answered ${status}.`);
    return tokens;
  }

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
