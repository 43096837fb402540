import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { Parts } from '../../parts';
import type { Settings } from '../../settings';
import { librarySecrets } from '../librarySecrets';

/** Factors that are looked at together. */
const AT_ONCE = 500;

/** Seals a text anew; undefined where it is sealed with the present secret already. The library is loaded for it. */
async function createRenewal(settings: Settings) {
  const { parseEnvelope, symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const secrets = librarySecrets(settings);
  const currentVersion = secrets[0]?.version ?? 0;
  const key = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion };
  return async (data: string) => {
    const sealedWith = parseEnvelope(data)?.version;
    if (sealedWith === undefined || sealedWith === currentVersion || !key.keys.has(sealedWith)) return undefined;
    return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  };
}

/** @returns how many secrets were sealed anew */
async function renewAll(all: Kysely<Database>, settings: Settings): Promise<number> {
  const db = all.withTables<{ twoFactor: { id: string; secret: string } }>();
  const renewed = await createRenewal(settings);
  const after = (id: string) =>
    db.selectFrom('twoFactor').select(['id', 'secret']).where('id', '>', id).orderBy('id').limit(AT_ONCE).execute();
  let count = 0;
  for (let rows = await after(''); rows.length > 0; rows = await after(rows.at(-1)?.id ?? '')) {
    for (const { id, secret } of rows) {
      const sealed = await renewed(secret);
      if (sealed === undefined) continue;
      const table = db.updateTable('twoFactor').set({ secret: sealed });
      await table.where('id', '=', id).where('secret', '=', secret).execute();
      count += 1;
    }
  }
  return count;
}

/**
 * While `AUTH_SECRET` is exchanged: seals the secrets of second factors anew at the start. Without the former one nobody could
 * sign in with theirs any more.
 */
export function renewFactorSeals(app: FastifyInstance, { db, settings }: Pick<Parts, 'db' | 'settings'>): void {
  if (settings.authSecretPrevious === undefined) return;
  app.addHook('onReady', async () => {
    const secondFactors = await renewAll(db, settings);
    app.log.warn({ secondFactors }, 'sealed anew with AUTH_SECRET; AUTH_SECRET_PREVIOUS is still accepted');
  });
}
