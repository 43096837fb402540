import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { ACCOUNT_EVENT_HEADER } from '../accountEvents';
import { CLIENT_ADDRESS_HEADER } from '../clientAddress';
import { countGuess, wasRight } from '../guesses';
import type { HookContext } from '../hookContext';
import { asksPassword, bringsCode, DISABLE, VERIFY_CODE } from './calls';
import { codeWasRight, countCode } from './codeGuesses';
import { requireReadableApp } from './readableApp';
import { keptCodeOf } from './recoveryCodes';
import { giveCodeBack, takeCode } from './usedCodes';
import { signedInAs, whoseCode } from './whose';

type Db = Kysely<Database>;

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
