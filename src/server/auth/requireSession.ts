import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/schema';
import { inTime, refusalOfDatabase } from '../database/trouble';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { Auth, AuthParts } from './auth';
import { refuseWithoutSecondFactor } from './secondFactor';

/** How long, in milliseconds, the database is waited for. */
const PATIENCE = 2_000;

/**
 * Does work of the auth library, which keeps to itself what its database has said: when the work fails and the database does
 * not answer either, that is the reason.
 */
export async function blamingDatabase<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) && refusalOfDatabase(error) === undefined) {
      await inTime(sql`select 1`.execute(db), PATIENCE);
    }
    throw error;
  }
}

/** The auth library that suits how a request has come. */
export type AuthFor = (request: FastifyRequest) => Promise<Auth>;

/**
 * Cookies of people who come by https are `Secure`; behind a proxy the same process may meet both. The library is loaded when it
 * is first asked for: that takes as long as all else at a start, and the data API does without it.
 */
export function createAuthFor(parts: AuthParts): AuthFor {
  let loaded: Promise<Record<'plain' | 'secure', Auth>> | undefined;
  const load = async () => {
    const { createAuth } = await import('./auth');
    return { plain: createAuth(parts, false), secure: createAuth(parts, true) };
  };
  return async (request) => {
    const { plain, secure } = await (loaded ??= load());
    return originOf(request, parts.settings).startsWith('https:') ? secure : plain;
  };
}

/** Who a request acts for. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, on every route behind `requireSession`. */
    person: Person;
  }
}

/** Only the app's own get-session prolongs a session, as only its answer carries the new cookie. */
const sessionOf = ({ api }: Auth, cookie: string) =>
  api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });

/**
 * Lets only signed-in people reach the routes of `scope` and puts them into `request.person`; on a server that asks everybody
 * for a second factor, only those who have one. It comes before the body is read, so that no body is read or validated
 * for people who are signed out.
 */
export function requireSession(
  scope: FastifyInstance,
  authFor: AuthFor,
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { cookie } = request.headers;
    const ask = async (known: string) => sessionOf(await authFor(request), known);
    const session = cookie === undefined ? null : await blamingDatabase(db, () => ask(cookie));
    if (session === null) throw new Refusal('signed_out', 'You are signed out. Sign in and try again.');
    refuseWithoutSecondFactor(settings, session.user);
    const { id, email, name } = session.user;
    request.person = { id, email, name };
    reply.header('cache-control', 'private, no-store');
  });
}
