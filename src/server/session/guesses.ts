import { hash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { countCall, takeCallBack } from '../nodes/callWindows';
import { isKnownAddress } from './knownAddress';

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
