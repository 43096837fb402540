import { createHash } from 'node:crypto';
import type { Settings } from '../settings';

/** The number by which the library knows a secret again, in whatever order they are given: 31 bits of its hash. */
const versionOf = (secret: string) => createHash('sha256').update(`version ${secret}`).digest().readUInt32BE() >>> 1;

/** The secrets of the auth library: the first signs and seals, the others open what they have sealed. */
export const librarySecrets = ({ authSecret, authSecretPrevious }: Settings) =>
  [authSecret, authSecretPrevious]
    .filter((secret) => secret !== undefined)
    .map((value) => ({ version: versionOf(value), value }));
