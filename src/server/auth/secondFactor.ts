import { hash, randomBytes } from 'node:crypto';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';

type Rule = Pick<Settings, 'secondFactor'>;

/** User record of the auth library. */
type AuthUser = Readonly<Record<string, unknown>>;

/** Message for people without the required second factor. */
export const SECOND_FACTOR_MISSING =
  'This server asks everybody for two-step sign-in. Set it up in the app first, then try again.';

/** Returns whether a person lacks the second factor that `SECOND_FACTOR=required` demands. */
export const lacksSecondFactor = ({ secondFactor }: Rule, { twoFactorEnabled }: AuthUser): boolean =>
  secondFactor === 'required' && twoFactorEnabled !== true;

/** Refuses all of `/api` until the required second factor is set up. @throws Refusal `second_factor_required` */
export function refuseWithoutSecondFactor(rule: Rule, person: AuthUser): void {
  if (lacksSecondFactor(rule, person)) throw new Refusal('second_factor_required', SECOND_FACTOR_MISSING);
}

/** Digits and letters that are not mistaken for one another (Crockford’s base 32): five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Number of codes per person. */
const CODE_COUNT = 10;

/** 24 characters are 120 random bits: enough to store a plain hash of them (ASVS 5.0, 6.5.2). */
const CODE_LENGTH = 24;

/** Prefix of a stored hash, which no code starts with. */
const HASH_PREFIX = 'sha256:';

/** Generates a code as displayed: `k3v9tq-2mxa7r-fw5dzp-nhc4ye`. */
function generateCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return (characters.match(/.{6}/g) ?? []).join('-');
}

/** Generates the codes of a person, which are displayed once. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: CODE_COUNT }, generateCode);

/** Normalizes a typed code: lower case, no hyphens, look-alike letters as digits. */
const normalized = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');

/** Returns the hash of a code, as stored and compared. */
export const hashOfCode = (typed: string): string => HASH_PREFIX + hash('sha256', normalized(typed), 'base64url');

const asHash = (code: string) => (code.startsWith(HASH_PREFIX) ? code : hashOfCode(code));

/**
 * Stores recovery codes as hashes. The auth library calls `encrypt` with JSON both for new codes and for the stored hashes that
 * remain after a use. It compares the stored values with its input, to which {@link hashOfCode} has been applied.
 */
export const hashedCodes = {
  encrypt: async (codes: string): Promise<string> => JSON.stringify((JSON.parse(codes) as string[]).map(asHash)),
  decrypt: async (stored: string): Promise<string> => stored,
};

/** Counts the stored codes that are unused. */
export const codesLeft = (stored: string): number => (JSON.parse(stored) as string[]).length;
