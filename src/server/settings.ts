import { join, resolve } from 'node:path';
import { type Environment, readOrCreateSecret, secretFileIn, withSecretFiles } from './environment';
import { StartFailure } from './refusal';
import {
  authSecret,
  clamdAddress,
  duration,
  flag,
  folder,
  loopbackOrigins,
  numberOf,
  oneOf,
  postgresUrl,
  proxies,
  publicAddress,
  type SettingKind,
  siteUrl,
  text,
  token,
} from './settingKinds';

/** Origin of the app's development server (`TABPOINT_DEV=1`). */
export const DEVELOPMENT_ORIGIN = 'http://localhost:3000';

/** Reads one setting. @returns the default `unset`, or undefined, if the variable is not set */
interface Read {
  <T>(name: string, kind: SettingKind<T>, unset: T): T;
  <T>(name: string, kind: SettingKind<T>): T | undefined;
}

/** OAuth client of a Google Cloud project. */
export interface GoogleClient {
  readonly id: string;
  readonly secret: string;
}

function googleClientOf(
  id: string | undefined,
  secret: string | undefined,
  problems: string[],
): GoogleClient | undefined {
  if (id !== undefined && secret !== undefined) return { id, secret };
  if (id !== undefined) problems.push('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it.');
  if (secret !== undefined) problems.push('GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs it.');
  return undefined;
}

/** Scheduled backups of the server. */
export interface Backups {
  /** Seconds between two backups. */
  readonly every: number;
  /** Number of backups to retain. */
  readonly keep: number;
  /** Absolute path of the backup folder. */
  readonly dir: string;
}

function backupsOf(every: number | undefined, keep: number, dir: string, problems: string[]): Backups | undefined {
  if (keep === 0) problems.push('BACKUP_KEEP must be at least 1: the newest backup is always kept.');
  return every === undefined ? undefined : { every, keep, dir };
}

/** Reads every setting: its variable, its kind, its default (docs/operating.md). */
const settingsFrom = (read: Read, problems: string[], dataDir: string) => ({
  /** 0 lets the operating system choose a free port. */
  port: read('PORT', numberOf('a number', 65_535), 4000),
  host: read('HOST', text, '127.0.0.1'),
  /** Absolute path of the data folder. */
  dataDir,
  /**
   * Public address of the server, perhaps with a path, without a trailing slash. If unset, the Host header of each request is the
   * origin.
   */
  publicUrl: read('PUBLIC_URL', publicAddress),
  /** Whether HSTS covers the subdomains of the public host too. */
  hstsSubdomains: read('HSTS_SUBDOMAINS', flag),
  /** Number of proxies in front of the server, or their addresses; false if there are none. */
  trustProxy: read('TRUST_PROXY', proxies, false),
  /** Address of a PostgreSQL database; if unset, SQLite in `dataDir`. */
  databaseUrl: read('DATABASE_URL', postgresUrl),
  authSecret: read('AUTH_SECRET', authSecret),
  /** Former secret during a rotation: cookies and encrypted texts of it are still accepted. */
  authSecretPrevious: read('AUTH_SECRET_PREVIOUS', authSecret),
  googleClient: googleClientOf(read('GOOGLE_CLIENT_ID', token), read('GOOGLE_CLIENT_SECRET', token), problems),
  /** Path of the JSON key file of a Google service account, or its content; only with closed sign-up. */
  googleServiceAccount: read('GOOGLE_SERVICE_ACCOUNT', text),
  /** Whether the server subscribes to Google's push notifications, sent to the public address. */
  googlePush: read('GOOGLE_PUSH', flag),
  /** Origins of a fake Google on this machine, for tests: one for all calls, or separate ones for calls and consent pages. */
  googleDouble: read('GOOGLE_DOUBLE', loopbackOrigins),
  /** Address of the ClamAV daemon, which scans every upload. */
  clamavAddress: read('CLAMAV_ADDRESS', clamdAddress),
  plans: read('PLANS', oneOf('unlimited', 'tiered'), 'unlimited'),
  signUps: read('SIGN_UPS', oneOf('open', 'closed'), 'open'),
  /** Whether two-factor sign-in is required of everyone. */
  secondFactor: read('SECOND_FACTOR', oneOf('optional', 'required'), 'optional'),
  /** Path of a text file of rejected passwords, one per line. */
  commonPasswords: read('COMMON_PASSWORDS', text),
  /** Absolute URL, or a path on this server; without a trailing slash. */
  marketingUrl: read('MARKETING_URL', siteUrl, '/site'),
  metricsToken: read('METRICS_TOKEN', token),
  /** Seconds during which the server keeps responding after SIGTERM while it reports "not ready". */
  drainSeconds: read('DRAIN_SECONDS', numberOf('a number of seconds', 300), 0),
  /**
   * How long former revisions stay readable by cursors: for this many days and, beyond that, until the tab has had this many
   * newer revisions.
   */
  history: {
    days: read('HISTORY_DAYS', numberOf('a number of days', 3_650), 30),
    revisions: read('HISTORY_REVISIONS', numberOf('a number of revisions', 1_000_000), 1_000),
  },
  /** Undefined without `BACKUP_EVERY`. */
  backups: backupsOf(
    read('BACKUP_EVERY', duration),
    read('BACKUP_KEEP', numberOf('a number of backups', 1_000), 7),
    read('BACKUP_DIR', folder, join(dataDir, 'backups')),
    problems,
  ),
  logLevel: read('LOG_LEVEL', oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'), 'warn'),
  /** Allows cross-origin calls of the app's development server on http://localhost:3000. */
  development: read('TABPOINT_DEV', flag, false),
});

/** Settings before a missing `AUTH_SECRET` has been read from `dataDir`. */
export interface GivenSettings extends Readonly<ReturnType<typeof settingsFrom>> {
  /** Folder of the built app. */
  readonly appDir: string;
  readonly version: string;
}

/** All settings. Read once at start and passed on as arguments. */
export interface Settings extends GivenSettings {
  readonly authSecret: string;
}

/**
 * Completes the settings: if `AUTH_SECRET` is not set, one is generated once and stored in the data folder.
 *
 * @throws StartFailure if the stored one cannot be used, or is the previous one
 */
export function withSecret(given: GivenSettings): Settings {
  const { dataDir, authSecretPrevious } = given;
  const authSecret = given.authSecret ?? readOrCreateSecret(dataDir);
  if (authSecret !== authSecretPrevious) return { ...given, authSecret };
  throw new StartFailure(
    `AUTH_SECRET_PREVIOUS is the secret in ${secretFileIn(dataDir)}, which is still used. Move that file away, and a new one is made.`,
  );
}

/** Thrown for invalid settings. `problems` lists every one of them; `message` has one line for each. */
export class SettingsError extends StartFailure {
  constructor(readonly problems: readonly string[]) {
    super(['The settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

/**
 * First segments of the server's own paths. If the public path began with one, the server could not tell whether a proxy has
 * stripped it.
 */
const OWN_SEGMENTS = /^\/(api|v\d+|compat|assets|site|projects|spreadsheets|google|metrics|healthz|readyz)(\/|$)/i;

/** Checks the rules between several settings. @returns the message of each broken rule */
function brokenRules(settings: ReturnType<typeof settingsFrom>): string[] {
  const { publicUrl, authSecret: secret, authSecretPrevious, googleServiceAccount, googlePush } = settings;
  const isPlain = publicUrl === undefined ? settings.trustProxy === false : publicUrl.startsWith('http:');
  // Google sends push notifications to https only; the fake Google takes any address.
  const isReachable = publicUrl?.startsWith(settings.googleDouble === undefined ? 'https:' : 'http');
  const rules: readonly (readonly [boolean, string])[] = [
    [
      publicUrl !== undefined && OWN_SEGMENTS.test(new URL(publicUrl).pathname),
      `PUBLIC_URL must not begin its path with a name of the server's own addresses, as ${quoted(publicUrl)} does.`,
    ],
    [
      settings.databaseUrl !== undefined && secret === undefined,
      'AUTH_SECRET is missing: with DATABASE_URL every server needs the same one.',
    ],
    [
      authSecretPrevious !== undefined && authSecretPrevious === secret,
      'AUTH_SECRET_PREVIOUS must be another one than AUTH_SECRET: it is the one that was used before.',
    ],
    [
      googleServiceAccount !== undefined && settings.signUps === 'open',
      'GOOGLE_SERVICE_ACCOUNT needs SIGN_UPS=closed: strangers must not read with its identity.',
    ],
    [
      settings.hstsSubdomains === true && isPlain,
      'HSTS_SUBDOMAINS needs people to come by https: set PUBLIC_URL to the https address they use.',
    ],
    [googlePush === true && googleServiceAccount === undefined, 'GOOGLE_PUSH needs GOOGLE_SERVICE_ACCOUNT.'],
    [
      googlePush === true && isReachable !== true,
      'GOOGLE_PUSH needs PUBLIC_URL to be an https address that Google can reach.',
    ],
  ];
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []));
}

/** Quotes a wrong value for a message, without the name and password of an address, and shortened if long. */
function quoted(value = ''): string {
  const shown = value.replace(/\/\/.*@/, '//…@');
  return JSON.stringify(shown.length > 60 ? `${shown.slice(0, 60)}…` : shown);
}

/**
 * Reads the settings from the environment; an empty value counts as unset.
 *
 * @param builtIn values of the build
 * @throws SettingsError naming every invalid setting
 */
export function readSettings(variables: Environment, builtIn: Pick<Settings, 'appDir' | 'version'>): GivenSettings {
  const problems: string[] = [];
  const environment = withSecretFiles(variables, problems);
  const read: Read = <T>(name: string, kind: SettingKind<T>, unset?: T): T | undefined => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') return unset;
    const parsed = kind.read(value);
    if (parsed === undefined)
      problems.push(`${name} must ${kind.must}${kind.isHidden ? '' : `, not ${quoted(value)}.`}`);
    return parsed ?? unset;
  };
  const settings = settingsFrom(read, problems, read('DATA_DIR', folder, resolve('data')));
  problems.push(...brokenRules(settings));
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...settings, ...builtIn };
}
