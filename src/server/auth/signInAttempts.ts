import { hash } from 'node:crypto';
import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { countCall, uncountCall } from '../database/callWindows';
import { type Db, withAuthTables } from '../database/schema';
import { networkOf } from '../http/client';
import { CLIENT_ADDRESS_HEADER } from './accountCalls';

/** Context that the auth library passes to its hooks. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Returns a text field of a call's body; empty without one. */
export function textIn(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Returns the person who is signed in or has just signed in. */
export async function signedInAs(context: HookContext): Promise<{ id: string; email: string } | undefined> {
  return (context.context.newSession ?? (await getSessionFromCtx(context)))?.user;
}

/** Returns whether a person has a session from the network of this call. */
async function isKnownAddress(db: Db, { headers }: HookContext, email: string): Promise<boolean> {
  const network = networkOf(headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
  const sessions = await withAuthTables(db)
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.ipAddress')
    .where('user.email', '=', email)
    .limit(1_000)
    .execute();
  return sessions.some(({ ipAddress }) => ipAddress !== null && networkOf(ipAddress) === network);
}

/**
 * Limit of wrong guesses. Each guess counts as wrong until it is verified ({@link uncountCall}), so that concurrent guesses cannot
 * exceed the limit on any number of servers. It complements the limits by address: those stop one address, this one stops many.
 * People are not locked out by the guesses of others where they have signed in before.
 */
interface GuessLimit {
  /** Maximum number of wrong guesses … */
  readonly maxWrong: number;
  /** … within this many milliseconds, from all addresses. */
  readonly windowMs: number;
  /** Body of the refusal. */
  readonly refusal: { readonly code: string; readonly message: string };
}

const passwords: GuessLimit = {
  maxWrong: 50,
  windowMs: 60 * 60_000,
  refusal: {
    code: 'TOO_MANY_GUESSES',
    message:
      'Too many wrong passwords for this account. Try again within the hour, or from where you have signed in before.',
  },
};

/** Three of a million codes are valid at a time: guessing for a year succeeds with a probability of one in thirty. */
const codes: GuessLimit = {
  maxWrong: 30,
  windowMs: 24 * 60 * 60_000,
  refusal: {
    code: 'TOO_MANY_CODES',
    message: 'Too many wrong codes for this account today. Use a recovery code, or log in from where you have before.',
  },
};

async function count(db: Db, name: string, limit: GuessLimit, isKnown: () => Promise<boolean>): Promise<void> {
  const { current } = await countCall(db, name, limit.windowMs);
  if (current <= limit.maxWrong || (await isKnown())) return;
  // The app retries automatically within this many seconds at most (specification, section 9).
  throw new APIError('TOO_MANY_REQUESTS', limit.refusal, { 'X-Retry-After': '10' });
}

/** Counter names. The hash limits the length of arbitrary input. */
const passwordCounter = (email: string) => `guess ${hash('sha256', email.toLowerCase(), 'base64url')}`;
const codeCounter = (personId: string) => `code guess ${personId}`;

/**
 * Counts an attempt at an account's password. Unknown accounts count too, so that the response does not reveal which exist.
 *
 * @throws APIError 429 after 50 wrong ones within an hour
 */
export const countGuess = (db: Db, context: HookContext, email: string): Promise<void> =>
  count(db, passwordCounter(email), passwords, () => isKnownAddress(db, context, email.toLowerCase()));

/** Removes the count of an attempt with the right password. */
export const uncountGuess = (db: Db, email: string): Promise<void> => uncountCall(db, passwordCounter(email));

/**
 * Counts a code of the app, so that a person who knows the password cannot try codes for long. The auth library locks an account
 * for a while after ten wrong codes in a row; this limits a whole day. Recovery codes cannot be guessed and are not counted.
 *
 * @throws APIError 429 after 30 wrong ones within a day
 */
export const countCode = (db: Db, context: HookContext, personId: string): Promise<void> =>
  count(db, codeCounter(personId), codes, async () => {
    const person = await context.context.internalAdapter.findUserById(personId);
    return person !== null && isKnownAddress(db, context, person.email);
  });

/** Removes the count of a right code. */
export const uncountCode = (db: Db, personId: string): Promise<void> => uncountCall(db, codeCounter(personId));

/** Milliseconds for which a code can be valid: its own thirty seconds, and those before and after. */
const CODE_LIFETIME_MS = 90_000;

const usedCodeCounter = (personId: string, code: string) =>
  `code ${hash('sha256', `${personId} ${code}`, 'base64url')}`;

/**
 * Claims a code of the app for this call, so that it is valid once: somebody who sees it typed cannot use it too (RFC 6238, section
 * 5.2; ASVS 5.0, 6.5.1), and of concurrent calls on any number of servers only one succeeds.
 *
 * @throws APIError 401 when it was used in the last ninety seconds
 */
export async function claimCode(db: Db, personId: string, code: string): Promise<void> {
  const name = usedCodeCounter(personId, code);
  const { current } = await countCall(db, name, CODE_LIFETIME_MS);
  if (current === 1) return;
  await uncountCall(db, name);
  throw new APIError('UNAUTHORIZED', {
    code: 'CODE_USED',
    message: 'That code was used already. Wait for the next one.',
  });
}

/** Releases a wrong code, which may be valid later. */
export const releaseCode = (db: Db, personId: string, code: string): Promise<void> =>
  uncountCall(db, usedCodeCounter(personId, code));
