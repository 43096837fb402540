import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { type Db, withAuthTables } from '../database/schema';
import type { Settings } from '../settings';
import { accountCall, ACCOUNT_EVENT_HEADER, SECOND_FACTOR_ON } from './accountCalls';
import { hashOfCode, lacksSecondFactor, SECOND_FACTOR_MISSING } from './secondFactor';
import {
  claimCode,
  countCode,
  countGuess,
  type HookContext,
  releaseCode,
  signedInAs,
  textIn,
  uncountCode,
  uncountGuess,
} from './signInAttempts';

/** Paths of second-factor calls in the auth library. */
const DISABLE = '/two-factor/disable';
const VERIFY_CODE = '/two-factor/verify-totp';

/** The auth library’s name of the cookie between the two steps. */
const CHALLENGE_COOKIE = 'two_factor';

/**
 * Returns the id of the person whose code is checked: the signed-in person, or else the person who has just entered the right
 * password in this browser. The auth library uses the same order.
 *
 * @returns undefined when the code belongs to no account
 */
async function personOfCode(context: HookContext): Promise<string | undefined> {
  const signedIn = await signedInAs(context);
  if (signedIn !== undefined) return signedIn.id;
  const { name } = context.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return undefined;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value;
}

/**
 * Checks that the secret of a person's authenticator app can be decrypted: it cannot when `AUTH_SECRET` was replaced without
 * setting the former one.
 *
 * @throws APIError 401 with instructions
 */
async function requireReadableApp(db: Db, { context }: HookContext, personId: string) {
  const { parseEnvelope } = await import('better-auth/crypto');
  const secrets = withAuthTables(db).selectFrom('twoFactor').select('secret');
  const found = await secrets.where('userId', '=', personId).executeTakeFirst();
  const version = found && parseEnvelope(found.secret)?.version;
  const { secretConfig } = context;
  if (version === undefined || typeof secretConfig === 'string' || secretConfig.keys.has(version)) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'APP_UNKNOWN',
    message: 'This server no longer knows your app. Log in with a recovery code, then set two-step sign-in up anew.',
  });
}

const CANNOT_TURN_OFF = 'This server asks everybody for two-step sign-in, so it is not turned off.';

const refused = (message: string) => new APIError('FORBIDDEN', { code: 'second_factor_required', message });

/**
 * Counterpart of `refuseWithoutSecondFactor` for account calls: a person without a required second factor cannot change the
 * account, and nobody can turn the second factor off.
 *
 * @throws APIError 403
 */
export async function enforceSecondFactor(rule: Pick<Settings, 'secondFactor'>, context: HookContext): Promise<void> {
  if (rule.secondFactor !== 'required') return;
  if (context.path === DISABLE) throw refused(CANNOT_TURN_OFF);
  if (accountCall(context.path).isOpenWithoutSecondFactor === true) return;
  const session = await getSessionFromCtx(context);
  if (session !== null && lacksSecondFactor(rule, session.user)) throw refused(SECOND_FACTOR_MISSING);
}

/** Returns whether a call was refused with a code. */
const isRefusal = (returned: unknown, code: string): boolean => isAPIError(returned) && returned.body?.code === code;

/** Replaces the body that the auth library reads. */
interface BodyOverride {
  readonly context: { readonly body: { readonly code: string } };
}

/** Person whose code a call checks, for the duration of the call: the challenge may be deleted before the response. */
const personOfCall = new WeakMap<object, string>();

/**
 * Runs before a code is checked. A code of the app is counted and claimed; a recovery code is replaced by its stored hash for the
 * library.
 *
 * @throws APIError 401 for a used code or an undecryptable secret, 429 after too many wrong codes
 */
async function beforeCode(db: Db, context: HookContext): Promise<BodyOverride | undefined> {
  const code = textIn(context.body, 'code');
  if (context.path !== VERIFY_CODE) return { context: { body: { code: hashOfCode(code) } } };
  const personId = await personOfCode(context);
  if (personId === undefined) return undefined;
  await requireReadableApp(db, context, personId);
  personOfCall.set(context.context, personId);
  await countCode(db, context, personId);
  await claimCode(db, personId, code);
  return undefined;
}

/** Runs before each second-factor call. Passwords are rate limited here as at sign-in. */
export async function beforeSecondFactor(db: Db, context: HookContext): Promise<BodyOverride | undefined> {
  const { onlyField } = accountCall(context.path);
  if (onlyField === 'code') return beforeCode(db, context);
  const person = onlyField === 'password' ? await signedInAs(context) : undefined;
  if (person !== undefined) await countGuess(db, context, person.email);
  return undefined;
}

async function afterCode(db: Db, context: HookContext): Promise<void> {
  const personId = personOfCall.get(context.context);
  if (personId === undefined) return;
  const { returned } = context.context;
  if (isAPIError(returned)) await releaseCode(db, personId, textIn(context.body, 'code'));
  if (!isRefusal(returned, 'INVALID_CODE')) await uncountCode(db, personId);
}

/** Ends all sessions of a person except the new one. */
async function endOthers({ context }: HookContext): Promise<void> {
  const { newSession, internalAdapter } = context;
  if (newSession === null) return;
  const sessions = await internalAdapter.listSessions(newSession.user.id);
  const others = sessions.filter(({ token }) => token !== newSession.session.token);
  await Promise.all(others.map(({ token }) => internalAdapter.deleteSession(token)));
}

/** Returns whether this call turned the second factor on: the library's response to the first code still shows the person without one. */
const wasTurnedOn = ({ path, context: { newSession, returned } }: HookContext): boolean => {
  const { user } = (returned ?? {}) as { user?: { twoFactorEnabled?: boolean } };
  return path === VERIFY_CODE && newSession !== null && user !== undefined && user.twoFactorEnabled !== true;
};

/**
 * Runs after each second-factor call, before its response. Turning the second factor on or off ends all other sessions (ASVS 5.0,
 * 7.4.3).
 */
export async function afterSecondFactor(db: Db, context: HookContext): Promise<void> {
  const { returned } = context.context;
  if (context.path === VERIFY_CODE) await afterCode(db, context);
  if (accountCall(context.path).onlyField === 'password' && !isRefusal(returned, 'INVALID_PASSWORD')) {
    const person = await signedInAs(context);
    if (person !== undefined) await uncountGuess(db, person.email);
  }
  if (isAPIError(returned) || (context.path !== DISABLE && !wasTurnedOn(context))) return;
  await endOthers(context);
  if (context.path === VERIFY_CODE) context.setHeader(ACCOUNT_EVENT_HEADER, SECOND_FACTOR_ON);
}
