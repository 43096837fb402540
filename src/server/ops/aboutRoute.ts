import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import Type from 'typebox';
import { aboutSchema } from '../../contract/about';
import { limits } from '../../contract/limits';
import { apiPaths } from '../../contract/paths';
import { inTime } from '../database/databaseErrors';
import { basePathOf, originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { busy } from '../refusal';

/** Timeout of the database check of `/readyz`, in milliseconds. */
const DATABASE_TIMEOUT_MS = 3_000;

const okSchema = Type.Object({ status: Type.Literal('ok') });

/** Registers `GET /api/about` (public facts of the server), `/healthz` (alive) and `/readyz` (able to serve). */
export function registerAbout(app: FastifyInstance, { settings, db }: Pick<Parts, 'settings' | 'db'>): void {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(apiPaths.about, { schema: { response: { 200: aboutSchema } } }, async (request) => ({
    version: settings.version,
    googleConfigured: settings.googleClient !== undefined,
    plans: settings.plans,
    signUps: settings.signUps,
    uploadLimit: limits.uploadBytes,
    marketingUrl: (settings.marketingUrl.startsWith('/') ? basePathOf(settings) : '') + settings.marketingUrl,
    sheetOrigin: originOf(request, settings),
  }));

  app.get('/healthz', { schema: { response: { 200: okSchema } } }, async () => ({ status: 'ok' as const }));

  app.get('/readyz', { schema: { response: { 200: okSchema } } }, async () => {
    if (app.overload.isDraining) throw busy('The server is about to stop. Another one answers.', 5);
    if (app.overload.isLong) {
      throw busy('The server has been refusing requests for a while: it has more to do than it can.', 5);
    }
    await inTime(sql`select 1`.execute(db), DATABASE_TIMEOUT_MS).catch((error: unknown) => {
      app.log.error({ err: error }, 'the database does not answer');
      throw busy('The database does not answer.', 5);
    });
    return { status: 'ok' as const };
  });
}
