import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { countCall, takeCallBack } from '../../nodes/callWindows';
import { CLIENT_ADDRESS_HEADER } from '../clientAddress';
import type { HookContext } from '../hookContext';
import { isKnownAddress } from '../knownAddress';

type Db = Kysely<Database>;

/** So many wrong codes of the app for one account … */
const MOST = 30;

/** … in so many milliseconds. Three of a million codes are right at a time: who goes on for a year finds one in thirty. */
const WINDOW = 24 * 60 * 60_000;

const nameOf = (personId: string) => `code guess ${personId}`;

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
  const { current } = await countCall(db, nameOf(personId), WINDOW);
  if (current > MOST && !(await isKnown(db, context, personId))) throw tooMany();
}

/** Takes a code back that was not wrong. */
export const codeWasRight = (db: Db, personId: string): Promise<void> => takeCallBack(db, nameOf(personId));
