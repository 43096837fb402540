import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../../contract/limits';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { CODE_DIGITS } from '../../contract/secondFactor';
import { kindOf } from '../database/databaseKind';
import { basePathOf } from '../http/originOf';
import type { Base, PasswordHashing } from '../parts';
import { DEVELOPMENT_ORIGIN, type Settings } from '../settings';
import { CLIENT_ADDRESS_HEADER } from './accountCalls';
import { accountHooks, closedSignUps, longestSession } from './accountHooks';
import { hashedCodes, newRecoveryCodes } from './secondFactor';
import { librarySecrets } from './secretRotation';

/** Seconds after the password for which the code is waited for. */
const CHALLENGE = 10 * 60;

/** Wrong codes in a row that close an account's second step, and the seconds it stays closed. */
const LOCKOUT = { maxFailedAttempts: 10, durationSeconds: 15 * 60 };

/**
 * Codes of an app (RFC 6238: six digits, thirty seconds, one step of the clock to either side) and recovery codes. The secret is
 * sealed with `AUTH_SECRET`, recovery codes are kept as hashes. Devices are never trusted: no call may ask for it (`accountCalls.ts`).
 */
export const secondFactorPlugin = () =>
  twoFactor({
    issuer: 'Tabpoint',
    twoFactorCookieMaxAge: CHALLENGE,
    accountLockout: LOCKOUT,
    totpOptions: { digits: CODE_DIGITS, period: 30 },
    backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes, storeBackupCodes: hashedCodes },
  });

/** Sign-ins, and sign-ups, from one address: 10 a minute. */
const perMinute = { window: 60, max: 10 };

/** What is done around the end of an account. */
export interface AccountDeletion {
  readonly beforeDelete: (person: { id: string }) => Promise<void>;
  readonly afterDelete: (person: { id: string }) => Promise<void>;
}

/** What the auth library is built on. */
export interface AuthParts extends Pick<Base, 'settings' | 'db'> {
  /** Where the library's warnings go; nowhere when not given. */
  readonly log?: FastifyBaseLogger;
  /** What else is done when an account is deleted. */
  readonly deletion?: AccountDeletion;
  /** How passwords are kept; the library's way when not given. */
  readonly passwords?: PasswordHashing;
}

/** A refusal is an answer; what breaks is passed on, to end as our 500 with its number in the log. */
function passOn(error: unknown) {
  if (!isAPIError(error)) throw error;
  if (error.status === 'INTERNAL_SERVER_ERROR') throw new Error(error.message, { cause: error });
}

type LoggerOptions = NonNullable<BetterAuthOptions['logger']>;

/** Said at every start without PUBLIC_URL; that the request's own host is then the origin is our setting, not an oversight. */
const EXPECTED_WARNING = /Base URL is not set/;

const loggerFor = (log: FastifyBaseLogger | undefined): LoggerOptions =>
  log === undefined
    ? { disabled: true }
    : {
        level: 'warn',
        log: (level, message) =>
          // Our setting has another name than the library's.
          !EXPECTED_WARNING.test(message) && log[level](message.replace('BETTER_AUTH_SECRET', 'AUTH_SECRET')),
      };

/** Sent to every address of this server, and below a path to no other program of its host. */
const cookiePathOf = (settings: Pick<Settings, 'publicUrl'>): string => basePathOf(settings) || '/';

/** By https, a name that browsers take over https alone; from this very host alone, where cookies are for all of it (RFC 6265bis, section 4.1.3). */
const securePrefixOf = (settings: Settings) => (cookiePathOf(settings) === '/' ? '__Host-' : '__Secure-');

/** The auth library's settings, also used to make its tables. */
export const authOptionsOf = ({ settings, db, log, passwords, deletion }: AuthParts, secure = false) =>
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
      // Nodes on one PostgreSQL count together; a single process needs no table for it.
      storage: settings.databaseUrl === undefined ? 'memory' : 'database',
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
    onAPIError: { onError: passOn },
    logger: loggerFor(log),
  }) satisfies BetterAuthOptions;

/** The auth library for people who come by http, or (`secure`) by https: their cookies differ. */
export const createAuth = (parts: AuthParts, secure: boolean) => betterAuth(authOptionsOf(parts, secure));
export type Auth = ReturnType<typeof createAuth>;
