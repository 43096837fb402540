import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Makes texts unreadable to an attacker who has nothing but the database. */
export interface Seal {
  /** @param about whose text and which: it opens as nothing else */
  seal(text: string, about: string): string;
  /** Undefined where it was sealed with another secret, is about something else, or was changed. */
  open(sealed: string, about: string): string | undefined;
  /** Sealed with the present secret; undefined where it is already, or cannot be opened. */
  renewed(sealed: string, about: string): string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** AES-256-GCM, its key derived from the product's own secret for this purpose alone (HKDF, RFC 5869). */
function sealOf(secret: string): Omit<Seal, 'renewed'> {
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
 * A seal for texts that are to be read by this server alone.
 *
 * @param former another secret, whose seals are opened as well, while the two are exchanged
 */
export function createSeal(secret: string, former?: string): Seal {
  const present = sealOf(secret);
  const other = former === undefined ? undefined : sealOf(former);
  return {
    seal: present.seal,
    open: (sealed, about) => present.open(sealed, about) ?? other?.open(sealed, about),
    renewed(sealed, about) {
      const text = other?.open(sealed, about);
      return text === undefined ? undefined : present.seal(text, about);
    },
  };
}

/** What a person's refresh token of Google is sealed as. */
export const aboutRefreshToken = (personId: string): string => `${personId} refresh`;
