import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../../contract/limits';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { CODE_DIGITS } from '../../contract/secondFactor';
import { countCall } from '../database/callWindows';
import { kindOf } from '../database/databaseKind';
import type { Db } from '../database/schema';
import { basePathOf } from '../http/originOf';
import type { Base, PasswordHashing } from '../parts';
import { DEVELOPMENT_ORIGIN, type Settings } from '../settings';
import { CLIENT_ADDRESS_HEADER } from './accountCalls';
import { accountHooks, closedSignUps, longestSession } from './accountHooks';
import { generateRecoveryCodes, hashedCodes } from './secondFactor';
import { librarySecrets } from './secretRotation';

/** Seconds after the password within which the code must be entered. */
const CHALLENGE_SECONDS = 10 * 60;

/** Number of consecutive wrong codes that lock an account's second step, and the duration in seconds. */
const LOCKOUT = { maxFailedAttempts: 10, durationSeconds: 15 * 60 };

/**
 * Codes of an app (RFC 6238: six digits, thirty seconds, a tolerance of one period in each direction) and recovery codes. The
 * secret is encrypted with `AUTH_SECRET`, recovery codes are stored as hashes. Devices are never trusted: `accountCalls.ts` rejects
 * that option.
 */
export const secondFactorPlugin = () =>
  twoFactor({
    issuer: 'Tabpoint',
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    accountLockout: LOCKOUT,
    totpOptions: { digits: CODE_DIGITS, period: 30 },
    backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes, storeBackupCodes: hashedCodes },
  });

/** Limit of sign-ins, and of sign-ups, per address: 10 a minute. */
const perMinute = { window: 60, max: 10 };

/** Counts of all servers on one PostgreSQL, by its clock: those of the library itself last as long as a server's clock was ahead. */
const sharedCounts = (db: Db): NonNullable<NonNullable<BetterAuthOptions['rateLimit']>['customStorage']> => ({
  consume: async (key, { window, max }) => {
    const { current, ttl } = await countCall(db, `auth ${key}`, window * 1_000);
    return { allowed: current <= max, retryAfter: Math.ceil(ttl / 1_000) };
  },
});

/** Callbacks around the deletion of an account. */
export interface AccountDeletion {
  readonly beforeDelete: (person: { id: string }) => Promise<void>;
  readonly afterDelete: (person: { id: string }) => Promise<void>;
}

/** Dependencies of the auth library. */
export interface AuthParts extends Pick<Base, 'settings' | 'db'> {
  /** Receives the library's warnings; absent discards them. */
  readonly log?: FastifyBaseLogger;
  /** Additional steps of an account deletion. */
  readonly deletion?: AccountDeletion;
  /** Password hashing; the library's default when absent. */
  readonly passwords?: PasswordHashing;
}

/** Rethrows anything but a refusal, so that it becomes a 500 with an error id in the log. */
function rethrowFailure(error: unknown) {
  if (!isAPIError(error)) throw error;
  if (error.status === 'INTERNAL_SERVER_ERROR') throw new Error(error.message, { cause: error });
}

type LoggerOptions = NonNullable<BetterAuthOptions['logger']>;

/** The library's warning at every start without PUBLIC_URL, when the origin intentionally is the request's host. */
const EXPECTED_WARNING = /Base URL is not set/;

function loggerFor(log: FastifyBaseLogger | undefined): LoggerOptions {
  if (log === undefined) return { disabled: true };
  return {
    level: 'warn',
    log(level, message) {
      if (EXPECTED_WARNING.test(message)) return;
      // The setting has another name here than in the library.
      log[level](message.replace('BETTER_AUTH_SECRET', 'AUTH_SECRET'));
    },
  };
}

/** Path of the cookies: all addresses of this server, but no other program below another path of its host. */
const cookiePathOf = (settings: Pick<Settings, 'publicUrl'>): string => basePathOf(settings) || '/';

/**
 * Cookie prefix for https, which browsers accept over https only: bound to this very host where cookies are valid for all paths
 * (RFC 6265bis, section 4.1.3).
 */
const securePrefixOf = (settings: Settings) => (cookiePathOf(settings) === '/' ? '__Host-' : '__Secure-');

/** Returns the auth library's options, also used to create its tables. */
export const authOptionsOf = ({ settings, db, log, passwords, deletion }: AuthParts, secure: boolean) =>
  ({
    appName: 'Tabpoint',
    basePath: AUTH_BASE_PATH,
    baseURL: settings.publicUrl && new URL(settings.publicUrl).origin,
    secrets: librarySecrets(settings),
    trustedOrigins: settings.development ? [DEVELOPMENT_ORIGIN] : [],
    database: { db, type: kindOf(db) },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordCharacters,
      ...(passwords && { password: passwords }),
    },
    user: { deleteUser: { enabled: true, ...deletion } },
    account: { encryptOAuthTokens: true },
    hooks: accountHooks(db, settings),
    plugins: [secondFactorPlugin()],
    databaseHooks: { session: longestSession, ...(settings.signUps === 'closed' && closedSignUps(db)) },
    rateLimit: {
      enabled: true,
      // A single process counts in memory.
      ...(settings.databaseUrl !== undefined && { customStorage: sharedCounts(db) }),
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/*': perMinute,
        '/sign-up/*': perMinute,
        '/change-password': perMinute,
        '/delete-user': perMinute,
        '/revoke-*': { window: 60, max: 30 },
        '/two-factor/*': perMinute,
      },
    },
    advanced: {
      cookiePrefix: `${secure ? securePrefixOf(settings) : ''}tabpoint`,
      useSecureCookies: false,
      defaultCookieAttributes: { secure, path: cookiePathOf(settings) },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    onAPIError: { onError: rethrowFailure },
    logger: loggerFor(log),
  }) satisfies BetterAuthOptions;

/** Creates the auth library for requests over http, or over https (`secure`): the cookies differ. */
export const createAuth = (parts: AuthParts, secure: boolean) => betterAuth(authOptionsOf(parts, secure));
export type Auth = ReturnType<typeof createAuth>;
