import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const CHARACTERS = 26;

/**
 * A new project's id, the random part of its public addresses: 26 characters, 130 random bits (ASVS 5.0, 11.5.1, wants 128).
 * Projects that were made when there were 20 keep theirs.
 */
export const newProjectId = () =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
