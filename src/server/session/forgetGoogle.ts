import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { Settings } from '../settings';
import type { Leaving } from './whenLeaving';

interface Parts {
  readonly db: Kysely<Database>;
  readonly settings: Settings;
}

/** Loaded when somebody leaves: no account needs it before. */
const consentOf = async (parts: Parts) =>
  (await import('../google/consent/googleConsentOf')).googleConsentOf(parts)?.connections;

/**
 * Takes the consent for a person's Google account back when they leave. What is kept of it goes with the person by foreign
 * keys; Google is told after the call is answered, as it may take its time.
 */
export function forgetGoogle(parts: Parts): Leaving {
  const leaving = new Map<string, string>();
  return {
    beforeDelete: async ({ id }) => {
      const token = await (await consentOf(parts))?.tokenOf(id);
      if (token !== undefined) leaving.set(id, token);
    },
    afterDelete: async ({ id }) => {
      const token = leaving.get(id);
      leaving.delete(id);
      if (token !== undefined) void (await consentOf(parts))?.revoke(token);
    },
  };
}
