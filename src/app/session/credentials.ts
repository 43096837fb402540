import { limits } from '../../contract/limits';
import type { SignIn, SignUp } from '../../contract/session';
import { authRefused, signInSubmitted, signUpSubmitted } from './authFormSlice';

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
