import { hash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { countCall, takeCallBack } from '../../nodes/callWindows';

type Db = Kysely<Database>;

/** Milliseconds for which a code can be right: its own thirty seconds, and those before and after. */
const LIFETIME = 90_000;

const nameOf = (personId: string, code: string) => `code ${hash('sha256', `${personId} ${code}`, 'base64url')}`;

/**
 * Takes a code of the app for this call alone: whoever sees it being typed cannot use it as well (RFC 6238, section 5.2; ASVS
 * 5.0, 6.5.1), and of several calls at once, on however many servers, one has it.
 *
 * @throws APIError 401 where it was used in the last ninety seconds
 */
export async function takeCode(db: Db, personId: string, code: string): Promise<void> {
  const name = nameOf(personId, code);
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
  takeCallBack(db, nameOf(personId, code));
