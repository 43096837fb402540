import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Db } from '../database/schema';
import type { Settings } from '../settings';
import { accountCall, ACCOUNT_EVENT_HEADER, SECOND_FACTOR_ON } from './accountCalls';
import {
  codeWasRight,
  countCode,
  countGuess,
  giveCodeBack,
  type HookContext,
  passwordWasRight,
  signedInAs,
  takeCode,
  textIn,
} from './guesses';
import { keptCodeOf, lacksSecondFactor, SECOND_FACTOR_MISSING } from './secondFactor';

/** The calls of the second factor, as the auth library names them. */
const DISABLE = '/two-factor/disable';
const VERIFY_CODE = '/two-factor/verify-totp';

/** The auth library’s name of the cookie between the two steps. */
const CHALLENGE_COOKIE = 'two_factor';

/**
 * Whose code a call brings: of who is signed in, or else of who gave the right password in this browser a moment ago. The auth
 * library looks in the same order.
 *
 * @returns undefined where it belongs to no account
 */
async function whoseCode(context: HookContext): Promise<string | undefined> {
  const signedIn = await signedInAs(context);
  if (signedIn !== undefined) return signedIn.id;
  const { name } = context.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return undefined;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value;
}

type SecretTables = { twoFactor: { userId: string; secret: string } };

/**
 * Sees to it that the secret of a person's authenticator app can be opened: it cannot where `AUTH_SECRET` was exchanged without the former one.
 *
 * @throws APIError 401 with what to do
 */
async function requireReadableApp(db: Db, { context }: HookContext, personId: string) {
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

const KEPT = 'This server asks everybody for two-step sign-in, so it is not turned off.';

const refused = (message: string) => new APIError('FORBIDDEN', { code: 'second_factor_required', message });

/**
 * What `refuseWithoutSecondFactor` is to `/api`, for calls of the account: without a second factor nothing of it is changed, and
 * the second factor cannot be turned off.
 *
 * @throws APIError 403
 */
export async function holdToSecondFactor(rule: Pick<Settings, 'secondFactor'>, context: HookContext): Promise<void> {
  if (rule.secondFactor !== 'required') return;
  if (context.path === DISABLE) throw refused(KEPT);
  if (accountCall(context.path).isOpenWithoutSecondFactor === true) return;
  const session = await getSessionFromCtx(context);
  if (session !== null && lacksSecondFactor(rule, session.user)) throw refused(SECOND_FACTOR_MISSING);
}

/** Whether a call was refused, and for this. */
const isRefusal = (returned: unknown, code: string): boolean => isAPIError(returned) && returned.body?.code === code;

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
  const code = textIn(context.body, 'code');
  if (context.path !== VERIFY_CODE) return { context: { body: { code: keptCodeOf(code) } } };
  const personId = await whoseCode(context);
  if (personId === undefined) return undefined;
  await requireReadableApp(db, context, personId);
  bringers.set(context.context, personId);
  await countCode(db, context, personId);
  await takeCode(db, personId, code);
  return undefined;
}

/** What stands before each call of the second factor. Passwords are guessed here no more often than at signing in. */
export async function beforeSecondFactor(db: Db, context: HookContext): Promise<Instead | undefined> {
  const { onlyField } = accountCall(context.path);
  if (onlyField === 'code') return beforeCode(db, context);
  const person = onlyField === 'password' ? await signedInAs(context) : undefined;
  if (person !== undefined) await countGuess(db, context, person.email);
  return undefined;
}

async function afterCode(db: Db, context: HookContext): Promise<void> {
  const personId = bringers.get(context.context);
  if (personId === undefined) return;
  const { returned } = context.context;
  if (isAPIError(returned)) await giveCodeBack(db, personId, textIn(context.body, 'code'));
  if (!isRefusal(returned, 'INVALID_CODE')) await codeWasRight(db, personId);
}

/** Ends all sessions of a person but the one that has just begun. */
async function endOthers({ context }: HookContext): Promise<void> {
  const { newSession, internalAdapter } = context;
  if (newSession === null) return;
  const sessions = await internalAdapter.listSessions(newSession.user.id);
  const others = sessions.filter(({ token }) => token !== newSession.session.token);
  await Promise.all(others.map(({ token }) => internalAdapter.deleteSession(token)));
}

/** To a first code the library answers with the person as they were before: without a second factor. */
const wasTurnedOn = ({ path, context: { newSession, returned } }: HookContext): boolean => {
  const { user } = (returned ?? {}) as { user?: { twoFactorEnabled?: boolean } };
  return path === VERIFY_CODE && newSession !== null && user !== undefined && user.twoFactorEnabled !== true;
};

/** What stands after each call of the second factor, before its answer. Where it was turned on or off, sessions from elsewhere end (ASVS 5.0, 7.4.3). */
export async function afterSecondFactor(db: Db, context: HookContext): Promise<void> {
  const { returned } = context.context;
  if (context.path === VERIFY_CODE) await afterCode(db, context);
  if (accountCall(context.path).onlyField === 'password' && !isRefusal(returned, 'INVALID_PASSWORD')) {
    const person = await signedInAs(context);
    if (person !== undefined) await passwordWasRight(db, person.email);
  }
  if (isAPIError(returned) || (context.path !== DISABLE && !wasTurnedOn(context))) return;
  await endOthers(context);
  if (context.path === VERIFY_CODE) context.setHeader(ACCOUNT_EVENT_HEADER, SECOND_FACTOR_ON);
}
