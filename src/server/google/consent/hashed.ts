import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 of a text, as base64url: what is kept of a secret that only has to be recognised. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** A text that nobody guesses: 256 random bits, as base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');
