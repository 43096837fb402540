import type { Account } from '../../contract/account';
import { limits } from '../../contract/limits';
import { CODE_DIGITS } from '../../contract/secondFactor';
import { type ApiFailure, failureCode, failureText, tooManyTries, UNANSWERED } from '../http/apiError';
import { counted } from '../ui/display/numbers';
import type { Refusal } from '../ui/forms/useForm';
import type { Change } from './secondFactorSlice';

export const ENTER_NAME = 'Enter your name.';
export const ENTER_CURRENT = 'Enter your current password.';
export const ENTER_PASSWORD = 'Enter your password.';
export const TOO_SHORT = `Use at least ${limits.passwordCharacters} characters`;
const WRONG_CURRENT = 'Your current password is not right.';
const WRONG = 'Your password is not right.';
const STALE = 'Log out and in again first. Deleting an account asks for a sign-in of the last day.';

/** Refusals by form and error code of the auth server. */
const byCode = {
  name: {},
  password: {
    INVALID_PASSWORD: { message: WRONG_CURRENT, field: 'current' },
    PASSWORD_TOO_SHORT: { message: TOO_SHORT, field: 'next' },
    PASSWORD_TOO_LONG: { message: 'Use a shorter password.', field: 'next' },
  },
  deletion: {
    INVALID_PASSWORD: { message: WRONG, field: 'password' },
    PASSWORD_REQUIRED: { message: ENTER_PASSWORD, field: 'password' },
    SESSION_EXPIRED: { message: STALE },
    SESSION_NOT_FRESH: { message: STALE },
  },
} satisfies Record<string, Readonly<Record<string, Refusal>>>;

/** Converts a failed form request into the page's text; an unknown error keeps the server's text. */
export function refusalOf(form: keyof typeof byCode, failure: ApiFailure): Refusal {
  if (failure.status === 429) return { message: tooManyTries(failure.retryAfterSeconds) };
  const refusals: Readonly<Record<string, Refusal>> = byCode[form];
  return refusals[failureCode(failure)] ?? { message: failureText(failure, UNANSWERED) };
}

/** Returns an object if the server requires the password to end sessions, with `message` if the given one is wrong; else undefined. */
export function passwordRequired({ body }: ApiFailure): { readonly message?: string } | undefined {
  if (body?.code === 'PASSWORD_REQUIRED') return {};
  return body?.code === 'INVALID_PASSWORD' ? { message: WRONG } : undefined;
}

/** Returns what the deletion of the account removes, in words. */
export function deletionInWords(summary: Account | null): string {
  const { projects = 0, keys = 0 } = summary ?? {};
  const counts = [
    ...(projects > 0 ? [counted(projects, 'project')] : []),
    ...(keys > 0 ? [counted(keys, 'key')] : []),
    'your Tabpoint drive and logs',
  ];
  return `Removes ${counts.join(', ')}. Sheets at Google are not touched.`;
}

/** Title, text and button label of the password question before each change. */
export const questions: Readonly<Record<Change, { title: string; text: string; go: string }>> = {
  on: {
    title: 'Turn on two-step sign-in?',
    text: 'You need an authenticator app on your phone. Your password shows that it is you.',
    go: 'Continue',
  },
  off: {
    title: 'Turn off two-step sign-in?',
    text: 'Your password alone lets you in then. All other sessions end.',
    go: 'Turn off',
  },
  codes: {
    title: 'Make new recovery codes?',
    text: 'Those you have stop working at once. Your password shows that it is you.',
    go: 'Make new codes',
  },
};

const WRONG_CODE = 'That code is not right. Type the one your app shows now. The clock of your phone has to be right.';

/** Codes of the auth library that mean that the session has ended. */
const ENDED: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'INVALID_TWO_FACTOR_COOKIE']);
const SIGNED_OUT = 'You were signed out meanwhile. Reload the page and log in again.';

function textOf(failure: ApiFailure): string {
  const code = failureCode(failure);
  if (ENDED.has(code)) return SIGNED_OUT;
  return failure.status === 429 && code === '' ? tooManyTries() : failureText(failure, UNANSWERED);
}

/** Returns why a password was refused. */
export const proofRefusalIn = (failure: ApiFailure): string =>
  failureCode(failure) === 'INVALID_PASSWORD' ? WRONG : textOf(failure);

/** Returns why the first code of an app was refused. */
export const codeRefusalIn = (failure: ApiFailure): string =>
  failureCode(failure) === 'INVALID_CODE' ? WRONG_CODE : textOf(failure);

export const ENTER_CODE = 'Enter the six digits that your app shows.';

/** Removes white space: apps show codes and keys in groups. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');

/** Returns whether a text has the format of an app's code. */
export const isAppCode = (typed: string) => new RegExp(`^\\d{${CODE_DIGITS}}$`).test(withoutSpaces(typed));

/** Returns for example "On. 9 recovery codes left." */
export const onInWords = (recoveryCodes: number): string =>
  `On. ${recoveryCodes === 0 ? 'No recovery codes' : counted(recoveryCodes, 'recovery code')} left.`;

/** Returns the key of an `otpauth:` URI in groups of four characters. */
export const keyInGroups = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the content of the file with the recovery codes. */
export const codesInFile = (codes: readonly string[]): string =>
  ['Tabpoint: recovery codes of two-step sign-in.', 'Each of them works once.', '', ...codes, ''].join('\r\n');
