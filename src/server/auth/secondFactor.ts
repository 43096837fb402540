import { hash, randomBytes } from 'node:crypto';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';

type Rule = Pick<Settings, 'secondFactor'>;

/** A person as the auth library has them. */
type Holder = Readonly<Record<string, unknown>>;

/** The sentence for people who have no second factor. */
export const SECOND_FACTOR_MISSING =
  'This server asks everybody for two-step sign-in. Set it up in the app first, then try again.';

/** Whether a person lacks the second factor that `SECOND_FACTOR=required` asks for. */
export const lacksSecondFactor = ({ secondFactor }: Rule, { twoFactorEnabled }: Holder): boolean =>
  secondFactor === 'required' && twoFactorEnabled !== true;

/** @throws Refusal `second_factor_required`: until there is one, nothing of `/api` is answered */
export function refuseWithoutSecondFactor(rule: Rule, person: Holder): void {
  if (lacksSecondFactor(rule, person)) throw new Refusal('second_factor_required', SECOND_FACTOR_MISSING);
}

/** Digits and letters that are not taken for one another (Crockford’s base 32): five bits each. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';

/** How many codes a person is given. */
const CODES = 10;

/** 24 signs are 120 random bits: enough that a plain hash of them may be kept (ASVS 5.0, 6.5.2). */
const LENGTH = 24;

/** Begins what is kept of a code, which no code itself begins with. */
const KEPT = 'sha256:';

/** A code as it is shown: `k3v9tq-2mxa7r-fw5dzp-nhc4ye`. */
function newCode(): string {
  const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS.charAt(byte % SIGNS.length)).join('');
  return (signs.match(/.{6}/g) ?? []).join('-');
}

/** New codes, to be told once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode);

/** A code however it was typed: in capitals, without its hyphens, with letters that look like digits. */
const plain = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');

/** What is kept of a code, and compared with. */
export const keptCodeOf = (typed: string): string => KEPT + hash('sha256', plain(typed), 'base64url');

const kept = (code: string) => (code.startsWith(KEPT) ? code : keptCodeOf(code));

/**
 * How the auth library keeps codes. It hands them over as JSON, both when they are new and when one of those that are kept was
 * used; it compares what it reads here with what was given, of which {@link keptCodeOf} has to be taken before.
 */
export const hashedCodes = {
  encrypt: async (codes: string): Promise<string> => JSON.stringify((JSON.parse(codes) as string[]).map(kept)),
  decrypt: async (stored: string): Promise<string> => stored,
};

/** How many codes are left of what is kept. */
export const codesLeft = (stored: string): number => (JSON.parse(stored) as string[]).length;
