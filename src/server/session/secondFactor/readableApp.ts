import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { HookContext } from '../hookContext';

type SecretTables = { twoFactor: { userId: string; secret: string } };

/**
 * Sees to it that the secret of somebody's app can be opened: it cannot where `AUTH_SECRET` was exchanged without the former one.
 *
 * @throws APIError 401 with what to do
 */
export async function requireReadableApp(db: Kysely<Database>, { context }: HookContext, personId: string) {
  const { parseEnvelope } = await import('better-auth/crypto');
  const tables = db.withTables<SecretTables>();
  const found = await tables.selectFrom('twoFactor').select('secret').where('userId', '=', personId).executeTakeFirst();
  const version = found && parseEnvelope(found.secret)?.version;
  const { secretConfig } = context;
  if (version === undefined || typeof secretConfig === 'string' || secretConfig.keys.has(version)) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'APP_UNKNOWN',
    message: 'This server no longer knows your app. Log in with a recovery code, then set two-step sign-in up anew.',
  });
}
