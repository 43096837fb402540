import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/schema';
import { countCall } from '../database/callWindows';
import { inTime, refusalOfDatabase } from '../database/databaseErrors';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { Auth, AuthParts } from './auth';
import { lacksSecondFactor, refuseWithoutSecondFactor } from './secondFactor';

/** Timeout of the database check, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Runs work of the auth library, which hides database errors: if the work fails and the database does not respond either, throws
 * the database's error.
 *
 * @param retry work of a read that writes nothing: done if the database responds, as then a connection was lost or the disk is full
 */
export async function withDatabaseError<T>(db: Db, work: () => Promise<T>, retry?: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || refusalOfDatabase(error) !== undefined) throw error;
    // A call that writes fails here too if the disk is full.
    const probe = retry === undefined ? countCall(db, 'after a failure', 1_000) : sql`select 1`.execute(db);
    await inTime<unknown>(probe, TIMEOUT_MS);
    if (retry === undefined) throw error;
    return retry();
  }
}

/** Returns the auth library for the scheme of a request. */
export type AuthFor = (request: FastifyRequest) => Promise<Auth>;

/**
 * Creates the auth library for http and https: cookies are `Secure` over https, and behind a proxy one process may serve both. The
 * library is loaded at its first use, as that takes as long as the rest of a start and the data API does not need it.
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

/** The person a request acts for. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, on every route with `requireSession`. */
    person: Person;
  }
}

/** Does not refresh the session: only the app's own get-session call does, as its response can set the new cookie. */
const sessionOf = ({ api }: Auth, cookie: string) =>
  api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });

/**
 * Restricts the routes of `scope` to signed-in people and sets `request.person`; if a second factor is required, to people who have
 * one. Runs before the body is read, so that no body is parsed for signed-out requests.
 */
export function requireSession(
  scope: FastifyInstance,
  authFor: AuthFor,
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { cookie } = request.headers;
    const readSession = async () => sessionOf(await authFor(request), cookie ?? '');
    const session = cookie === undefined ? null : await withDatabaseError(db, readSession, readSession);
    if (session === null) throw new Refusal('signed_out', 'You are signed out. Sign in and try again.');
    refuseWithoutSecondFactor(settings, session.user);
    const { id, email, name } = session.user;
    request.person = { id, email, name };
    reply.header('cache-control', 'private, no-store');
  });
}

const SESSION_COOKIE = 'tabpoint.session_token=';

/** Timeout of the check for a page, which does not wait for a slow database, in milliseconds. */
const PAGE_TIMEOUT_MS = 500;

/** Whether a request is of a person for whom {@link requireSession} would admit it. */
export type SessionCheck = (request: FastifyRequest) => Promise<boolean>;

/** Creates a check that never fails: its answer is no if it is unknown. */
export const createSessionCheck =
  (authFor: AuthFor, settings: Parts['settings']): SessionCheck =>
  async (request) => {
    const { cookie = '' } = request.headers;
    if (!cookie.includes(SESSION_COOKIE)) return false;
    try {
      const session = await inTime(sessionOf(await authFor(request), cookie), PAGE_TIMEOUT_MS);
      return session !== null && !lacksSecondFactor(settings, session.user);
    } catch {
      return false;
    }
  };
