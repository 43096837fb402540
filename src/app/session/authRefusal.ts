import { type ApiFailure, failureText } from '../http/apiError';
import type { AuthRefusal } from './authFormSlice';
import { ENTER_NAME, NO_EMAIL, PASSWORD_TOO_SHORT } from './credentials';

/** Said when the server has no words of its own. */
export const AUTH_FAILED = 'The server could not be reached. Try again in a moment.';

/** The auth server's codes that have a sentence of their own. */
const byCode: Readonly<Record<string, AuthRefusal>> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'That email and password do not match. Try again.', field: 'password' },
  INVALID_EMAIL: { message: NO_EMAIL, field: 'email' },
  PASSWORD_TOO_SHORT: { message: PASSWORD_TOO_SHORT, field: 'password' },
  PASSWORD_TOO_LONG: { message: 'Use a shorter password.', field: 'password' },
};

/** A field that the auth server names in `[body.email] …` when the form of a body is wrong. */
function fieldRefusal(text: unknown): AuthRefusal | undefined {
  const field = typeof text === 'string' ? /^\[body\.(\w+)\]/.exec(text)?.[1] : undefined;
  if (field === 'email') return { message: NO_EMAIL, field };
  if (field === 'name') return { message: ENTER_NAME, field };
  return field === 'password' ? { message: PASSWORD_TOO_SHORT, field } : undefined;
}

function tooMany(seconds: number | undefined): AuthRefusal {
  if (seconds === undefined) return { message: 'Too many tries. Wait a moment.' };
  return { message: `Too many tries. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.` };
}

/** Why signing in or up was refused, in the words of the login page; other refusals keep the server's text. */
export function authRefusalOf(failure: ApiFailure): AuthRefusal {
  const { status, body, retryAfterSeconds } = failure;
  if (status === 429) return tooMany(retryAfterSeconds);
  const code = typeof body?.code === 'string' ? body.code : '';
  if (code.startsWith('USER_ALREADY_EXISTS')) {
    return { message: 'An account with this email exists. Log in instead.', field: 'email' };
  }
  return byCode[code] ?? fieldRefusal(body?.message) ?? { message: failureText(failure, AUTH_FAILED) };
}
