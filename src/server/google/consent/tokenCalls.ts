import type { GoogleClient as ClientSettings } from '../../settings';
import { GoogleTrouble, type JsonRecord, readJson, recordOf, textIn } from '../answers';
import type { GoogleClient } from '../client';

/** Lets spreadsheets be read ("Choose Google Sheets API scopes"). */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** What Google has granted. */
export interface Tokens {
  readonly access: string;
  /** Empty where an old one goes on. */
  readonly refresh: string;
  /** Seconds that the access token is good for. */
  readonly seconds: number;
  /** Scopes, with spaces between them. */
  readonly scope: string;
  /** Of the person's Google account; empty where Google does not say. */
  readonly email: string;
}

/** Google does not take a code or a token, or does not know this server's client: an `error` of RFC 6749, section 5.2. */
export class NotGranted extends Error {
  constructor(readonly reason: string) {
    super(`Google has answered ${reason}.`);
    this.name = 'NotGranted';
  }
}

/** Milliseconds that Google has for an answer about tokens; for the first ones, while a person waits for them. */
export const TOKEN_PATIENCE = 5_000;
const FIRST_PATIENCE = 8_000;

/** Google's own answer over a guarded connection: its signature adds nothing ("OpenID Connect", "Obtain user information"). */
function emailOf(idToken: string, clientId: string): string {
  const claims = recordOf(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return claims.aud === clientId ? textIn(claims, 'email').slice(0, 320) : '';
}

/** Seconds that the access token of an answer is good for. */
export const secondsIn = ({ expires_in: seconds }: JsonRecord) => (typeof seconds === 'number' ? seconds : 0);

type Form = Readonly<Record<string, string>>;

/**
 * Asks Google for an access token.
 *
 * @param patience milliseconds
 * @throws NotGranted, GoogleTrouble
 */
export async function askForToken(client: GoogleClient, form: Form, patience: number): Promise<JsonRecord> {
  const call = { url: client.addresses.token, form: new URLSearchParams(form) };
  const { status, body } = await client.send(call, AbortSignal.timeout(patience)).catch((error: unknown) => {
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

/** The calls of "Using OAuth 2.0 for Web Server Applications". They throw NotGranted, or GoogleTrouble. */
export class TokenCalls {
  constructor(
    private readonly client: GoogleClient,
    private readonly settings: ClientSettings,
  ) {}

  /** Gives the first tokens for the code that a person comes back with. */
  exchange(code: string, verifier: string, redirectUri: string): Promise<Tokens> {
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    return this.#ask(form, FIRST_PATIENCE);
  }

  refresh(token: string): Promise<Tokens> {
    return this.#ask({ grant_type: 'refresh_token', refresh_token: token }, TOKEN_PATIENCE);
  }

  /** @returns whether Google knows it by now; it does so of a token that it did not know */
  async revoke(token: string): Promise<boolean> {
    const call = { url: this.client.addresses.revoke, form: new URLSearchParams({ token }) };
    const { status, body } = await this.client.send(call, AbortSignal.timeout(TOKEN_PATIENCE));
    body.destroy();
    return status === 200 || status === 400;
  }

  async #ask(form: Form, patience: number): Promise<Tokens> {
    const { id, secret } = this.settings;
    const answer = await askForToken(this.client, { ...form, client_id: id, client_secret: secret }, patience);
    return {
      access: textIn(answer, 'access_token'),
      refresh: textIn(answer, 'refresh_token'),
      seconds: secondsIn(answer),
      scope: textIn(answer, 'scope'),
      email: emailOf(textIn(answer, 'id_token'), id),
    };
  }
}
