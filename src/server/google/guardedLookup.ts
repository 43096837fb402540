import type { LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { GoogleTrouble } from './googleTrouble';
import { isPublicAddress } from './publicAddress';

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
