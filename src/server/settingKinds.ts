import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Parser of a setting's text. */
export interface SettingKind<T> {
  /** Requirement on the text; completes the sentence "NAME must …". */
  readonly must: string;
  /** Parses the text. @returns undefined if it is invalid */
  readonly read: (text: string) => T | undefined;
  /** Whether an invalid text is left out of the message, as it may be a secret: `must` then ends the sentence. */
  readonly isHidden?: boolean;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

export const text: SettingKind<string> = {
  must: 'not hold a NUL character.',
  read: (value) => (value.includes('\0') ? undefined : value),
  isHidden: true,
};

/** Path of a folder, made absolute. */
export const folder: SettingKind<string> = {
  ...text,
  read: (value) => (value.includes('\0') ? undefined : resolve(value)),
};

/** Text without white space, in ASCII as headers are. */
export const token: SettingKind<string> = {
  must: 'not hold white space, or characters beyond ASCII.',
  read: (value) => (/^[!-~]+$/.test(value) ? value : undefined),
  isHidden: true,
};

export const authSecret: SettingKind<string> = {
  must: 'be at least 32 characters long, for example from: openssl rand -hex 32',
  read: (value) => (value.length < 32 ? undefined : value),
  isHidden: true,
};

/** Returns the kind of integers from 0 to `max`. @param what description, such as `a number of seconds` */
export const numberOf = (what: string, max: number): SettingKind<number> => ({
  must: `be ${what} from 0 to ${max}`,
  read: (value) => (/^\d{1,7}$/.test(value) && Number(value) <= max ? Number(value) : undefined),
});

const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;

/** Number of minutes, hours or days, converted to seconds. */
export const duration: SettingKind<number> = {
  must: 'be like 30m, 12h or 1d, from 1m to 90d',
  read: (value) => {
    const [, number, unit] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
    const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
    return seconds >= 60 && seconds <= 90 * SECONDS.d ? seconds : undefined;
  },
};

export const flag: SettingKind<boolean> = {
  must: 'be 1 or 0',
  read: (value) => (value === '1' || value === '0' ? value === '1' : undefined),
};

export const oneOf = <T extends string>(...choices: readonly T[]): SettingKind<T> => ({
  must: `be one of ${choices.join(', ')}`,
  read: (value) => choices.find((choice) => choice === value),
});

/** Address of clamd: TCP, or a Unix socket. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** `host:port`, `[IPv6]:port`, or the absolute path of a Unix socket. */
export const clamdAddress: SettingKind<ClamdAddress> = {
  must: 'be like 127.0.0.1:3310 or /run/clamav/clamd.ctl',
  read: (value) => {
    if (/^\/[^\0]+$/.test(value)) return { path: value };
    const [, ipv6, name, number = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? [];
    const host = ipv6 ?? name;
    const port = Number(number);
    return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
  },
};

/** An http(s) address, perhaps with a path of simple names; its trailing slash is removed. */
export const publicAddress: SettingKind<string> = {
  must: 'be like https://tabpoint.example or https://example.org/tabpoint',
  read: (value) => {
    const url = urlOf(value);
    const path = url?.pathname.replace(/\/$/, '') ?? '';
    if (url === undefined || !/^https?:$/.test(url.protocol) || !/^(\/\w[\w.~-]*)*$/.test(path)) return undefined;
    const address = url.origin + path;
    return [address, `${address}/`].includes(url.href) ? address : undefined;
  },
};

/** Numeric loopback addresses. No names: the DNS could point a name elsewhere. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

const isLoopbackOrigin = ({ protocol, hostname, origin, href }: URL) =>
  protocol === 'http:' && LOOPBACK.test(hostname) && `${origin}/` === href;

/** Comma-separated origins on this machine. */
export const loopbackOrigins: SettingKind<readonly string[]> = {
  must: 'be like http://127.0.0.1:4010,http://127.0.0.1:4011',
  read: (value) => {
    const urls = value.split(',').map((origin) => urlOf(origin.trim()));
    const origins = urls.flatMap((url) => (url !== undefined && isLoopbackOrigin(url) ? [url.origin] : []));
    return origins.length === urls.length ? origins : undefined;
  },
};

/** An http(s) address, perhaps with a path; its trailing slash is removed. */
export const siteUrl: SettingKind<string> = {
  must: 'be like https://www.tabpoint.example',
  read: (value) => {
    const url = urlOf(value);
    const isSite = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
    return isSite ? url.href.replace(/\/+$/, '') : undefined;
  },
};

export const postgresUrl: SettingKind<string> = {
  must: 'be like postgres://user:password@host:5432/database.',
  read: (value) => {
    const { protocol = '', searchParams } = urlOf(value) ?? {};
    const port = searchParams?.get('port') ?? '5432';
    // With another port, the library would never connect, and never fail.
    return /^postgres(ql)?:$/.test(protocol) && /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? value : undefined;
  },
  isHidden: true,
};

/** Returns whether a text is an address or a network. No network of all addresses: a client could then write its own address. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', prefix = '1', more] = value.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && more === undefined && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}

/** Trusted proxies. `true` means one proxy, never "trust any": a client could then write its own address into the header. */
export const proxies: SettingKind<false | number | readonly string[]> = {
  must: 'be the number of proxies in front, or their addresses such as 10.0.0.0/8',
  read: (value) => {
    if (value === 'false' || value === '0') return false;
    if (value === 'true') return 1;
    if (/^[1-9]$/.test(value)) return Number(value);
    const networks = value.split(',').map((network) => network.trim());
    return networks.every(isNetwork) ? networks : undefined;
  },
};
