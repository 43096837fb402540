import { hash } from 'node:crypto';
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { countCall, takeCallBack } from '../database/callWindows';
import type { Database } from '../database/schema';
import type { Settings } from '../settings';
import { ACCOUNT_EVENT_HEADER, CLIENT_ADDRESS_HEADER } from './accountEvents';
import { asksPassword, bringsCode, DISABLE, ENABLE, VERIFY_CODE, VERIFY_RECOVERY_CODE } from './accountGuard';
import type { HookContext } from './accountHooks';
import { countGuess, isKnownAddress, wasRight } from './guesses';
import { keptCodeOf, lacksSecondFactor, SECOND_FACTOR_MISSING } from './secondFactor';

/** The auth library’s name of the cookie between the two steps. */
const CHALLENGE_COOKIE = 'two_factor';

/** Who is signed in, or has just been. */
export async function signedInAs(context: HookContext): Promise<{ id: string; email: string } | undefined> {
  return (context.context.newSession ?? (await getSessionFromCtx(context)))?.user;
}

/**
 * Whose code a call brings: of who is signed in, or else of who gave the right password in this browser a moment ago. The auth
 * library looks in the same order.
 *
 * @returns undefined where it is nobody’s
 */
export async function whoseCode(context: HookContext): Promise<string | undefined> {
  const signedIn = await signedInAs(context);
  if (signedIn !== undefined) return signedIn.id;
  const { name } = context.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return undefined;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value;
}

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

type Db = Kysely<Database>;

/** So many wrong codes of the app for one account … */
const MOST = 30;

/** … in so many milliseconds. Three of a million codes are right at a time: who goes on for a year finds one in thirty. */
const WINDOW = 24 * 60 * 60_000;

const guessesOf = (personId: string) => `code guess ${personId}`;

const tooMany = () =>
  new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_CODES',
      message:
        'Too many wrong codes for this account today. Use a recovery code, or log in from where you have before.',
    },
    { 'X-Retry-After': '10' },
  );

async function isKnown(db: Db, { context, headers }: HookContext, personId: string) {
  const person = await context.internalAdapter.findUserById(personId);
  return person !== null && isKnownAddress(db, person.email, headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
}

/**
 * Counts a code of the app as a wrong one until it is known to be right ({@link codeWasRight}): who has found out a password must
 * not try codes for long. The auth library closes an account for a while after ten in a row; this is the bound of a whole day.
 * Recovery codes cannot be guessed and are not counted, and where somebody has signed in before, others do not lock them out.
 *
 * @throws APIError 429 after 30 wrong ones within a day
 */
export async function countCode(db: Db, context: HookContext, personId: string): Promise<void> {
  const { current } = await countCall(db, guessesOf(personId), WINDOW);
  if (current > MOST && !(await isKnown(db, context, personId))) throw tooMany();
}

/** Takes a code back that was not wrong. */
export const codeWasRight = (db: Db, personId: string): Promise<void> => takeCallBack(db, guessesOf(personId));

/** Milliseconds for which a code can be right: its own thirty seconds, and those before and after. */
const LIFETIME = 90_000;

const usedCode = (personId: string, code: string) => `code ${hash('sha256', `${personId} ${code}`, 'base64url')}`;

/**
 * Takes a code of the app for this call alone: whoever sees it being typed cannot use it as well (RFC 6238, section 5.2; ASVS
 * 5.0, 6.5.1), and of several calls at once, on however many servers, one has it.
 *
 * @throws APIError 401 where it was used in the last ninety seconds
 */
export async function takeCode(db: Db, personId: string, code: string): Promise<void> {
  const name = usedCode(personId, code);
  const { current } = await countCall(db, name, LIFETIME);
  if (current === 1) return;
  await takeCallBack(db, name);
  throw new APIError('UNAUTHORIZED', {
    code: 'CODE_USED',
    message: 'That code was used already. Wait for the next one.',
  });
}

/** Gives a code back that was not right: it may come to be. */
export const giveCodeBack = (db: Db, personId: string, code: string): Promise<void> =>
  takeCallBack(db, usedCode(personId, code));

type Rule = Pick<Settings, 'secondFactor'>;

/** The calls that lead to a second factor, or out. */
const NEEDED: ReadonlySet<string | undefined> = new Set([
  '/get-session',
  '/sign-in/email',
  '/sign-up/email',
  '/sign-out',
  ENABLE,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
]);

const KEPT = 'This server asks everybody for two-step sign-in, so it is not turned off.';

const refused = (message: string) => new APIError('FORBIDDEN', { code: 'second_factor_required', message });

/**
 * What `refuseWithoutSecondFactor` is to `/api`, for calls of the account: without a second factor nothing of it is changed, and
 * nobody turns theirs off.
 *
 * @throws APIError 403
 */
export async function holdToSecondFactor(rule: Rule, context: HookContext): Promise<void> {
  if (rule.secondFactor !== 'required') return;
  if (context.path === DISABLE) throw refused(KEPT);
  if (NEEDED.has(context.path)) return;
  const session = await getSessionFromCtx(context);
  if (session !== null && lacksSecondFactor(rule, session.user)) throw refused(SECOND_FACTOR_MISSING);
}

/** The code a call has come with; empty where there is none. */
const codeIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : '';

/** Whether a call was refused, and for this. */
function isRefusal(returned: unknown, code: string): boolean {
  return isAPIError(returned) && returned.body?.code === code;
}

/** What the auth library is to read in place of what was given. */
interface Instead {
  readonly context: { readonly body: { readonly code: string } };
}

/** Whose code a call has brought, as long as it lasts: with its answer the challenge may be over, and tell no more. */
const bringers = new WeakMap<object, string>();

/**
 * Before a code is looked at: one of the app is counted and taken, of a recovery code the library gets what is kept of it.
 *
 * @throws APIError 401 for a code that was used, or whose secret cannot be read, 429 after too many wrong ones
 */
async function beforeCode(db: Db, context: HookContext): Promise<Instead | undefined> {
  const code = codeIn(context.body);
  if (context.path !== VERIFY_CODE) return { context: { body: { code: keptCodeOf(code) } } };
  const personId = await whoseCode(context);
  if (personId === undefined) return undefined;
  await requireReadableApp(db, context, personId);
  bringers.set(context.context, personId);
  await countCode(db, context, personId);
  await takeCode(db, personId, code);
  return undefined;
}

/** Passwords are guessed here no more often than at signing in. */
async function beforePassword(db: Db, context: HookContext): Promise<void> {
  const person = await signedInAs(context);
  if (person !== undefined) await countGuess(db, person.email, context.headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
}

/** What stands before each call of the second factor. */
export async function beforeSecondFactor(db: Db, context: HookContext): Promise<Instead | undefined> {
  if (asksPassword(context.path)) await beforePassword(db, context);
  return bringsCode(context.path) ? beforeCode(db, context) : undefined;
}

async function afterCode(db: Db, context: HookContext): Promise<void> {
  const personId = bringers.get(context.context);
  if (personId === undefined) return;
  const { returned } = context.context;
  if (isAPIError(returned)) await giveCodeBack(db, personId, codeIn(context.body));
  if (!isRefusal(returned, 'INVALID_CODE')) await codeWasRight(db, personId);
}

/** Ends all sessions of somebody but the one that has just begun. */
async function endOthers({ context }: HookContext): Promise<void> {
  const { newSession, internalAdapter } = context;
  if (newSession === null) return;
  const sessions = await internalAdapter.listSessions(newSession.user.id);
  const others = sessions.filter(({ token }) => token !== newSession.session.token);
  await Promise.all(others.map(({ token }) => internalAdapter.deleteSession(token)));
}

/** Of a first code the library answers who it was before: somebody without a second factor. */
const wasTurnedOn = ({ path, context: { newSession, returned } }: HookContext): boolean => {
  const { user } = (returned ?? {}) as { user?: { twoFactorEnabled?: boolean } };
  return path === VERIFY_CODE && newSession !== null && user !== undefined && user.twoFactorEnabled !== true;
};

/** Where the second factor was turned on or off, sessions from elsewhere end (ASVS 5.0, 7.4.3). */
async function afterChange(context: HookContext): Promise<void> {
  if (isAPIError(context.context.returned)) return;
  if (context.path !== DISABLE && !wasTurnedOn(context)) return;
  await endOthers(context);
  if (context.path === VERIFY_CODE) context.setHeader(ACCOUNT_EVENT_HEADER, 'second_factor_on');
}

/** What stands after each call of the second factor, before its answer. */
export async function afterSecondFactor(db: Db, context: HookContext): Promise<void> {
  if (context.path === VERIFY_CODE) await afterCode(db, context);
  if (asksPassword(context.path) && !isRefusal(context.context.returned, 'INVALID_PASSWORD')) {
    const person = await signedInAs(context);
    if (person !== undefined) await wasRight(db, person.email);
  }
  await afterChange(context);
}
