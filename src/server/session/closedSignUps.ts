import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { hasPeople } from './people';
import type { Database } from '../database/schema';

/** `SIGN_UPS=closed`: only the very first account is made, whatever way it comes. */
export const closedSignUps = (db: Kysely<Database>) => ({
  user: {
    create: {
      before: async () => {
        if (!(await hasPeople(db))) return;
        throw new APIError('FORBIDDEN', {
          message: 'Sign-ups are closed on this server. Ask its administrator for an account.',
          code: 'sign_ups_closed',
        });
      },
    },
  },
});
