import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const CHARACTERS = 20;

/** A new project's id, the random part of its public addresses: 20 characters, 100 random bits. */
export const newProjectId = () =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
