import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { GoogleOutcome } from '../../../contract/google';
import type { Seal } from '../../auth/seal';
import type { Database } from '../../database/schema';
import { GoogleTrouble } from '../client';
import type { GoogleAddresses } from '../googleAddresses';
import type { Connections } from './connections';
import { putConsent, takeConsent } from './consentRepository';
import { NotGranted, type TokenCalls } from './tokenCalls';

/** SHA-256 of a text, as base64url: what is kept of a secret that only has to be recognised. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** A text that nobody guesses: 256 random bits, as base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Longest path that people are sent back to. */
const MOST = 4_000;

/** An origin that nobody has: what leaves it leads elsewhere. */
const HERE = 'http://here.invalid';

/** One leading slash, nothing that a browser reads as another host, nothing that cannot stand in a header. */
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * A path of the app, as it was asked for; `otherwise` where it is none: another site's address, or one of the API, where
 * going there would do something.
 */
export function returnPath(asked: string, otherwise: string): string {
  if (asked.length > MOST || !LOCAL.test(asked) || !URL.canParse(asked, HERE)) return otherwise;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|v1)(\/|$)/i.test(pathname)) return otherwise;
  return pathname + search + hash;
}

/** A path with one more parameter, in place of one of that name. */
export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, HERE);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/** Lets spreadsheets be read ("Choose Google Sheets API scopes"). */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** Lets them be read and changed: asked for only where somebody wants calls to write. */
export const WRITING_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** What a person is asked for. Of who they are, only the address: Account shows which Google account it is. */
export const scopesFor = (writing: boolean) => `openid email ${writing ? WRITING_SCOPE : SHEETS_SCOPE}`;

const has = (granted: string, scope: string) => granted.split(' ').includes(scope);

/** Whether what was granted lets sheets be written to. */
export const writesSheets = (granted: string) => has(granted, WRITING_SCOPE);

/** Whether what was granted lets sheets be read: people can leave it out on Google's page. */
export const readsSheets = (granted: string) => has(granted, SHEETS_SCOPE) || writesSheets(granted);

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
