import type { Parts } from '../../parts';
import { GOOGLE_NOTIFICATIONS } from '../../../contract/paths';
import { createGoogleClient } from '../client';
import { googleAddresses } from '../googleAddresses';
import { createGoogleGate, LOOKS } from '../googleGate';
import { googlePlaces } from '../googlePlaces';
import { serviceAccountOf } from '../serviceAccount/serviceAccountOf';
import { createWatchCalls } from './watchCalls';
import { createWatches, type Watches } from './watches';

/**
 * How this server has itself told of changes: with its service account, at its public address; undefined where that is not
 * switched on. A person's consent does not cover it.
 */
export function watchesOf(parts: Parts, report: (error: unknown) => void): Watches | undefined {
  const { db, settings } = parts;
  const { googlePush, publicUrl, googleDouble } = settings;
  const account = serviceAccountOf(parts);
  if (googlePush !== true || publicUrl === undefined || account === undefined) return undefined;
  const client = createGoogleClient({ places: googlePlaces(googleDouble) });
  return createWatches({
    db,
    calls: createWatchCalls(client, googleAddresses(googleDouble)),
    gate: createGoogleGate({ db, quota: LOOKS }),
    token: () => account.token(),
    address: publicUrl + GOOGLE_NOTIFICATIONS,
    report,
  });
}
