import { join, resolve } from 'node:path';
import { StartFailure } from './refusal';
import {
  authSecret,
  type ClamdAddress,
  clamdAddress,
  duration,
  type Environment,
  flag,
  loopbackOrigins,
  numberOf,
  oneOf,
  port,
  postgresUrl,
  proxies,
  publicAddress,
  type SettingReader,
  siteUrl,
  text,
  token,
  withSecretFiles,
} from './settingsReaders';

/** OAuth client of a Google project. */
export interface GoogleClient {
  readonly id: string;
  readonly secret: string;
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

/** Origin of the app's development server (`TABPOINT_DEV=1`). */
export const DEVELOPMENT_ORIGIN = 'http://localhost:3000';

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Everything that can be set from outside, read once at start and handed on by argument. */
export interface Settings {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder everything is kept in. */
  readonly dataDir: string;
  /** Address people use, below a path perhaps, without a trailing slash; without it the request's own Host is the origin. */
  readonly publicUrl?: string;
  /** Whether browsers are told to use https for all hosts below the public one too. */
  readonly hstsSubdomains?: boolean;
  /** Number of proxies in front, or their addresses; false when there are none. */
  readonly trustProxy: false | number | readonly string[];
  /** A PostgreSQL; without it SQLite in `dataDir`. */
  readonly databaseUrl?: string;
  readonly authSecret: string;
  /** Another secret, whose cookies and sealed texts are read as well: the former one, while it is exchanged. */
  readonly authSecretPrevious?: string;
  readonly googleClient?: GoogleClient;
  /** Path of the JSON file of a service account's key, or what stands in it; on closed servers only. */
  readonly googleServiceAccount?: string;
  /** Whether Google is asked to tell of changes, at the public address. */
  readonly googlePush?: boolean;
  /** Origins of a stand-in for Google on this machine: for all of it, and for what it hands out. */
  readonly googleDouble?: readonly string[];
  /** ClamAV's daemon, which looks at every upload. */
  readonly clamavAddress?: ClamdAddress;
  readonly plans: 'unlimited' | 'tiered';
  readonly signUps: 'open' | 'closed';
  /** Whether everybody has to sign in in two steps, or may. */
  readonly secondFactor: 'optional' | 'required';
  /** Path of a text file of passwords that nobody may choose, one a line. */
  readonly commonPasswords?: string;
  /** Absolute, or a path on this server; without a trailing slash. */
  readonly marketingUrl: string;
  readonly metricsToken?: string;
  /** Seconds for which a server that is told to stop answers on, while it says that it is not ready. */
  readonly drainSeconds: number;
  /** For how long former rows answer cursors: until so many days have passed, and the tab has had so many revisions since. */
  readonly history: { readonly days: number; readonly revisions: number };
  /** None where `BACKUP_EVERY` is not set. */
  readonly backups?: Backups;
  readonly logLevel: (typeof logLevels)[number];
  /** Folder of the built app. */
  readonly appDir: string;
  readonly version: string;
  /** Lets the app's development server on http://localhost:3000 call the API. */
  readonly development: boolean;
}

/** Settings before a missing `AUTH_SECRET` has been looked up in `dataDir`. */
export type GivenSettings = Omit<Settings, 'authSecret'> & { readonly authSecret?: string };

/** Thrown when settings are wrong: `problems`, and `message` line by line, name every one of them. */
export class SettingsError extends StartFailure {
  constructor(readonly problems: readonly string[]) {
    super(['The settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

/** Collects what is wrong while settings are read one by one, so that all of it is said at once. */
function readerOf(given: Environment) {
  const problems: string[] = [];
  const environment = withSecretFiles(given, problems);
  const read = <T, D>(name: string, reader: SettingReader<T>, otherwise: D): T | D => {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return otherwise;
    const result = reader(value);
    if ('wrong' in result) problems.push(`${name} ${result.wrong}`);
    return 'wrong' in result ? otherwise : result.value;
  };
  return { problems, read };
}

function googleClientOf(id: string | undefined, secret: string | undefined, problems: string[]) {
  if (id !== undefined && secret !== undefined) return { id, secret };
  if (id !== undefined) problems.push('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it.');
  if (secret !== undefined) problems.push('GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs it.');
  return undefined;
}

function backupsOf(every: number | undefined, keep: number, dir: string, problems: string[]): Backups | undefined {
  if (keep === 0) problems.push('BACKUP_KEEP must be at least 1: the newest backup is always kept.');
  return every === undefined ? undefined : { every, keep, dir };
}

/** Rules that concern two settings at once. */
function disagreements(settings: GivenSettings): string[] {
  const problems: string[] = [];
  if (settings.databaseUrl !== undefined && settings.authSecret === undefined) {
    problems.push('AUTH_SECRET is missing: with DATABASE_URL every server needs the same one.');
  }
  if (settings.authSecretPrevious !== undefined && settings.authSecretPrevious === settings.authSecret) {
    problems.push('AUTH_SECRET_PREVIOUS must be another one than AUTH_SECRET: it is the one that was used before.');
  }
  if (settings.googleServiceAccount !== undefined && settings.signUps === 'open') {
    problems.push('GOOGLE_SERVICE_ACCOUNT needs SIGN_UPS=closed: strangers must not read with its identity.');
  }
  const { hstsSubdomains, publicUrl, trustProxy } = settings;
  const isPlain = publicUrl === undefined ? trustProxy === false : publicUrl.startsWith('http:');
  if (hstsSubdomains === true && isPlain) {
    problems.push('HSTS_SUBDOMAINS needs people to come by https: set PUBLIC_URL to the https address they use.');
  }
  return [...problems, ...pushProblems(settings)];
}

/** Google sends its messages to https alone, and takes the wish for them from a service account alone. */
function pushProblems({ googlePush, googleServiceAccount, googleDouble, publicUrl }: GivenSettings): string[] {
  if (googlePush !== true) return [];
  const isReachable =
    publicUrl?.startsWith('https:') === true || (publicUrl !== undefined && googleDouble !== undefined);
  return [
    ...(googleServiceAccount === undefined ? ['GOOGLE_PUSH needs GOOGLE_SERVICE_ACCOUNT.'] : []),
    ...(isReachable ? [] : ['GOOGLE_PUSH needs PUBLIC_URL to be an https address that Google can reach.']),
  ];
}

/**
 * Reads the settings from the environment; an empty value counts as not given.
 *
 * @param builtIn what comes with the build rather than from outside
 * @throws SettingsError naming every setting that is wrong
 */
export function readSettings(environment: Environment, builtIn: Pick<Settings, 'appDir' | 'version'>): GivenSettings {
  const { problems, read } = readerOf(environment);
  const dataDir = resolve(read('DATA_DIR', text, './data'));
  const settings: GivenSettings = {
    port: read('PORT', port, 4000),
    host: read('HOST', text, '127.0.0.1'),
    dataDir,
    publicUrl: read('PUBLIC_URL', publicAddress, undefined),
    hstsSubdomains: read('HSTS_SUBDOMAINS', flag, undefined),
    trustProxy: read('TRUST_PROXY', proxies, false),
    databaseUrl: read('DATABASE_URL', postgresUrl, undefined),
    authSecret: read('AUTH_SECRET', authSecret, undefined),
    authSecretPrevious: read('AUTH_SECRET_PREVIOUS', authSecret, undefined),
    googleClient: googleClientOf(
      read('GOOGLE_CLIENT_ID', token, undefined),
      read('GOOGLE_CLIENT_SECRET', token, undefined),
      problems,
    ),
    googleServiceAccount: read('GOOGLE_SERVICE_ACCOUNT', text, undefined),
    googlePush: read('GOOGLE_PUSH', flag, undefined),
    googleDouble: read('GOOGLE_DOUBLE', loopbackOrigins, undefined),
    clamavAddress: read('CLAMAV_ADDRESS', clamdAddress, undefined),
    plans: read('PLANS', oneOf('unlimited', 'tiered'), 'unlimited'),
    signUps: read('SIGN_UPS', oneOf('open', 'closed'), 'open'),
    secondFactor: read('SECOND_FACTOR', oneOf('optional', 'required'), 'optional'),
    commonPasswords: read('COMMON_PASSWORDS', text, undefined),
    marketingUrl: read('MARKETING_URL', siteUrl, '/site'),
    metricsToken: read('METRICS_TOKEN', token, undefined),
    drainSeconds: read('DRAIN_SECONDS', numberOf('a number of seconds', 300), 0),
    history: {
      days: read('HISTORY_DAYS', numberOf('a number of days', 3_650), 30),
      revisions: read('HISTORY_REVISIONS', numberOf('a number of revisions', 1_000_000), 1_000),
    },
    backups: backupsOf(
      read('BACKUP_EVERY', duration, undefined),
      read('BACKUP_KEEP', numberOf('a number of backups', 1_000), 7),
      resolve(read('BACKUP_DIR', text, join(dataDir, 'backups'))),
      problems,
    ),
    logLevel: read('LOG_LEVEL', oneOf(...logLevels), 'warn'),
    development: read('TABPOINT_DEV', flag, false),
    ...builtIn,
  };
  problems.push(...disagreements(settings));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}
