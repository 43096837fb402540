import type { GoogleClient } from '../client';
import { SHEETS_SCOPE } from '../consent/scopes';
import { NotGranted } from '../consent/tokenCalls';
import type { GoogleAddresses } from '../googleAddresses';
import { GoogleTrouble } from '../googleTrouble';
import { readJson, textIn } from '../readJson';
import type { ServiceAccountKey } from './serviceAccountKey';
import { signedClaim } from './signedClaim';

/** Tells whether a file has changed or is in the trash, and nothing of what stands in it ("Choose Google Drive API scopes"). */
const METADATA_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly';

/** What the account asks for: no person is shown a page of consent, so the restricted one costs nobody anything. */
const SCOPES = `${SHEETS_SCOPE} ${METADATA_SCOPE}`;

/** The one Google account of a server of one's own: people share sheets with its address. */
export interface ServiceAccount {
  readonly email: string;
  /**
   * A token to call Google with.
   *
   * @param refused one that Google has refused: another one is fetched
   * @throws NotGranted where Google does not take the account's key, GoogleTrouble
   */
  token(refused?: string): Promise<string>;
}

interface ServiceAccountParts {
  readonly key: ServiceAccountKey;
  readonly client: GoogleClient;
  readonly addresses: Pick<GoogleAddresses, 'token'>;
  readonly now?: () => number;
}

interface Kept {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A token is not used in the last minute it is good for. */
const MARGIN = 60_000;

/** Milliseconds that Google has for an answer about tokens. */
const PATIENCE = 5_000;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export function createServiceAccount({ key, client, addresses, now = Date.now }: ServiceAccountParts): ServiceAccount {
  let kept: Kept | undefined;
  let fetching: Promise<Kept> | undefined;

  /** The call of "Making the access token request" (RFC 7523, section 2.1). */
  async function fetchToken(): Promise<Kept> {
    const asked = now();
    const form = new URLSearchParams({ grant_type: GRANT, assertion: signedClaim(key, SCOPES, asked) });
    const { status, body } = await client.send({ url: addresses.token, form }, AbortSignal.timeout(PATIENCE));
    const answer = await readJson(body);
    const reason = textIn(answer, 'error');
    if (status >= 400 && status < 500 && status !== 429 && reason !== '') throw new NotGranted(reason.slice(0, 60));
    const token = textIn(answer, 'access_token');
    const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 0;
    if (status !== 200 || token === '') throw new GoogleTrouble('failing', `Google answered ${status}.`);
    return { token, until: asked + seconds * 1000 };
  }

  /** Whoever needs one at the same time gets the same. */
  const fetchOnce = () => (fetching ??= fetchToken().finally(() => (fetching = undefined)));

  const inTime = (error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate ? new GoogleTrouble('silent', 'Google gave no token in time.', error) : error;
  };

  return {
    email: key.email,
    async token(refused) {
      if (kept === undefined || kept.until <= now() + MARGIN || kept.token === refused) {
        kept = await fetchOnce().catch(inTime);
      }
      return kept.token;
    },
  };
}
