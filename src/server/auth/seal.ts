import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts in the database with the server's secret. */
export interface Seal {
  /** @param about owner and purpose of the text, authenticated with it: opening requires the same value */
  seal(text: string, about: string): string;
  /** Returns undefined for another secret, another purpose, or a modified text. */
  open(sealed: string, about: string): string | undefined;
  /** Encrypts a text with the current secret again; undefined when it already is, or cannot be opened. */
  renew(sealed: string, about: string): string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** Creates an AES-256-GCM cipher. Its key is derived from the server's secret for this purpose only (HKDF, RFC 5869). */
function sealOf(secret: string): Omit<Seal, 'renew'> {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tabpoint', 'tokens of google', 32));
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, about) {
      if (!sealed.startsWith(VERSION)) return undefined;
      const all = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      if (all.length < IV_BYTES + TAG_BYTES) return undefined;
      const tag = all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(ALGORITHM, key, all.subarray(0, IV_BYTES), options);
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
      try {
        const bytes = [decipher.update(all.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(bytes).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Creates a seal for texts that only this server may read.
 *
 * @param former the previous secret, accepted for opening during a rotation
 */
export function createSeal(secret: string, former?: string): Seal {
  const currentSeal = sealOf(secret);
  const formerSeal = former === undefined ? undefined : sealOf(former);
  return {
    seal: currentSeal.seal,
    open: (sealed, about) => currentSeal.open(sealed, about) ?? formerSeal?.open(sealed, about),
    renew(sealed, about) {
      const text = formerSeal?.open(sealed, about);
      return text === undefined ? undefined : currentSeal.seal(text, about);
    },
  };
}

/** Returns the purpose of a person's sealed Google refresh token. */
export const aboutRefreshToken = (personId: string): string => `${personId} refresh`;
