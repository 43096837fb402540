import { join, resolve } from 'node:path';
import { type Environment, secretIn, withSecretFiles } from './environment';
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

/** Reads one setting. @returns `unset`, or undefined, where it is not given */
interface Read {
  <T>(name: string, kind: SettingKind<T>, unset: T): T;
  <T>(name: string, kind: SettingKind<T>): T | undefined;
}

/** OAuth client of a Google project. */
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

/** Backups that the server makes by itself. */
export interface Backups {
  /** Seconds between two. */
  readonly every: number;
  /** How many are kept. */
  readonly keep: number;
  /** Absolute path of the folder they are in. */
  readonly dir: string;
}

function backupsOf(every: number | undefined, keep: number, dir: string, problems: string[]): Backups | undefined {
  if (keep === 0) problems.push('BACKUP_KEEP must be at least 1: the newest backup is always kept.');
  return every === undefined ? undefined : { every, keep, dir };
}

/** Every setting: its variable, how that is read, and what it is where it is not given (docs/operating.md). */
const settingsFrom = (read: Read, problems: string[], dataDir = read('DATA_DIR', folder, resolve('data'))) => ({
  /** 0 lets the system choose a free one. */
  port: read('PORT', numberOf('a number', 65_535), 4000),
  host: read('HOST', text, '127.0.0.1'),
  /** Absolute path of the folder everything is kept in. */
  dataDir,
  /** Address people use, below a path perhaps, without a trailing slash; without it the request's own Host is the origin. */
  publicUrl: read('PUBLIC_URL', publicAddress),
  /** Whether browsers have to use https for all hosts below the public one too. */
  hstsSubdomains: read('HSTS_SUBDOMAINS', flag),
  /** Number of proxies in front, or their addresses; false when there are none. */
  trustProxy: read('TRUST_PROXY', proxies, false),
  /** A PostgreSQL; without it SQLite in `dataDir`. */
  databaseUrl: read('DATABASE_URL', postgresUrl),
  authSecret: read('AUTH_SECRET', authSecret),
  /** Another secret, whose cookies and sealed texts are read as well: the former one, while it is exchanged. */
  authSecretPrevious: read('AUTH_SECRET_PREVIOUS', authSecret),
  googleClient: googleClientOf(read('GOOGLE_CLIENT_ID', token), read('GOOGLE_CLIENT_SECRET', token), problems),
  /** Path of the JSON file of a service account's key, or what stands in it; on closed servers only. */
  googleServiceAccount: read('GOOGLE_SERVICE_ACCOUNT', text),
  /** Whether Google is asked to tell of changes, at the public address. */
  googlePush: read('GOOGLE_PUSH', flag),
  /** Origins of a stand-in for Google on this machine: for all of it, and for what it hands out. */
  googleDouble: read('GOOGLE_DOUBLE', loopbackOrigins),
  /** ClamAV's daemon, which looks at every upload. */
  clamavAddress: read('CLAMAV_ADDRESS', clamdAddress),
  plans: read('PLANS', oneOf('unlimited', 'tiered'), 'unlimited'),
  signUps: read('SIGN_UPS', oneOf('open', 'closed'), 'open'),
  /** Whether everybody has to sign in in two steps, or may. */
  secondFactor: read('SECOND_FACTOR', oneOf('optional', 'required'), 'optional'),
  /** Path of a text file of passwords that are refused, one a line. */
  commonPasswords: read('COMMON_PASSWORDS', text),
  /** Absolute, or a path on this server; without a trailing slash. */
  marketingUrl: read('MARKETING_URL', siteUrl, '/site'),
  metricsToken: read('METRICS_TOKEN', token),
  /** Seconds for which a server goes on answering after SIGTERM, while it says that it is not ready. */
  drainSeconds: read('DRAIN_SECONDS', numberOf('a number of seconds', 300), 0),
  /** For how long former rows answer cursors: until so many days have passed, and the tab has had so many revisions since. */
  history: {
    days: read('HISTORY_DAYS', numberOf('a number of days', 3_650), 30),
    revisions: read('HISTORY_REVISIONS', numberOf('a number of revisions', 1_000_000), 1_000),
  },
  /** None where `BACKUP_EVERY` is not set. */
  backups: backupsOf(
    read('BACKUP_EVERY', duration),
    read('BACKUP_KEEP', numberOf('a number of backups', 1_000), 7),
    read('BACKUP_DIR', folder, join(dataDir, 'backups')),
    problems,
  ),
  logLevel: read('LOG_LEVEL', oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'), 'warn'),
  /** Lets the app's development server on http://localhost:3000 call the API. */
  development: read('TABPOINT_DEV', flag, false),
});

/** Settings before a missing `AUTH_SECRET` has been looked up in `dataDir`. */
export interface GivenSettings extends Readonly<ReturnType<typeof settingsFrom>> {
  /** Folder of the built app. */
  readonly appDir: string;
  readonly version: string;
}

/** Everything that can be set from outside, read once at start and handed on by argument. */
export interface Settings extends GivenSettings {
  readonly authSecret: string;
}

/** Completes the settings: without `AUTH_SECRET` one is made once and kept in the data folder. */
export const withSecret = (given: GivenSettings): Settings => ({
  ...given,
  authSecret: given.authSecret ?? secretIn(given.dataDir),
});

/** Thrown when settings are wrong: `problems`, and `message` line by line, name every one of them. */
export class SettingsError extends StartFailure {
  constructor(readonly problems: readonly string[]) {
    super(['The settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

/** First parts of the server's own addresses: below a path of one of these names it could not see whether a proxy has taken it off. */
const OWN_PARTS = /^\/(api|v\d+|compat|assets|site|projects|spreadsheets|google|metrics|healthz|readyz)(\/|$)/i;

const hasOwnPart = (publicUrl: string) => OWN_PARTS.test(new URL(publicUrl).pathname);

/** Rules that concern two settings at once, or more than the form of one: what is said where one is broken. */
function brokenRules(settings: ReturnType<typeof settingsFrom>): string[] {
  const { publicUrl, authSecret: secret, authSecretPrevious, googleServiceAccount, googlePush } = settings;
  const isPlain = publicUrl === undefined ? settings.trustProxy === false : publicUrl.startsWith('http:');
  // Google sends its messages to https alone; its double on this machine takes any address.
  const isReachable = publicUrl?.startsWith(settings.googleDouble === undefined ? 'https:' : 'http');
  const rules: readonly (readonly [boolean, string])[] = [
    [
      publicUrl !== undefined && hasOwnPart(publicUrl),
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

/** What a wrong value is quoted as; long ones are cut. */
const quoted = (value = '') => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);

/**
 * Reads the settings from the environment; an empty value counts as not given.
 *
 * @param builtIn what comes with the build rather than from outside
 * @throws SettingsError naming every setting that is wrong
 */
export function readSettings(given: Environment, builtIn: Pick<Settings, 'appDir' | 'version'>): GivenSettings {
  const problems: string[] = [];
  const environment = withSecretFiles(given, problems);
  const read = <T>(name: string, { must, read: valueOf, isHidden }: SettingKind<T>, unset?: T): T | undefined => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') return unset;
    const result = valueOf(value);
    if (result === undefined) problems.push(`${name} must ${must}${isHidden ? '' : `, not ${quoted(value)}.`}`);
    return result ?? unset;
  };
  const settings = settingsFrom(read, problems);
  problems.push(...brokenRules(settings));
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...settings, ...builtIn };
}
