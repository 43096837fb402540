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
  signInSubmitted,
  signUpSubmitted,
} from './authFormSlice';
import { codeRefused } from './secondStepSlice';

export const ENTER_NAME = 'Enter your name.';
export const ENTER_EMAIL = 'Enter your email.';
export const ENTER_PASSWORD = 'Enter your password.';
export const PASSWORD_TOO_SHORT = `Use at least ${limits.passwordCharacters} characters.`;

export const NO_EMAIL = 'This is not an email that can be used. Check it, it reads like you@example.com.';

/** What is wrong with an email, as far as it can be seen. */
function emailProblem(text: string): string | undefined {
  if (text === '') return ENTER_EMAIL;
  if (/\s/.test(text)) return 'An email has no spaces in it.';
  const [name, place, ...more] = text.split('@');
  if (place === undefined) return `“${text}” has no @. An email reads like you@example.com.`;
  if (more.length > 0) return `“${text}” has more than one @.`;
  if (name === '') return `Something is missing before the @ of “${text}”.`;
  return place === '' ? `Something is missing after the @ of “${text}”: example.com, for example.` : undefined;
}

/** What is wrong with the fields of logging in, in their order. */
export const signInProblems = ({ email, password }: SignIn): Problems => ({
  email: emailProblem(email.trim()),
  password: password === '' ? ENTER_PASSWORD : undefined,
});

/** What is wrong with the fields of signing up, in their order. */
export const signUpProblems = ({ name, email, password }: SignUp): Problems => ({
  name: name.trim() === '' ? ENTER_NAME : undefined,
  email: emailProblem(email.trim()),
  password: password.length < limits.passwordCharacters ? PASSWORD_TOO_SHORT : undefined,
});

/** Refuses the first field that is wrong. */
function refusalOf(problems: Problems) {
  for (const [field, message] of Object.entries(problems)) {
    if (message !== undefined) return authRefused({ message, field: field as AuthField });
  }
  return undefined;
}

/** Which event pressing "Log in" is: submitted, or refused with the first field that is wrong. */
export function signInEventFor(typed: SignIn) {
  const { email, password } = typed;
  return refusalOf(signInProblems(typed)) ?? signInSubmitted({ email: email.trim(), password });
}

/** Which event pressing "Create account" is: submitted, or refused with the first field that is wrong. */
export function signUpEventFor(typed: SignUp) {
  const { name, email, password } = typed;
  const submitted = () => signUpSubmitted({ name: name.trim(), email: email.trim(), password });
  return refusalOf(signUpProblems(typed)) ?? submitted();
}

const ENTER: Readonly<Record<CodeKind, string>> = {
  app: 'Enter the six digits that your app shows.',
  recovery: 'Enter one of your recovery codes.',
};

/** Which event giving a code is: given, or refused for what can be seen at once. Apps show digits in groups. */
export function codeEventFor(kind: CodeKind, typed: string) {
  const code = kind === 'app' ? typed.replace(/\s/g, '') : typed.trim();
  const isCode = kind === 'app' ? new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) : code !== '';
  return isCode ? codeGiven({ kind, code }) : codeRefused({ message: ENTER[kind] });
}

/** The auth server's codes that have a sentence of their own. */
const byCode: Readonly<Record<string, AuthRefusal>> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'That email and password do not match. Try again.', field: 'password' },
  INVALID_EMAIL: { message: NO_EMAIL, field: 'email' },
  PASSWORD_TOO_SHORT: { message: PASSWORD_TOO_SHORT, field: 'password' },
  PASSWORD_TOO_LONG: { message: 'Use a shorter password.', field: 'password' },
};

/** A field that the auth server names in `[body.email] …` when the form of a body is wrong. */
function fieldRefusal(text: unknown): AuthRefusal | undefined {
  const field = /^\[body\.(\w+)\]/.exec(String(text))?.[1];
  if (field === 'email') return { message: NO_EMAIL, field };
  if (field === 'name') return { message: ENTER_NAME, field };
  return field === 'password' ? { message: PASSWORD_TOO_SHORT, field } : undefined;
}

/** Why signing in or up was refused, in the words of the login page; other refusals keep the server's text. */
export function authRefusalOf(failure: ApiFailure): AuthRefusal {
  const { status, body, retryAfterSeconds } = failure;
  if (status === 429) return { message: tooManyTries(retryAfterSeconds) };
  const code = failureCode(failure);
  if (code.startsWith('USER_ALREADY_EXISTS')) {
    return { message: 'An account with this email exists. Log in instead.', field: 'email' };
  }
  return byCode[code] ?? fieldRefusal(body?.message) ?? { message: failureText(failure, UNANSWERED) };
}
