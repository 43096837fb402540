import type { LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { GoogleTrouble } from './answers';

/** Hosts that are asked by their own names. */
const HOSTS: ReadonlySet<string> = new Set([
  'docs.google.com',
  'sheets.googleapis.com',
  'www.googleapis.com',
  'oauth2.googleapis.com',
  'accounts.google.com',
]);

/** Exports are handed out at addresses such as `doc-0s-8k-sheets.googleusercontent.com`. */
const CONTENT_HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+googleusercontent\.com$/;

const hasNoUser = ({ username, password }: URL) => username === '' && password === '';

/** HTTPS at its own port, no user name, no password, and a host of Google. */
const isOfGoogle = (url: URL) =>
  url.protocol === 'https:' &&
  url.port === '' &&
  hasNoUser(url) &&
  (HOSTS.has(url.hostname) || CONTENT_HOST.test(url.hostname));

export type GoogleAddresses = ReturnType<typeof googleAddresses>;

/**
 * The addresses of Google as it documents them ("Using OAuth 2.0 for Web Server Applications"; "Method: spreadsheets.get" of the
 * Sheets API v4; "Method: files.get", "files.watch" and "channels.stop" of the Drive API v3).
 *
 * @param double origins of a stand-in for Google on this machine: no others are asked then, and the first one is all hosts
 */
export function googleAddresses(double?: readonly string[]) {
  const at = (host: string, path: string) => new URL(path, double?.[0] ?? `https://${host}`);
  const file = (id: string, rest = '') => at('www.googleapis.com', `/drive/v3/files/${encodeURIComponent(id)}${rest}`);
  return {
    /** Whether an address may be asked. */
    allows: (url: URL) => (double === undefined ? isOfGoogle(url) : double.includes(url.origin) && hasNoUser(url)),
    /** Whether Google asks people to sign in there. */
    isSignIn: ({ hostname, pathname }: URL) =>
      double === undefined ? hostname === 'accounts.google.com' : pathname === '/ServiceLogin',
    /** A spreadsheet as an .xlsx file, for everyone who has its link. */
    exportOf: (id: string) => at('docs.google.com', `/spreadsheets/d/${encodeURIComponent(id)}/export?format=xlsx`),
    /** The page where Google asks a person for consent. */
    authorise: at('accounts.google.com', '/o/oauth2/v2/auth'),
    /** Gives tokens. */
    token: at('oauth2.googleapis.com', '/token'),
    /** Takes tokens back. */
    revoke: at('oauth2.googleapis.com', '/revoke'),
    /** A spreadsheet in the Sheets API, with what stands behind its id. */
    spreadsheet: (id: string, action = '') =>
      at('sheets.googleapis.com', `/v4/spreadsheets/${encodeURIComponent(id)}${action}`),
    /** A file in the Drive API. */
    file: (id: string) => file(id),
    /** Opens a channel for changes of a file. */
    watch: (id: string) => file(id, '/watch'),
    /** Ends a channel. */
    stop: at('www.googleapis.com', '/drive/v3/channels/stop'),
  };
}

/** Networks that are not the public internet (IANA's registries of special-purpose addresses). */
const SPECIAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Parts of 2000::/3 that are not; what lies outside of it never is. */
const SPECIAL_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of SPECIAL_4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_6) special.addSubnet(net, prefix, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet: not of this machine, its networks, or of anything special. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Says which addresses a host name has. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const bySystem: Resolve = (hostname) => lookUp(hostname, { all: true, verbatim: true });

async function publicAddresses(resolve: Resolve, hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  const wrong = addresses.find(({ address }) => !isPublicAddress(address));
  if (wrong !== undefined) throw new GoogleTrouble('refused', `${hostname} leads to ${wrong.address}.`);
  if (addresses.length === 0) throw new GoogleTrouble('unreachable', `${hostname} has no address.`);
  return [...addresses];
}

/**
 * Looks host names up for a connection and hands on only addresses of the public internet. The connection is made to just
 * these: the name is not looked up again, so that it cannot lead elsewhere by then.
 */
export function guardedLookup(resolve: Resolve = bySystem): LookupFunction {
  return (hostname, { all }, callback) => {
    publicAddresses(resolve, hostname).then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 4 }] = addresses;
        if (all === true) callback(null, addresses);
        else callback(null, address, family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 4),
    );
  };
}
