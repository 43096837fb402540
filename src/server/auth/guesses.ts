import { hash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { countCall, takeCallBack } from '../database/callWindows';
import type { Database } from '../database/schema';

/** The parts of Better Auth's tables that say from where somebody has signed in. */
type SessionTables = {
  user: { id: string; email: string };
  session: { userId: string; ipAddress: string | null };
};

/** Whoever has a network of IPv6 has all addresses that begin like theirs (RFC 6177). */
function isSameNetwork(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain(one)) || !isIPv6(plain(other))) return plain(one) === plain(other);
  const network = new BlockList();
  network.addSubnet(one, 64, 'ipv6');
  return network.check(other, 'ipv6');
}

/** Whether a person has a session that began where a request comes from. */
export async function isKnownAddress(db: Kysely<Database>, email: string, address: string): Promise<boolean> {
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

type Db = Kysely<Database>;

/** So many wrong passwords for one account … */
const MOST = 50;

/** … in so many milliseconds, from wherever they come. */
const WINDOW = 60 * 60_000;

/** As short for any text: what is typed as an address may be anything. */
const nameOf = (email: string) => `guess ${hash('sha256', email.toLowerCase(), 'base64url')}`;

const tooMany = () =>
  new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_GUESSES',
      message:
        'Too many wrong passwords for this account. Try again within the hour, or from where you have signed in before.',
    },
    { 'X-Retry-After': '10' },
  );

/**
 * Counts a try at an account's password, of accounts that are not there too, so that nothing can be learnt from it. It counts as
 * wrong until it is known to be right ({@link wasRight}): many at once must not all find that there is room, on however many
 * servers. Limits by address stand before it: those stop one address, this stops many. Nobody is locked out by others where they
 * have signed in before.
 *
 * @throws APIError 429 after 50 wrong ones within an hour
 */
export async function countGuess(db: Db, email: string, address: string): Promise<void> {
  const { current } = await countCall(db, nameOf(email), WINDOW);
  if (current > MOST && !(await isKnownAddress(db, email.toLowerCase(), address))) throw tooMany();
}

/** Takes a try back that was not wrong. */
export const wasRight = (db: Db, email: string): Promise<void> => takeCallBack(db, nameOf(email));
