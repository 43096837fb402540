import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { type Db, withAuthTables } from '../database/schema';
import type { Settings } from '../settings';
import { accountCall, ACCOUNT_EVENT_HEADER } from './accountCalls';
import { lacksSecondFactor } from './secondFactor';
import { afterSecondFactor, beforeSecondFactor, enforceSecondFactor } from './secondFactorHooks';
import { countGuess, type HookContext, textIn, uncountGuess } from './signInAttempts';

/** Returns the hash of a person's password; undefined without a password. */
async function passwordHashOf({ context }: HookContext, personId: string): Promise<string | undefined> {
  const accounts = await context.internalAdapter.findAccounts(personId);
  return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined;
}

/** Milliseconds after sign-in for which a session needs no password confirmation. */
const FRESH_MS = 10 * 60_000;

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

/**
 * Requires the password to end sessions, unless the sign-in was within the last ten minutes: somebody else at a person's open
 * browser must not end that person's sessions (ASVS 5.0, 7.5.2). Wrong passwords count as guesses.
 *
 * @throws APIError 400 without the password or with a wrong one, 429 after too many
 */
async function requirePasswordToEnd(db: Db, context: HookContext): Promise<void> {
  if (accountCall(context.path).endsSessions !== true) return;
  const signedIn = await getSessionFromCtx(context);
  if (signedIn === null || Date.now() - new Date(signedIn.session.createdAt).getTime() < FRESH_MS) return;
  const { id, email } = signedIn.user;
  const hash = await passwordHashOf(context, id);
  if (hash === undefined) throw refused('SESSION_NOT_FRESH', 'Log out and in again first.');
  const password = textIn(context.body, 'password');
  if (password === '') throw refused('PASSWORD_REQUIRED', 'Enter your password to end sessions.');
  await countGuess(db, context, email);
  if (!(await context.context.password.verify({ hash, password }))) {
    throw refused('INVALID_PASSWORD', 'Your password is not right.');
  }
  await uncountGuess(db, email);
}

/**
 * Requires the password to delete an account. Better Auth alone would accept a session younger than a day instead; that remains for
 * accounts without a password.
 *
 * @throws APIError 400 without the password
 */
async function requirePasswordToDelete(context: HookContext): Promise<void> {
  if (context.path !== '/delete-user' || textIn(context.body, 'password') !== '') return;
  const session = await getSessionFromCtx(context);
  if (session === null) return;
  if ((await passwordHashOf(context, session.user.id)) === undefined) return;
  throw refused('PASSWORD_REQUIRED', 'Enter your password to delete your account.');
}

/** Returns whether any account exists. */
async function hasPeople(db: Db): Promise<boolean> {
  return (await withAuthTables(db).selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** `SIGN_UPS=closed`: only the first account can be created, whichever way. */
export const closedSignUps = (db: Db) => ({
  user: {
    create: {
      before: async () => {
        if (!(await hasPeople(db))) return;
        throw new APIError('FORBIDDEN', {
          message: 'Sign-ups are closed on this server. Ask its administrator for an account.',
          code: 'sign_ups_closed',
        });
      },
    },
  },
});

/** Maximum milliseconds of a session, however active: thirty days. */
const MAX_SESSION_MS = 30 * 24 * 60 * 60_000;

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** Limits the renewal of a session to its maximum duration, counted from the sign-in. */
export const longestSession: SessionHooks = {
  update: {
    before: async ({ expiresAt }, context) => {
      const startedAt = context?.context.session?.session.createdAt;
      if (expiresAt === undefined || startedAt === undefined) return;
      return { data: { expiresAt: new Date(Math.min(expiresAt.getTime(), startedAt.getTime() + MAX_SESSION_MS)) } };
    },
  },
};

/** Returns the e-mail address of a sign-in; undefined for other calls. */
const emailOf = ({ path, body }: HookContext): string | undefined =>
  path === '/sign-in/email' ? textIn(body, 'email') : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function without(record: Readonly<Record<string, unknown>>, field: string) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** @throws Error if a sign-out has not ended the session: the library ignores failures of the database */
async function requireSignedOut(context: HookContext): Promise<void> {
  if (context.path !== '/sign-out') return;
  const { authCookies, secret, internalAdapter } = context.context;
  const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  if (typeof token === 'string' && (await internalAdapter.findSession(token)) !== null) {
    throw new Error('The session could not be ended.');
  }
}

/** Removes the session token from a response: the browser has it in an HttpOnly cookie. */
function withoutToken(answer: unknown): unknown {
  if (!isRecord(answer) || isAPIError(answer) || Array.isArray(answer)) return undefined;
  const rest = without(answer, 'token');
  return isRecord(rest.session) ? { ...rest, session: without(rest.session, 'token') } : rest;
}

/** Marks the response to a right password when a second factor follows: the person is not signed in yet, whatever the status. */
function noteFirstStep(context: HookContext): void {
  if (context.path !== '/sign-in/email' || context.context.newSession?.user.twoFactorEnabled !== true) return;
  context.setHeader(ACCOUNT_EVENT_HEADER, 'sign_in_first_step');
}

/** Adds to the session response that the required second factor is missing. */
function withSecondFactorMissing(
  rule: Pick<Settings, 'secondFactor'>,
  path: string | undefined,
  answer: unknown,
): unknown {
  if (path !== '/get-session' || !isRecord(answer) || !isRecord(answer.user)) return answer;
  return lacksSecondFactor(rule, answer.user) ? { ...answer, secondFactorMissing: true } : answer;
}

/** Hooks around each call of the auth library: after its rate limits by address, and before its response. */
export const accountHooks = (db: Db, settings: Pick<Settings, 'secondFactor'>) => ({
  before: createAuthMiddleware(async (context) => {
    await enforceSecondFactor(settings, context);
    await requirePasswordToDelete(context);
    await requirePasswordToEnd(db, context);
    const email = emailOf(context);
    if (email !== undefined) await countGuess(db, context, email);
    return beforeSecondFactor(db, context);
  }),
  after: createAuthMiddleware(async (context) => {
    const { returned } = context.context;
    const email = emailOf(context);
    const isWrong = isAPIError(returned) && returned.statusCode === 401;
    if (email !== undefined && !isWrong) await uncountGuess(db, email);
    noteFirstStep(context);
    await requireSignedOut(context);
    await afterSecondFactor(db, context);
    return withSecondFactorMissing(settings, context.path, withoutToken(returned));
  }),
});
