import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Where clamd listens: TCP, or a Unix socket. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Turns one setting's text into its value, or says what is wrong with it (the sentence goes on after the name). */
export type SettingReader<T> = (value: string) => { readonly value: T } | { readonly wrong: string };

const wrong = (sentence: string) => ({ wrong: sentence });

/** What a wrong value is quoted as; long ones are cut. */
const shown = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);

function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

export const text: SettingReader<string> = (value) =>
  value.includes('\0') ? wrong('must not hold a NUL character.') : { value };

/** A word without white space; never shown, as it may be a secret. */
export const token: SettingReader<string> = (value) =>
  /\s/.test(value) ? wrong('must not hold white space.') : { value };

export const authSecret: SettingReader<string> = (value) =>
  value.length < 32 ? wrong('must be at least 32 characters long, for example from: openssl rand -hex 32') : { value };

export const port: SettingReader<number> = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535
    ? { value: Number(value) }
    : wrong(`must be a number from 0 to 65535, not ${shown(value)}.`);

/** A whole number from 0 on. @param what it counts, as `a number of seconds` */
export const numberOf =
  (what: string, most: number): SettingReader<number> =>
  (value) =>
    /^\d{1,7}$/.test(value) && Number(value) <= most
      ? { value: Number(value) }
      : wrong(`must be ${what} from 0 to ${most}, not ${shown(value)}.`);

const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;

/** A number of minutes, hours or days, as seconds: from a minute to 90 days. */
export const duration: SettingReader<number> = (value) => {
  const [, number, unit] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  return seconds >= 60 && seconds <= 90 * SECONDS.d
    ? { value: seconds }
    : wrong(`must be like 30m, 12h or 1d, from 1m to 90d, not ${shown(value)}.`);
};

export const flag: SettingReader<boolean> = (value) =>
  value === '1' || value === '0' ? { value: value === '1' } : wrong(`must be 1 or 0, not ${shown(value)}.`);

export const oneOf =
  <T extends string>(...choices: readonly T[]): SettingReader<T> =>
  (value) => {
    const choice = choices.find((one) => one === value);
    return choice === undefined
      ? wrong(`must be one of ${choices.join(', ')}, not ${shown(value)}.`)
      : { value: choice };
  };

/** `host:port`, `[IPv6]:port`, or the absolute path of a Unix socket. */
export const clamdAddress: SettingReader<ClamdAddress> = (value) => {
  if (/^\/[^\0]+$/.test(value)) return { value: { path: value } };
  const [, ipv6, name, number = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = ipv6 ?? name;
  return host === undefined || Number(number) < 1 || Number(number) > 65_535
    ? wrong(`must be like 127.0.0.1:3310 or /run/clamav/clamd.ctl, not ${shown(value)}.`)
    : { value: { host, port: Number(number) } };
};

/** First parts of the server's own addresses: below a path of one of these names nobody could tell whether a proxy has taken it off. */
const OWN_PARTS = /^\/(api|v\d+|compat|assets|site|projects|spreadsheets|google|metrics|healthz|readyz)(\/|$)/i;

/** An http(s) address of a server, with or without a path of plain names; its trailing slash is left out. */
export const publicAddress: SettingReader<string> = (value) => {
  const url = urlOf(value);
  const path = url?.pathname.replace(/\/$/, '') ?? '';
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [`${url.origin}${path}/`, url.origin + path].includes(url.href);
  if (!isPlain || !/^(\/\w[\w.~-]*)*$/.test(path)) {
    return wrong(`must be like https://tabpoint.example or https://example.org/tabpoint, not ${shown(value)}.`);
  }
  return OWN_PARTS.test(path)
    ? wrong(`must not begin its path with a name of the server's own addresses, as ${shown(value)} does.`)
    : { value: url.origin + path };
};

/** Addresses of this machine itself, by number: a name could come to lead elsewhere. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** Origins on this machine, separated by commas. */
export const loopbackOrigins: SettingReader<readonly string[]> = (value) => {
  const urls = value.split(',').map((one) => urlOf(one.trim()));
  const origins = urls.flatMap((url) =>
    url?.protocol === 'http:' && LOOPBACK.test(url.hostname) && `${url.origin}/` === url.href ? [url.origin] : [],
  );
  return origins.length === urls.length
    ? { value: origins }
    : wrong(`must be like http://127.0.0.1:4010,http://127.0.0.1:4011, not ${shown(value)}.`);
};

/** An http(s) address with or without a path; its trailing slash is left out. */
export const siteUrl: SettingReader<string> = (value) => {
  const url = urlOf(value);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
    ? { value: url.href.replace(/\/+$/, '') }
    : wrong(`must be like https://www.tabpoint.example, not ${shown(value)}.`);
};

/** Never shown, as it may hold a password. */
export const postgresUrl: SettingReader<string> = (value) =>
  /^postgres(ql)?:$/.test(urlOf(value)?.protocol ?? '')
    ? { value }
    : wrong('must be like postgres://user:password@host:5432/database.');

const isNetwork = (value: string) => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', prefix, more] = value.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) > 0 &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

/**
 * `true` is read as one proxy, never as "believe any": a client could then write its own address into the header.
 */
export const proxies: SettingReader<false | number | readonly string[]> = (value) => {
  if (value === 'false' || value === '0') return { value: false };
  if (value === 'true') return { value: 1 };
  if (/^[1-9]$/.test(value)) return { value: Number(value) };
  const networks = value.split(',').map((one) => one.trim());
  return networks.every(isNetwork)
    ? { value: networks }
    : wrong(`must be the number of proxies in front, or their addresses such as 10.0.0.0/8, not ${shown(value)}.`);
};

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are secrets: each may be given by the path of a file that holds it, under its name with `_FILE` behind it. */
const SECRETS = [
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'GOOGLE_CLIENT_SECRET',
] as const;

/** Characters of a secret, at most: what is longer is another file. */
const LONGEST = 65_536;

/** What a file holds, or what is wrong with it. */
function contentOf(path: string): { readonly value: string } | { readonly wrong: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    if (value === '') return { wrong: `names a file that holds nothing: ${path}` };
    return value.length > LONGEST ? { wrong: `names a file that is too large for a secret: ${path}` } : { value };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return { wrong: `names a file that cannot be read (${code}): ${path}` };
  }
}

/**
 * The environment with the secrets that stand in files, as vaults, Docker and Kubernetes hand them over.
 *
 * @param problems takes what is wrong with them; no secret is ever shown
 */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim() ?? '';
    if (path === '') continue;
    const isTwice = (environment[name]?.trim() ?? '') !== '';
    const content = isTwice ? { wrong: `must not be set together with ${name}.` } : contentOf(path);
    if ('wrong' in content) problems.push(`${name}_FILE ${content.wrong}`);
    else read[name] = content.value;
  }
  return { ...environment, ...read };
}
