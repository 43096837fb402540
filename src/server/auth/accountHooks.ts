import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database, Db } from '../database/schema';
import type { Settings } from '../settings';
import { accountCall, ACCOUNT_EVENT_HEADER } from './accountCalls';
import { countGuess, type HookContext, passwordWasRight, textIn } from './guesses';
import { lacksSecondFactor } from './secondFactor';
import { afterSecondFactor, beforeSecondFactor, holdToSecondFactor } from './secondFactorHooks';

/** The hash of a person's password; undefined for people who have none. */
async function passwordHashOf({ context }: HookContext, personId: string): Promise<string | undefined> {
  const accounts = await context.internalAdapter.findAccounts(personId);
  return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined;
}

/** Milliseconds after a sign-in for which it is known well enough who it is. */
const FRESH = 10 * 60_000;

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

/**
 * Ending sessions asks for the password, where the sign-in is not of the last ten minutes: a stranger at a person's
 * open browser must not end the sessions of that person (ASVS 5.0, 7.5.2). Wrong ones count as guesses.
 *
 * @throws APIError 400 without the password or with a wrong one, 429 after too many
 */
async function passwordToEnd(db: Db, context: HookContext): Promise<void> {
  if (accountCall(context.path).endsSessions !== true) return;
  const signedIn = await getSessionFromCtx(context);
  if (signedIn === null || Date.now() - new Date(signedIn.session.createdAt).getTime() < FRESH) return;
  const { id, email } = signedIn.user;
  const hash = await passwordHashOf(context, id);
  if (hash === undefined) throw refused('SESSION_NOT_FRESH', 'Log out and in again first.');
  const password = textIn(context.body, 'password');
  if (password === '') throw refused('PASSWORD_REQUIRED', 'Enter your password to end sessions.');
  await countGuess(db, context, email);
  if (!(await context.context.password.verify({ hash, password }))) {
    throw refused('INVALID_PASSWORD', 'Your password is not right.');
  }
  await passwordWasRight(db, email);
}

/**
 * Deleting an account asks for its password. Better Auth alone would take a session younger than a day instead; that stays
 * for those who have no password.
 *
 * @throws APIError 400 without it
 */
async function passwordToLeave(context: HookContext): Promise<void> {
  if (context.path !== '/delete-user' || textIn(context.body, 'password') !== '') return;
  const session = await getSessionFromCtx(context);
  if (session === null) return;
  if ((await passwordHashOf(context, session.user.id)) === undefined) return;
  throw refused('PASSWORD_REQUIRED', 'Enter your password to delete your account.');
}

/** The part of Better Auth's tables that we read ourselves. */
interface PeopleDatabase extends Database {
  user: { id: string; email: string; name: string };
}

/** Whether there is any account. */
async function hasPeople(db: Db): Promise<boolean> {
  const people: Kysely<PeopleDatabase> = db.withTables<{ user: PeopleDatabase['user'] }>();
  return (await people.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** `SIGN_UPS=closed`: only the very first account is made, whatever way it comes. */
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

/** Milliseconds after which a session ends, however much it is used: thirty days. */
const LONGEST = 30 * 24 * 60 * 60_000;

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** A session that is used goes on, but not past its longest time, counted from the sign-in. */
export const longestSession: SessionHooks = {
  update: {
    before: async ({ expiresAt }, context) => {
      const began = context?.context.session?.session.createdAt;
      if (expiresAt === undefined || began === undefined) return;
      return { data: { expiresAt: new Date(Math.min(expiresAt.getTime(), began.getTime() + LONGEST)) } };
    },
  },
};

/** The e-mail address of a sign-in; undefined for every other call. */
const emailOf = ({ path, body }: HookContext): string | undefined =>
  path === '/sign-in/email' ? textIn(body, 'email') : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function without(record: Readonly<Record<string, unknown>>, field: string) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** An answer without the token of the session, which the browser has as a cookie that no script can read. */
function withoutToken(answer: unknown): unknown {
  if (!isRecord(answer) || isAPIError(answer) || Array.isArray(answer)) return undefined;
  const bare = without(answer, 'token');
  return isRecord(bare.session) ? { ...bare, session: without(bare.session, 'token') } : bare;
}

/** After a right password of a person with a second factor: the person is not signed in yet, whatever the status of the answer. */
function noteFirstStep(context: HookContext): void {
  if (context.path !== '/sign-in/email' || context.context.newSession?.user.twoFactorEnabled !== true) return;
  context.setHeader(ACCOUNT_EVENT_HEADER, 'sign_in_first_step');
}

/** The answer of who is signed in, which says too whether a second factor is asked for first. */
function withWhatIsMissing(rule: Pick<Settings, 'secondFactor'>, path: string | undefined, answer: unknown): unknown {
  if (path !== '/get-session' || !isRecord(answer) || !isRecord(answer.user)) return answer;
  return lacksSecondFactor(rule, answer.user) ? { ...answer, secondFactorMissing: true } : answer;
}

/** What stands before and after each call of the auth library: behind its limits by address, and before its answer. */
export const accountHooks = (db: Db, settings: Pick<Settings, 'secondFactor'>) => ({
  before: createAuthMiddleware(async (context) => {
    await holdToSecondFactor(settings, context);
    await passwordToLeave(context);
    await passwordToEnd(db, context);
    const email = emailOf(context);
    if (email !== undefined) await countGuess(db, context, email);
    return beforeSecondFactor(db, context);
  }),
  after: createAuthMiddleware(async (context) => {
    const { returned } = context.context;
    const email = emailOf(context);
    const isWrong = isAPIError(returned) && returned.statusCode === 401;
    if (email !== undefined && !isWrong) await passwordWasRight(db, email);
    noteFirstStep(context);
    await afterSecondFactor(db, context);
    return withWhatIsMissing(settings, context.path, withoutToken(returned));
  }),
});
