import type { LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { GoogleTrouble } from './responses';

/** Allowed hosts. */
const HOSTS: ReadonlySet<string> = new Set([
  'docs.google.com',
  'sheets.googleapis.com',
  'www.googleapis.com',
  'oauth2.googleapis.com',
  'accounts.google.com',
]);

/** Hosts of exports, such as `doc-0s-8k-sheets.googleusercontent.com`. */
const CONTENT_HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+googleusercontent\.com$/;

const hasNoUser = ({ username, password }: URL) => username === '' && password === '';

/** Returns whether a URL is HTTPS at the default port, without credentials, at a host of Google. */
const isGoogle = (url: URL) =>
  url.protocol === 'https:' &&
  url.port === '' &&
  hasNoUser(url) &&
  (HOSTS.has(url.hostname) || CONTENT_HOST.test(url.hostname));

export type GoogleAddresses = ReturnType<typeof googleAddresses>;

/**
 * The addresses of Google as it documents them ("Using OAuth 2.0 for Web Server Applications"; "Method: spreadsheets.get" of the
 * Sheets API v4; "Method: files.get", "files.watch" and "channels.stop" of the Drive API v3).
 *
 * @param double origins of a stand-in for Google on this machine: only these are allowed then, and the first one replaces all hosts
 */
export function googleAddresses(double?: readonly string[]) {
  const at = (host: string, path: string) => new URL(path, double?.[0] ?? `https://${host}`);
  const file = (id: string, rest = '') => at('www.googleapis.com', `/drive/v3/files/${encodeURIComponent(id)}${rest}`);
  return {
    /** Returns whether requests to an address are allowed. */
    allows: (url: URL) => (double === undefined ? isGoogle(url) : double.includes(url.origin) && hasNoUser(url)),
    /** Returns whether an address is Google's sign-in page. */
    isSignIn: ({ hostname, pathname }: URL) =>
      double === undefined ? hostname === 'accounts.google.com' : pathname === '/ServiceLogin',
    /** Export of a spreadsheet as an .xlsx file, for everyone with its link. */
    exportOf: (id: string) => at('docs.google.com', `/spreadsheets/d/${encodeURIComponent(id)}/export?format=xlsx`),
    /** Google's consent page. */
    authorise: at('accounts.google.com', '/o/oauth2/v2/auth'),
    /** Token endpoint. */
    token: at('oauth2.googleapis.com', '/token'),
    /** Revocation endpoint. */
    revoke: at('oauth2.googleapis.com', '/revoke'),
    /** A spreadsheet in the Sheets API, with a suffix after its id. */
    spreadsheet: (id: string, action = '') =>
      at('sheets.googleapis.com', `/v4/spreadsheets/${encodeURIComponent(id)}${action}`),
    /** A file in the Drive API. */
    file: (id: string) => file(id),
    /** Opens a channel for changes of a file. */
    watch: (id: string) => file(id, '/watch'),
    /** Closes a channel. */
    stopChannel: at('www.googleapis.com', '/drive/v3/channels/stop'),
  };
}

/** IPv4 networks outside the public internet (IANA's registries of special-purpose addresses). */
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

/** Parts of 2000::/3 outside the public internet; nothing beyond 2000::/3 is public. */
const SPECIAL_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const specialNetworks = new BlockList();
for (const [net, prefix] of SPECIAL_4) specialNetworks.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_6) specialNetworks.addSubnet(net, prefix, 'ipv6');

const globalNetworks = new BlockList();
globalNetworks.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address is on the public internet, rather than this machine, a private network, or a special range. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialNetworks.check(address, 'ipv4');
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    globalNetworks.check(address, 'ipv6') &&
    !specialNetworks.check(address, 'ipv6')
  );
}

/** Resolves the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemLookup: Resolve = (hostname) => lookUp(hostname, { all: true, verbatim: true });

async function publicAddresses(resolve: Resolve, hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  const wrong = addresses.find(({ address }) => !isPublicAddress(address));
  if (wrong !== undefined) throw new GoogleTrouble('refused', `${hostname} leads to ${wrong.address}.`);
  if (addresses.length === 0) throw new GoogleTrouble('unreachable', `${hostname} has no address.`);
  return [...addresses];
}

/**
 * Creates a lookup for connections that fails unless all addresses are on the public internet. The connection uses these very
 * addresses: the name is not looked up again, so it cannot be rebound in between.
 */
export function guardedLookup(resolve: Resolve = systemLookup): LookupFunction {
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
