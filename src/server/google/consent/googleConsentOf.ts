import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { Settings } from '../../settings';
import { createGoogleClient } from '../client';
import { googleAddresses } from '../googleAddresses';
import { googlePlaces } from '../googlePlaces';
import { type Connections, createConnections } from './connections';
import { createSeal, type Seal } from './seal';
import { createTokenCalls, type TokenCalls } from './tokenCalls';

/** How this server asks people for consent; there is none where no client of Google is set. */
export interface GoogleConsent {
  readonly clientId: string;
  readonly calls: TokenCalls;
  readonly connections: Connections;
  readonly seal: Seal;
}

interface ConsentParts {
  readonly db: Kysely<Database>;
  readonly settings: Pick<Settings, 'authSecret' | 'authSecretPrevious' | 'googleClient' | 'googleDouble'>;
}

const consents = new WeakMap<Kysely<Database>, GoogleConsent>();

/** The same for all who ask with the same database: refreshes are shared. */
export function googleConsentOf({ db, settings }: ConsentParts): GoogleConsent | undefined {
  const { googleClient, googleDouble, authSecret, authSecretPrevious } = settings;
  if (googleClient === undefined) return undefined;
  const known = consents.get(db);
  if (known !== undefined) return known;
  const client = createGoogleClient({ places: googlePlaces(googleDouble) });
  const calls = createTokenCalls(client, googleAddresses(googleDouble), googleClient);
  const seal = createSeal(authSecret, authSecretPrevious);
  const consent = { clientId: googleClient.id, calls, seal, connections: createConnections({ db, calls, seal }) };
  consents.set(db, consent);
  return consent;
}
