import { readFileSync, statSync } from 'node:fs';
import { limits } from '../../contract/limits';
import { StartFailure } from '../refusal';
import type { Settings } from '../settings';

/** Words at the top of lists of leaked passwords, and names of this product. */
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

/** Keyboard sequences and counting. */
const SEQUENCES = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const BOTH_DIRECTIONS = [...SEQUENCES, ...SEQUENCES.map((sequence) => [...sequence].reverse().join(''))];

/** Characters that replace letters. */
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

const isSequence = (text: string) => text.length > 3 && BOTH_DIRECTIONS.some((sequence) => sequence.includes(text));

/** `aaaa…`, `abcabcabc…`: a repetition of up to four characters. */
const isRepeated = (text: string) => /^(.{1,4}?)\1{2,}$/s.test(text);

const withoutLookalikes = (text: string) => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('');

/** Strips what people add before and after a word. */
function stemsOf(password: string): string[] {
  const stem = password
    .toLowerCase()
    .replace(/(?<![\s\W\d_])[\s\W\d_]+$/u, '')
    .replace(/^[\s\d_.-]+/u, '');
  return [stem, withoutLookalikes(stem).replace(/[^a-z]/g, '')];
}

/**
 * Returns whether a password is among the first an attacker tries: a well-known word with digits or symbols at its ends, counting,
 * a keyboard sequence, a repetition, or the person's own name. False for a password that is too short, which has its own error.
 *
 * @param own words about the person that others may know: name, e-mail address
 */
function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  if (password.length < limits.passwordCharacters) return false;
  const folded = password.toLowerCase();
  const ownWords = own.flatMap((word) => [word, word.split('@', 1)[0] ?? '']).map((word) => word.toLowerCase().trim());
  if (isRepeated(folded) || isSequence(folded) || ownWords.includes(folded)) return true;
  return stemsOf(password).some(
    (stem) => stem.length > 2 && (WORDS.has(stem) || isSequence(stem) || ownWords.includes(stem)),
  );
}

/** Returns whether a password is common. `own`: words about the person that others may know. */
export type IsCommon = (password: string, own?: readonly string[]) => boolean;

/** Maximum size of a list in bytes, as it is held in memory. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

const NOTHING: ReadonlySet<string> = new Set();

/** Reads the passwords of a list, one per line, that meet the minimum length. */
function readList(file: string): ReadonlySet<string> {
  try {
    if (statSync(file).size <= MAX_LIST_BYTES) {
      const lines = readFileSync(file, 'utf8').split(/\r?\n/);
      const longEnough = lines.filter(({ length }) => length >= limits.passwordCharacters);
      return new Set(longEnough.map((line) => line.toLowerCase()));
    }
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The list of COMMON_PASSWORDS cannot be read (${code}): ${file}`);
  }
  throw new StartFailure('The list of COMMON_PASSWORDS is larger than 64 MB. Leave out what is rare.');
}

/**
 * Creates the check for common passwords, from rules and the optional list `COMMON_PASSWORDS`.
 *
 * @throws StartFailure when the list cannot be read
 */
export function commonPasswordsOf({ commonPasswords }: Pick<Settings, 'commonPasswords'>): IsCommon {
  const list = commonPasswords === undefined ? NOTHING : readList(commonPasswords);
  return (password, own) => list.has(password.toLowerCase()) || isCommonPassword(password, own);
}
