import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { Settings } from '../../settings';
import { createGoogleClient } from '../client';
import { googleAddresses } from '../googleAddresses';
import { googlePlaces } from '../googlePlaces';
import { createServiceAccount, type ServiceAccount } from './serviceAccount';
import { serviceAccountKey } from './serviceAccountKey';

interface AccountParts {
  readonly db: Kysely<Database>;
  readonly settings: Pick<Settings, 'googleServiceAccount' | 'googleDouble' | 'signUps'>;
}

const accounts = new WeakMap<Kysely<Database>, ServiceAccount>();

/**
 * The server's service account; the same for all who ask with the same database, as its token is. A server that admits
 * strangers has none, whatever is set: they could read every sheet that is shared with it.
 *
 * @throws StartFailure when its key cannot be read
 */
export function serviceAccountOf({ db, settings }: AccountParts): ServiceAccount | undefined {
  const { googleServiceAccount, googleDouble, signUps } = settings;
  if (googleServiceAccount === undefined || signUps !== 'closed') return undefined;
  const known = accounts.get(db);
  if (known !== undefined) return known;
  const key = serviceAccountKey(googleServiceAccount);
  const client = createGoogleClient({ places: googlePlaces(googleDouble) });
  const account = createServiceAccount({ key, client, addresses: googleAddresses(googleDouble) });
  accounts.set(db, account);
  return account;
}
