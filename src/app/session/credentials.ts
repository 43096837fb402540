import { limits } from '../../contract/limits';
import { CODE_DIGITS } from '../../contract/secondFactor';
import type { SignIn, SignUp } from '../../contract/session';
import { authRefused, codeGiven, type CodeKind, signInSubmitted, signUpSubmitted } from './authFormSlice';
import { codeRefused } from './secondStepSlice';

export const ENTER_NAME = 'Enter your name.';
export const ENTER_EMAIL = 'Enter your email.';
export const ENTER_PASSWORD = 'Enter your password.';
export const PASSWORD_TOO_SHORT = `Use at least ${limits.passwordCharacters} characters.`;

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** Which event pressing "Log in" is: submitted, or refused with the first field that is wrong. */
export function judgeSignIn({ email, password }: SignIn) {
  if (!looksLikeEmail(email.trim())) return authRefused({ message: ENTER_EMAIL, field: 'email' });
  if (password === '') return authRefused({ message: ENTER_PASSWORD, field: 'password' });
  return signInSubmitted({ email: email.trim(), password });
}

/** Which event pressing "Create account" is: submitted, or refused with the first field that is wrong. */
export function judgeSignUp({ name, email, password }: SignUp) {
  if (name.trim() === '') return authRefused({ message: ENTER_NAME, field: 'name' });
  if (!looksLikeEmail(email.trim())) return authRefused({ message: ENTER_EMAIL, field: 'email' });
  if (password.length < limits.passwordCharacters)
    return authRefused({ message: PASSWORD_TOO_SHORT, field: 'password' });
  return signUpSubmitted({ name: name.trim(), email: email.trim(), password });
}

const ENTER: Readonly<Record<CodeKind, string>> = {
  app: 'Enter the six digits that your app shows.',
  recovery: 'Enter one of your recovery codes.',
};

/** Which event giving a code is: given, or refused for what can be seen at once. Apps show digits in groups. */
export function judgeCode(kind: CodeKind, typed: string) {
  const code = kind === 'app' ? typed.replace(/\s/g, '') : typed.trim();
  const isCode = kind === 'app' ? new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) : code !== '';
  return isCode ? codeGiven({ kind, code }) : codeRefused({ message: ENTER[kind] });
}
