import type { DatabaseKind } from '../databaseKind';

/** Columns of the auth library's tables that are read here. */
export type AuthTables = {
  user: { id: string; email: string; twoFactorEnabled: boolean | number | null };
  account: { userId: string; providerId: string };
  session: { userId: string; ipAddress: string | null };
  twoFactor: { userId: string; secret: string; backupCodes: string };
};

/** Column types of the auth library's flags and times, by database. */
const columnTypes = {
  sqlite: { flag: 'integer', time: 'date', now: '' },
  postgres: { flag: 'boolean', time: 'timestamptz', now: 'default current_timestamp' },
} as const;

/**
 * Returns the statements for the auth library's tables, the same as of its own migration, so that a start does not have to load
 * the library. `test/server/database/schema.test.ts` compares them. "rateLimit" is empty: `auth/auth.ts` counts in `call_windows`. The
 * unique index on a person's second factor is ours: of two concurrent set-ups only one may succeed.
 */
export function createAuthTables(kind: DatabaseKind): readonly string[] {
  const { flag, time, now } = columnTypes[kind];
  return [
    `create table "user" (
      id text primary key not null,
      name text not null,
      email text not null unique,
      "emailVerified" ${flag} not null,
      image text,
      "createdAt" ${time} ${now} not null,
      "updatedAt" ${time} ${now} not null,
      "twoFactorEnabled" ${flag}
    )`,
    `create table session (
      id text primary key not null,
      "expiresAt" ${time} not null,
      token text not null unique,
      "createdAt" ${time} ${now} not null,
      "updatedAt" ${time} not null,
      "ipAddress" text,
      "userAgent" text,
      "userId" text not null references "user" (id) on delete cascade
    )`,
    `create table account (
      id text primary key not null,
      "accountId" text not null,
      "providerId" text not null,
      "userId" text not null references "user" (id) on delete cascade,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" ${time},
      "refreshTokenExpiresAt" ${time},
      scope text,
      password text,
      "createdAt" ${time} ${now} not null,
      "updatedAt" ${time} not null
    )`,
    `create table verification (
      id text primary key not null,
      identifier text not null,
      value text not null,
      "expiresAt" ${time} not null,
      "createdAt" ${time} ${now} not null,
      "updatedAt" ${time} ${now} not null
    )`,
    `create table "twoFactor" (
      id text primary key not null,
      secret text not null,
      "backupCodes" text not null,
      "userId" text not null references "user" (id) on delete cascade,
      verified ${flag},
      "failedVerificationCount" integer,
      "lockedUntil" ${time}
    )`,
    `create table "rateLimit" (
      id text primary key not null,
      key text not null unique,
      count integer not null,
      "lastRequest" bigint not null
    )`,
    'create index "session_userId_idx" on session ("userId")',
    'create index "account_userId_idx" on account ("userId")',
    'create index verification_identifier_idx on verification (identifier)',
    'create index "twoFactor_secret_idx" on "twoFactor" (secret)',
    'create index "twoFactor_userId_idx" on "twoFactor" ("userId")',
    'create unique index two_factor_person on "twoFactor" ("userId")',
  ];
}
