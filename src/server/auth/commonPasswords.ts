import { readFileSync, statSync } from 'node:fs';
import { limits } from '../../contract/limits';
import type { Settings } from '../settings';
import { StartFailure } from '../refusal';

/** Words that lists of leaked passwords begin with, and names of this product. */
const WORDS = new Set(
  `abc abcdef access account admin administrator alexander america andrea angel anthony apple arsenal asdf asdfgh asdfghjkl
  ashley babygirl barcelona baseball basketball batman beautiful blink bubbles butterfly buster changeme charlie charlotte
  chelsea chocolate computer cookie daniel default diamond dragon elephant facebook family football forever freedom friend
  friends george ginger google guest hannah hello helloworld hockey hunter iloveme iloveu iloveyou india internet jennifer
  jessica jesus jordan joshua justin killer letmein letmeinnow liverpool london loveme lovely loveyou manchester master matrix
  matthew michael michelle monkey mustang mynoob naruto nicole ninja nothing password passwort pass passwd passw peanut pepper
  pokemon princess purple qazwsx qwe qwer qwert qwerty qwertz qwertyui qwertyuiop azerty rainbow ranger robert root samsung
  samantha scooter secret secretpassword server shadow snoopy soccer sophie spiderman spreadsheet starwars summer sunshine
  superman superstar sweetheart system tabpoint taylor teacher test testing tester thomas thunder tigger trustno unknown user
  username victoria welcome whatever william winter wizard yellow zxcvbn zxcvbnm`.split(/\s+/),
);

/** Ways over a keyboard, and plain counting. */
const WAYS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const BOTH_WAYS = [...WAYS, ...WAYS.map((way) => [...way].reverse().join(''))];

/** Signs that stand for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const isWay = (text: string) => text.length > 3 && BOTH_WAYS.some((way) => way.includes(text));

/** `aaaa…`, `abcabcabc…`: up to four characters again and again. */
const isRepeated = (text: string) => /^(.{1,4}?)\1{2,}$/s.test(text);

const spelt = (text: string) => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('');

/** A password without what people put before and behind a word. */
function stemsOf(password: string): string[] {
  const bare = password
    .toLowerCase()
    .replace(/[\s\W\d_]+$/u, '')
    .replace(/^[\s\d_.-]+/u, '');
  return [bare, spelt(bare).replace(/[^a-z]/g, '')];
}

/**
 * Whether a password is among those that are tried first: a well-known word with numbers or signs at its ends, counting, a way
 * over the keyboard, a few characters again and again, or the person's own name. One that is too short is left to be told so.
 *
 * @param own words that others may know of the person: name, e-mail address
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  if (password.length < limits.passwordCharacters) return false;
  const folded = password.toLowerCase();
  const words = own.flatMap((one) => [one, one.split('@', 1)[0] ?? '']).map((one) => one.toLowerCase().trim());
  if (isRepeated(folded) || isWay(folded) || words.includes(folded)) return true;
  return stemsOf(password).some((stem) => stem.length > 2 && (WORDS.has(stem) || isWay(stem) || words.includes(stem)));
}

/** Whether a password is among those that are tried first. `own`: words that others may know of the person. */
export type IsCommon = (password: string, own?: readonly string[]) => boolean;

/** Bytes of a list at most: it is held in memory. */
const LARGEST = 64 * 1024 * 1024;

const NOTHING: ReadonlySet<string> = new Set();

/** The passwords of a list that are long enough to be chosen at all, one a line. */
function readList(file: string): ReadonlySet<string> {
  try {
    if (statSync(file).size <= LARGEST) {
      const lines = readFileSync(file, 'utf8').split(/\r?\n/);
      return new Set(
        lines.filter(({ length }) => length >= limits.passwordCharacters).map((line) => line.toLowerCase()),
      );
    }
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The list of COMMON_PASSWORDS cannot be read (${code}): ${file}`);
  }
  throw new StartFailure('The list of COMMON_PASSWORDS is larger than 64 MB. Leave out what is rare.');
}

/**
 * What tells common passwords: rules, and the list of `COMMON_PASSWORDS` where there is one.
 *
 * @throws StartFailure when the list cannot be read
 */
export function commonPasswordsOf({ commonPasswords }: Pick<Settings, 'commonPasswords'>): IsCommon {
  const list = commonPasswords === undefined ? NOTHING : readList(commonPasswords);
  return (password, own) => list.has(password.toLowerCase()) || isCommonPassword(password, own);
}
