import { hash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { countCall, uncountCall } from '../database/callWindows';
import type { Db } from '../database/schema';
import { CLIENT_ADDRESS_HEADER } from './accountCalls';

/** What the auth library tells those who look at a call before or after it. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The text of a field that a call has come with; empty where there is none. */
export function textIn(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Who is signed in, or has just been. */
export async function signedInAs(context: HookContext): Promise<{ id: string; email: string } | undefined> {
  return (context.context.newSession ?? (await getSessionFromCtx(context)))?.user;
}

/** IPv6 addresses with the same first four groups belong to one network (RFC 6177). */
function isSameNetwork(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain(one)) || !isIPv6(plain(other))) return plain(one) === plain(other);
  const network = new BlockList();
  network.addSubnet(one, 64, 'ipv6');
  return network.check(other, 'ipv6');
}

/** The parts of Better Auth's tables that say from where a person has signed in. */
type SessionTables = {
  user: { id: string; email: string };
  session: { userId: string; ipAddress: string | null };
};

/** Whether a person has a session that began where a call comes from. */
async function isKnownAddress(db: Db, { headers }: HookContext, email: string): Promise<boolean> {
  const address = headers?.get(CLIENT_ADDRESS_HEADER) ?? '';
  const sessions = await db
    .withTables<SessionTables>()
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.ipAddress')
    .where('user.email', '=', email)
    .limit(1_000)
    .execute();
  return sessions.some(({ ipAddress }) => ipAddress !== null && isSameNetwork(address, ipAddress));
}

/** The app asks again by itself after so many seconds at most (specification, section 9). */
const tooMany = (code: string, message: string) =>
  new APIError('TOO_MANY_REQUESTS', { code, message }, { 'X-Retry-After': '10' });

/**
 * Counts a guess as wrong until it is known to be right ({@link uncountCall}): many at once must not all find that there is room, on
 * however many servers. Limits by address stand before it: those stop one address, this stops many. Guesses of others do not lock
 * people out where they have signed in before.
 */
interface GuessLimit {
  /** Wrong guesses at most … */
  readonly most: number;
  /** … in so many milliseconds, from wherever they come. */
  readonly window: number;
  readonly tooMany: () => APIError;
}

const passwords: GuessLimit = {
  most: 50,
  window: 60 * 60_000,
  tooMany: () =>
    tooMany(
      'TOO_MANY_GUESSES',
      'Too many wrong passwords for this account. Try again within the hour, or from where you have signed in before.',
    ),
};

/** Three of a million codes are right at a time: who goes on for a year finds one in thirty. */
const codes: GuessLimit = {
  most: 30,
  window: 24 * 60 * 60_000,
  tooMany: () =>
    tooMany(
      'TOO_MANY_CODES',
      'Too many wrong codes for this account today. Use a recovery code, or log in from where you have before.',
    ),
};

async function count(db: Db, name: string, limit: GuessLimit, isKnown: () => Promise<boolean>): Promise<void> {
  const { current } = await countCall(db, name, limit.window);
  if (current > limit.most && !(await isKnown())) throw limit.tooMany();
}

/** As short for any text: what is typed as an address may be anything. */
const passwordName = (email: string) => `guess ${hash('sha256', email.toLowerCase(), 'base64url')}`;
const codeName = (personId: string) => `code guess ${personId}`;

/**
 * Counts a try at an account's password, of accounts that are not there too, so that nothing can be learnt from it.
 *
 * @throws APIError 429 after 50 wrong ones within an hour
 */
export const countGuess = (db: Db, context: HookContext, email: string): Promise<void> =>
  count(db, passwordName(email), passwords, () => isKnownAddress(db, context, email.toLowerCase()));

/** Takes a try back that was not wrong. */
export const passwordWasRight = (db: Db, email: string): Promise<void> => uncountCall(db, passwordName(email));

/**
 * Counts a code of the app: who has found out a password must not try codes for long. The auth library closes an account for a while
 * after ten in a row; this is the bound of a whole day. Recovery codes cannot be guessed and are not counted.
 *
 * @throws APIError 429 after 30 wrong ones within a day
 */
export const countCode = (db: Db, context: HookContext, personId: string): Promise<void> =>
  count(db, codeName(personId), codes, async () => {
    const person = await context.context.internalAdapter.findUserById(personId);
    return person !== null && isKnownAddress(db, context, person.email);
  });

/** Takes a code back that was not wrong. */
export const codeWasRight = (db: Db, personId: string): Promise<void> => uncountCall(db, codeName(personId));

/** Milliseconds for which a code can be right: its own thirty seconds, and those before and after. */
const LIFETIME = 90_000;

const usedCode = (personId: string, code: string) => `code ${hash('sha256', `${personId} ${code}`, 'base64url')}`;

/**
 * Takes a code of the app for this call alone: a person who sees it being typed cannot use it as well (RFC 6238, section 5.2; ASVS
 * 5.0, 6.5.1), and of several calls at once, on however many servers, one has it.
 *
 * @throws APIError 401 where it was used in the last ninety seconds
 */
export async function takeCode(db: Db, personId: string, code: string): Promise<void> {
  const name = usedCode(personId, code);
  const { current } = await countCall(db, name, LIFETIME);
  if (current === 1) return;
  await uncountCall(db, name);
  throw new APIError('UNAUTHORIZED', {
    code: 'CODE_USED',
    message: 'That code was used already. Wait for the next one.',
  });
}

/** Gives a code back that was not right: it may come to be. */
export const giveCodeBack = (db: Db, personId: string, code: string): Promise<void> =>
  uncountCall(db, usedCode(personId, code));
