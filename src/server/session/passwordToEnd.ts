import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { CLIENT_ADDRESS_HEADER } from './clientAddress';
import { passwordHashOf, passwordIn } from './givenPassword';
import { countGuess, wasRight } from './guesses';
import type { HookContext } from './hookContext';

/** The calls that end sessions from elsewhere. */
const ENDING: ReadonlySet<string | undefined> = new Set([
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
]);

/** Milliseconds after a sign-in for which it is known well enough who it is. */
const FRESH = 10 * 60_000;

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

/**
 * Ending sessions asks for the password, where the sign-in is not of the last ten minutes: whoever has found somebody's
 * browser open must not end the sessions of that person (ASVS 5.0, 7.5.2). Wrong ones count as guesses.
 *
 * @throws APIError 400 without the password or with a wrong one, 429 after too many
 */
export async function passwordToEnd(db: Kysely<Database>, context: HookContext): Promise<void> {
  if (!ENDING.has(context.path)) return;
  const signedIn = await getSessionFromCtx(context);
  if (signedIn === null || Date.now() - new Date(signedIn.session.createdAt).getTime() < FRESH) return;
  const { id, email } = signedIn.user;
  const hash = await passwordHashOf(context, id);
  if (hash === undefined) throw refused('SESSION_NOT_FRESH', 'Log out and in again first.');
  const password = passwordIn(context.body);
  if (password === '') throw refused('PASSWORD_REQUIRED', 'Enter your password to end sessions.');
  await countGuess(db, email, context.headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
  if (!(await context.context.password.verify({ hash, password }))) {
    throw refused('INVALID_PASSWORD', 'Your password is not right.');
  }
  await wasRight(db, email);
}
