import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { Auth } from './auth';
import { withAuthContexts } from './authContexts';
import type { AuthFor } from './authFor';
import { blamingDatabase } from './blamingDatabase';
import { refuseWithoutSecondFactor } from './secondFactor/missingSecondFactor';

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
  withAuthContexts(() => api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } }));

/**
 * Lets only signed-in people reach the routes of `scope` and puts them into `request.person`; on a server that asks everybody
 * for a second factor, only those who have one. It comes before the body is read, so that nobody uploads or validates anything
 * while signed out.
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
