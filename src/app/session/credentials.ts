import { limits } from '../../contract/limits';
import { CODE_DIGITS } from '../../contract/secondFactor';
import type { SignIn, SignUp } from '../../contract/session';
import { type ApiFailure, failureCode, failureText, tooManyTries, UNANSWERED } from '../http/apiError';
import type { Problems } from '../ui/forms/useForm';
import {
  type AuthField,
  type AuthRefusal,
  authRefused,
  codeGiven,
  type CodeKind,
  codeRefused,
  signInSubmitted,
  signUpSubmitted,
} from './authFormSlice';

export const ENTER_NAME = 'Enter your name.';
export const ENTER_EMAIL = 'Enter your email.';
export const ENTER_PASSWORD = 'Enter your password.';
export const PASSWORD_TOO_SHORT = `Use at least ${limits.passwordCharacters} characters.`;

export const NO_EMAIL = 'This is not an email that can be used. Check it, it reads like you@example.com.';

/** Returns what is wrong with an email, as far as its syntax shows; undefined if nothing. */
function emailProblem(text: string): string | undefined {
  if (text === '') return ENTER_EMAIL;
  if (/\s/.test(text)) return 'An email has no spaces in it.';
  const [name, domain, ...rest] = text.split('@');
  if (domain === undefined) return `“${text}” has no @. An email reads like you@example.com.`;
  if (rest.length > 0) return `“${text}” has more than one @.`;
  if (name === '') return `Something is missing before the @ of “${text}”.`;
  if (domain === '') return `Something is missing after the @ of “${text}”: example.com, for example.`;
  return undefined;
}

/** Returns the problems of the login fields, in the order of the form. */
export const signInProblems = ({ email, password }: SignIn): Problems => ({
  email: emailProblem(email.trim()),
  password: password === '' ? ENTER_PASSWORD : undefined,
});

/** Returns the problems of the signup fields, in the order of the form. */
export const signUpProblems = ({ name, email, password }: SignUp): Problems => ({
  name: name.trim() === '' ? ENTER_NAME : undefined,
  email: emailProblem(email.trim()),
  password: password.length < limits.passwordCharacters ? PASSWORD_TOO_SHORT : undefined,
});

/** Returns the refusal of the first invalid field; undefined if all are valid. */
function refusalOf(problems: Problems) {
  for (const [field, message] of Object.entries(problems)) {
    if (message !== undefined) return authRefused({ message, field: field as AuthField });
  }
  return undefined;
}

/** Returns the event of pressing "Log in": submitted, or refused with the first invalid field. */
export function signInEventFor(typed: SignIn) {
  const { email, password } = typed;
  return refusalOf(signInProblems(typed)) ?? signInSubmitted({ email: email.trim(), password });
}

/** Returns the event of pressing "Create account": submitted, or refused with the first invalid field. */
export function signUpEventFor(typed: SignUp) {
  const { name, email, password } = typed;
  return refusalOf(signUpProblems(typed)) ?? signUpSubmitted({ name: name.trim(), email: email.trim(), password });
}

const ENTER_CODE: Readonly<Record<CodeKind, string>> = {
  app: 'Enter the six digits that your app shows.',
  recovery: 'Enter one of your recovery codes.',
};

/** Returns the event of submitting a code: given, or refused if it is malformed. Spaces are removed, as apps show digits in groups. */
export function codeEventFor(kind: CodeKind, typed: string) {
  const code = kind === 'app' ? typed.replace(/\s/g, '') : typed.trim();
  const isCode = kind === 'app' ? new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) : code !== '';
  return isCode ? codeGiven({ kind, code }) : codeRefused({ message: ENTER_CODE[kind] });
}

/** Refusals by error code of the auth server. */
const refusalsByCode: Readonly<Record<string, AuthRefusal>> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'That email and password do not match. Try again.', field: 'password' },
  INVALID_EMAIL: { message: NO_EMAIL, field: 'email' },
  PASSWORD_TOO_SHORT: { message: PASSWORD_TOO_SHORT, field: 'password' },
  PASSWORD_TOO_LONG: { message: 'Use a shorter password.', field: 'password' },
};

/** Returns the refusal for a field that the auth server names in `[body.email] …`, its message for an invalid body. */
function fieldRefusal(text: unknown): AuthRefusal | undefined {
  const field = /^\[body\.(\w+)\]/.exec(String(text))?.[1];
  if (field === 'email') return { message: NO_EMAIL, field };
  if (field === 'name') return { message: ENTER_NAME, field };
  return field === 'password' ? { message: PASSWORD_TOO_SHORT, field } : undefined;
}

/** Converts a failed sign-in or sign-up into the text of the login page; an unknown error keeps the server's text. */
export function authRefusalOf(failure: ApiFailure): AuthRefusal {
  const { status, body, retryAfterSeconds } = failure;
  if (status === 429) return { message: tooManyTries(retryAfterSeconds) };
  const code = failureCode(failure);
  if (code.startsWith('USER_ALREADY_EXISTS')) {
    return { message: 'An account with this email exists. Log in instead.', field: 'email' };
  }
  return refusalsByCode[code] ?? fieldRefusal(body?.message) ?? { message: failureText(failure, UNANSWERED) };
}
