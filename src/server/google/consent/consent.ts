import { createHash, randomBytes } from 'node:crypto';
import type { GoogleOutcome } from '../../../contract/google';
import type { Db } from '../../database/schema';
import { GoogleTrouble } from '../answers';
import type { Google } from '../quotas';
import { type Connections, readsSheets, scopesFor } from './connections';
import { NotGranted } from './tokenCalls';

/** SHA-256 of a text, as base64url: what is kept of a secret that only has to be recognised. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** A text that cannot be guessed: 256 random bits, as base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** What Google sends a person back with. */
interface Return {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

/** How asking has ended, and where the person was, if they have asked in this browser. */
interface Ended {
  readonly outcome: GoogleOutcome;
  readonly returnTo?: string;
}

/** Milliseconds a person has on Google's pages. */
const PATIENCE = 10 * 60_000;

const aboutVerifier = (personId: string) => `${personId} verifier`;

interface ConsentParts {
  readonly db: Db;
  readonly google: Google;
  readonly connections: Connections;
  /** Receives what went wrong: the person reads only that it did. */
  readonly report: (error: unknown) => void;
}

/** Asks people for consent, by way of Google's page (OAuth 2.0 with PKCE, RFC 7636). */
export class Consent {
  constructor(private readonly parts: ConsentParts) {}

  /**
   * @param writing whether sheets are to be written to as well; a person who has allowed that before is asked for it again
   * @returns the address of Google's page, and what the browser is to keep until it comes back
   */
  async begin(personId: string, returnTo: string, redirectUri: string, writing: boolean) {
    const { db, google, connections } = this.parts;
    const writes = writing || (await connections.find(personId))?.writes === true;
    const [state, browser, verifier] = [newSecret(), newSecret(), newSecret()];
    const now = Date.now();
    await db.deleteFrom('google_consents').where('until', '<=', now).execute();
    const asked = {
      state_hash: hashed(state),
      person_id: personId,
      browser_hash: hashed(browser),
      verifier: connections.seal.seal(verifier, aboutVerifier(personId)),
      return_to: returnTo,
      until: now + PATIENCE,
    };
    await db.insertInto('google_consents').values(asked).execute();
    const page = new URL(google.client.addresses.authorise);
    page.search = new URLSearchParams({
      client_id: connections.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopesFor(writes),
      state,
      code_challenge: hashed(verifier),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent select_account',
    }).toString();
    return { page, browser };
  }

  /** What a person has come back with; nothing is done for one who has not asked in this browser. */
  async end(
    personId: string,
    { state = '', code, error }: Return,
    browser: string,
    redirectUri: string,
  ): Promise<Ended> {
    const asked = await this.#take(hashed(state), personId);
    const verifier = asked && this.parts.connections.seal.open(asked.verifier, aboutVerifier(personId));
    if (verifier === undefined || asked?.browser_hash !== hashed(browser) || asked.until <= Date.now()) {
      return { outcome: 'expired' };
    }
    const { return_to: returnTo } = asked;
    if (error === 'access_denied') return { outcome: 'denied', returnTo };
    if (error === undefined && code !== undefined) {
      return { outcome: await this.#accept(personId, code, verifier, redirectUri), returnTo };
    }
    const reason = JSON.stringify((error ?? 'no code').slice(0, 60));
    this.parts.report(new Error(`Google has sent somebody back with ${reason}.`));
    return { outcome: 'failed', returnTo };
  }

  /** Takes out what a person has been asked for: each can be taken once. */
  #take(stateHash: string, personId: string) {
    return this.parts.db
      .deleteFrom('google_consents')
      .where('state_hash', '=', stateHash)
      .where('person_id', '=', personId)
      .returningAll()
      .executeTakeFirst();
  }

  /** Trades the code for tokens and keeps these. */
  async #accept(personId: string, code: string, verifier: string, redirectUri: string): Promise<GoogleOutcome> {
    const { connections, report } = this.parts;
    try {
      const tokens = await connections.calls.exchange(code, verifier, redirectUri);
      if (tokens.refresh !== '' && readsSheets(tokens.scope)) {
        await connections.keep(personId, tokens);
        return 'connected';
      }
      await connections.giveBack(personId, tokens);
      return 'incomplete';
    } catch (error) {
      if (error instanceof NotGranted && error.reason === 'invalid_grant') return 'expired';
      report(error instanceof GoogleTrouble ? new Error('Google did not give tokens.', { cause: error }) : error);
      return 'failed';
    }
  }
}
