import { hash, randomBytes } from 'node:crypto';
import type { GoogleOutcome } from '../../../contract/google';
import type { Db } from '../../database/schema';
import type { Google } from '../quotas';
import { GoogleTrouble } from '../responses';
import { type Connections, readsSheets, scopesFor } from './connections';
import { NotGranted } from './tokenCalls';

/** Returns the SHA-256 of a text as base64url, to store secrets that only need to be recognized. */
export const hashOfSecret = (secret: string) => hash('sha256', secret, 'base64url');

/** Generates a random text of 256 bits, as base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Query parameters of Google's redirect back. */
interface CallbackQuery {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

/** Outcome of a consent, and the return path if it was started in this browser. */
interface ConsentResult {
  readonly outcome: GoogleOutcome;
  readonly returnTo?: string;
}

/** Maximum milliseconds on Google's pages. */
const CONSENT_TIMEOUT_MS = 10 * 60_000;

const aboutVerifier = (personId: string) => `${personId} verifier`;

interface ConsentParts {
  readonly db: Db;
  readonly google: Google;
  readonly connections: Connections;
  /** Called with the error; the person only sees that it failed. */
  readonly report: (error: unknown) => void;
}

/** Consent on Google's page (OAuth 2.0 with PKCE, RFC 7636). */
export class Consent {
  constructor(private readonly parts: ConsentParts) {}

  /**
   * Starts a consent.
   *
   * @param writing whether to request writing too; requested in any case if the person has granted it before
   * @returns the address of Google's page, and the secret for the browser's cookie
   */
  async begin(personId: string, returnTo: string, redirectUri: string, writing: boolean) {
    const { db, google, connections } = this.parts;
    const writes = writing || (await connections.find(personId))?.writes === true;
    const state = newSecret();
    const browser = newSecret();
    const verifier = newSecret();
    const now = Date.now();
    await db.deleteFrom('google_consents').where('until', '<=', now).execute();
    const pending = {
      state_hash: hashOfSecret(state),
      person_id: personId,
      browser_hash: hashOfSecret(browser),
      verifier: connections.seal.seal(verifier, aboutVerifier(personId)),
      return_to: returnTo,
      until: now + CONSENT_TIMEOUT_MS,
    };
    await db.insertInto('google_consents').values(pending).execute();
    const page = new URL(google.client.addresses.authorise);
    page.search = new URLSearchParams({
      client_id: connections.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopesFor(writes),
      state,
      code_challenge: hashOfSecret(verifier),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent select_account',
    }).toString();
    return { page, browser };
  }

  /** Completes a consent. Nothing happens unless it was started in this browser. */
  async end(
    personId: string,
    { state = '', code, error }: CallbackQuery,
    browser: string,
    redirectUri: string,
  ): Promise<ConsentResult> {
    const pending = await this.#take(hashOfSecret(state), personId);
    const verifier = pending && this.parts.connections.seal.open(pending.verifier, aboutVerifier(personId));
    if (verifier === undefined || pending?.browser_hash !== hashOfSecret(browser) || pending.until <= Date.now()) {
      return { outcome: 'expired' };
    }
    const { return_to: returnTo } = pending;
    if (error === 'access_denied') return { outcome: 'denied', returnTo };
    if (error === undefined && code !== undefined) {
      return { outcome: await this.#accept(personId, code, verifier, redirectUri), returnTo };
    }
    const reason = JSON.stringify((error ?? 'no code').slice(0, 60));
    this.parts.report(new Error(`Google has sent somebody back with ${reason}.`));
    return { outcome: 'failed', returnTo };
  }

  /** Deletes and returns a pending consent: each is valid once. */
  #take(stateHash: string, personId: string) {
    return this.parts.db
      .deleteFrom('google_consents')
      .where('state_hash', '=', stateHash)
      .where('person_id', '=', personId)
      .returningAll()
      .executeTakeFirst();
  }

  /** Exchanges the code for tokens and stores them. */
  async #accept(personId: string, code: string, verifier: string, redirectUri: string): Promise<GoogleOutcome> {
    const { connections, report } = this.parts;
    try {
      const tokens = await connections.calls.exchange(code, verifier, redirectUri);
      if (tokens.refresh !== '' && readsSheets(tokens.scope)) {
        await connections.save(personId, tokens);
        return 'connected';
      }
      await connections.revokeUnusable(personId, tokens);
      return 'incomplete';
    } catch (error) {
      if (error instanceof NotGranted && error.reason === 'invalid_grant') return 'expired';
      report(error instanceof GoogleTrouble ? new Error('Google did not give tokens.', { cause: error }) : error);
      return 'failed';
    }
  }
}
