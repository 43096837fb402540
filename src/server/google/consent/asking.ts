import type { Kysely } from 'kysely';
import type { GoogleOutcome } from '../../../contract/google';
import type { Database } from '../../database/schema';
import type { GoogleAddresses } from '../googleAddresses';
import { GoogleTrouble } from '../googleTrouble';
import type { Connections } from './connections';
import { putConsent, takeConsent } from './consentRepository';
import { hashed, newSecret } from './hashed';
import { readsSheets, scopesFor } from './scopes';
import type { Seal } from './seal';
import { NotGranted, type TokenCalls } from './tokenCalls';

export interface AskingParts {
  readonly db: Kysely<Database>;
  readonly clientId: string;
  readonly addresses: GoogleAddresses;
  readonly calls: TokenCalls;
  readonly connections: Connections;
  readonly seal: Seal;
  /** Told of what went wrong: the person hears only that it did. */
  readonly report: (error: unknown) => void;
}

/** What Google sends a person back with. */
export interface Return {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

/** Milliseconds a person has on Google's pages. */
const PATIENCE = 10 * 60_000;
const TOKEN_PATIENCE = 8_000;

const aboutVerifier = (personId: string) => `${personId} verifier`;

/** Asks a person for consent, by way of Google's page. */
export function createAsking(parts: AskingParts) {
  const { db, clientId, addresses, calls, connections, seal, report } = parts;

  /** Trades the code for tokens and keeps these. */
  async function accept(personId: string, code: string, verifier: string, redirectUri: string): Promise<GoogleOutcome> {
    const tokens = await calls.exchange(code, verifier, redirectUri, AbortSignal.timeout(TOKEN_PATIENCE));
    if (tokens.refresh === '' || !readsSheets(tokens.scope)) {
      await connections.giveBack(personId, tokens);
      return 'incomplete';
    }
    await connections.keep(personId, tokens);
    return 'connected';
  }

  function outcomeOf(error: unknown): GoogleOutcome {
    if (error instanceof NotGranted && error.reason === 'invalid_grant') return 'expired';
    const isExpected = error instanceof GoogleTrouble || (error instanceof Error && error.name === 'TimeoutError');
    report(isExpected ? new Error('Google did not give tokens.', { cause: error }) : error);
    return 'failed';
  }

  return {
    /**
     * @param writing whether sheets are to be written to as well; who has allowed that goes on doing so
     * @returns the address of Google's page, and what the browser is to keep until it comes back
     */
    async begin(personId: string, returnTo: string, redirectUri: string, writing: boolean) {
      const writes = writing || (await connections.find(personId))?.writes === true;
      const [state, browser, verifier] = [newSecret(), newSecret(), newSecret()];
      const now = Date.now();
      const kept = {
        state_hash: hashed(state),
        person_id: personId,
        browser_hash: hashed(browser),
        verifier: seal.seal(verifier, aboutVerifier(personId)),
        return_to: returnTo,
        until: now + PATIENCE,
      };
      await putConsent(db, kept, now);
      const page = new URL(addresses.authorise);
      page.search = new URLSearchParams({
        client_id: clientId,
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
    },

    /** @returns how it has ended, and where the person was; nothing is done for whoever has not asked in this browser */
    async end(personId: string, { state = '', code, error }: Return, browser: string, redirectUri: string) {
      const asked = await takeConsent(db, hashed(state), personId);
      const verifier = asked && seal.open(asked.verifier, aboutVerifier(personId));
      if (verifier === undefined || asked === undefined) return { outcome: 'expired' } as const;
      if (asked.browser_hash !== hashed(browser) || asked.until <= Date.now()) return { outcome: 'expired' } as const;
      const { return_to: returnTo } = asked;
      if (error !== undefined || code === undefined) {
        if (error === 'access_denied') return { outcome: 'denied', returnTo } as const;
        report(new Error(`Google has sent somebody back with ${JSON.stringify((error ?? 'no code').slice(0, 60))}.`));
        return { outcome: 'failed', returnTo } as const;
      }
      const outcome = await accept(personId, code, verifier, redirectUri).catch(outcomeOf);
      return { outcome, returnTo };
    },
  };
}
