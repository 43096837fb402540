import type { Account } from '../../contract/account';
import { limits } from '../../contract/limits';
import { type ApiFailure, failureText } from '../http/apiError';
import { counted } from '../parts/numbers';
import type { FormRefusal } from './formMachine';

export const ENTER_NAME = 'Enter your name.';
export const ENTER_CURRENT = 'Enter your current password.';
export const ENTER_PASSWORD = 'Enter your password.';
export const TOO_SHORT = `Use at least ${limits.passwordCharacters} characters`;
const WRONG_CURRENT = 'Your current password is not right.';
const WRONG = 'Your password is not right.';
const STALE = 'Log out and in again first. Deleting an account asks for a sign-in of the last day.';

/** Said when the server has no words of its own. */
export const FAILED = 'The server could not be reached. Try again in a moment.';

const tooMany = ({ retryAfterSeconds: seconds }: ApiFailure) =>
  `Too many tries. Wait ${seconds === undefined ? 'a moment' : counted(seconds, 'second')}.`;

/** The auth server's codes that have a sentence of their own, by the form they answer. */
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
} satisfies Record<string, Readonly<Record<string, FormRefusal>>>;

/** Why a form of the account page was refused, in its words; other refusals keep the server's text. */
export function refusalOf(form: keyof typeof byCode, failure: ApiFailure): FormRefusal {
  if (failure.status === 429) return { message: tooMany(failure) };
  const code = typeof failure.body?.code === 'string' ? failure.body.code : '';
  const known: Readonly<Record<string, FormRefusal>> = byCode[form];
  return known[code] ?? { message: failureText(failure, FAILED) };
}

/** Whether ending sessions wants the password, and what was wrong with the one that was given; undefined where it does not. */
export function wantedPassword({ body }: ApiFailure): { readonly message?: string } | undefined {
  if (body?.code === 'PASSWORD_REQUIRED') return {};
  return body?.code === 'INVALID_PASSWORD' ? { message: WRONG } : undefined;
}

/** What deleting the account takes. */
export function deletionInWords(holdings: Account | null): string {
  const { projects = 0, keys = 0 } = holdings ?? {};
  const counts = [
    ...(projects > 0 ? [counted(projects, 'project')] : []),
    ...(keys > 0 ? [counted(keys, 'key')] : []),
    'your Tabpoint drive and logs',
  ];
  return `Removes ${counts.join(', ')}. Sheets at Google are not touched.`;
}
