import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { Parts } from '../../parts';
import { aboutRefresh } from './connections';
import { connectionsAfter, putRefreshToken } from './consentRepository';
import { createSeal, type Seal } from './seal';

/** @returns how many tokens were sealed anew */
async function renewAll(db: Kysely<Database>, seal: Seal): Promise<number> {
  let count = 0;
  let rows = await connectionsAfter(db, '');
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const row of rows) {
      const token = seal.renewed(row.refresh_token, aboutRefresh(row.person_id));
      if (token === undefined) continue;
      await putRefreshToken(db, row, token);
      count += 1;
    }
    rows = await connectionsAfter(db, last.person_id);
  }
  return count;
}

/**
 * While `AUTH_SECRET` is exchanged: seals the tokens of Google anew at the start, so that nothing needs the former secret any
 * more. Access tokens are not: none of them lives for longer than an hour.
 */
export function renewFormerSeals(app: FastifyInstance, { db, settings }: Pick<Parts, 'db' | 'settings'>): void {
  const { authSecret, authSecretPrevious } = settings;
  if (authSecretPrevious === undefined) return;
  app.addHook('onReady', async () => {
    const connections = await renewAll(db, createSeal(authSecret, authSecretPrevious));
    app.log.warn({ connections }, 'sealed anew with AUTH_SECRET; AUTH_SECRET_PREVIOUS is still accepted');
  });
}
