import type { BetterAuthOptions } from 'better-auth';

/** Milliseconds after which a session ends, however much it is used: thirty days. */
const LONGEST = 30 * 24 * 60 * 60_000;

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** A session that is used goes on, but not past its longest time, counted from the sign-in. */
export const longestSession: SessionHooks = {
  update: {
    before: async ({ expiresAt }, context) => {
      const began = context?.context.session?.session.createdAt;
      if (expiresAt === undefined || began === undefined) return;
      return { data: { expiresAt: new Date(Math.min(expiresAt.getTime(), began.getTime() + LONGEST)) } };
    },
  },
};
