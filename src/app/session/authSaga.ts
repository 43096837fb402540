import { call, put, race, take, takeLeading } from 'typed-redux-saga';
import { type ApiFailure, failureCode, failureText, tooManyTries, UNANSWERED } from '../http/apiError';
import { rememberedPath } from '../paths';
import { getPorts } from '../ports';
import { callApi, request } from '../sagas/request';
import { authRefusalOf } from './credentials';
import {
  authRefused,
  codeGiven,
  type CodeKind,
  codeRefused,
  codeRequired,
  signInSubmitted,
  signUpSubmitted,
  stepLeft,
} from './authFormSlice';
import { refreshSession } from './refreshSession';
import { sessionArrived, sessionEnded, sessionMissing, sessionUnavailable } from './sessionSlice';

/** Error if the sign-in succeeded but the session could not be read. */
export const SESSION_NOT_READ = 'You are signed in, but your session could not be read. Reload the page.';

/** Reads the session after a sign-in, then navigates to the remembered page. */
export function* completeSignIn() {
  const { navigate, location } = yield* getPorts();
  yield* refreshSession();
  const { arrived } = yield* race({
    arrived: take(sessionArrived),
    missing: take([sessionMissing, sessionUnavailable, sessionEnded]),
  });
  if (arrived) yield* call(navigate, rememberedPath(yield* call(location)), { replace: true });
  else yield* put(authRefused({ message: SESSION_NOT_READ }));
}

const refused = (failure: ApiFailure) => authRefused(authRefusalOf(failure));

/** Signs in, or requests a code if the account has two-step sign-in. */
export const signIn = ({ payload }: ReturnType<typeof signInSubmitted>) =>
  request(callApi('session', 'signIn', payload), {
    done: (codeFollows) => (codeFollows ? codeRequired() : completeSignIn()),
    failed: refused,
  });

export const signUp = ({ payload }: ReturnType<typeof signUpSubmitted>) =>
  request(callApi('session', 'signUp', payload), { done: completeSignIn, failed: refused });

const WRONG_CODE: Readonly<Record<CodeKind, string>> = {
  app: 'That code is not right. Type the one your app shows now. The clock of your phone has to be right.',
  recovery: 'That recovery code is not right, or was used before. Try another one.',
};

const LOCKED = 'Too many wrong codes. Try again in 15 minutes.';

/** Texts by error code, for errors after which the user has to enter the password again. */
const PASSWORD_NEEDED: Readonly<Record<string, string>> = {
  INVALID_TWO_FACTOR_COOKIE: 'The time for the code is over. Log in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Log in again.',
  TOTP_NOT_ENABLED: 'Two-step sign-in was turned off meanwhile. Log in again.',
  BACKUP_CODES_NOT_ENABLED: 'Two-step sign-in was turned off meanwhile. Log in again.',
};

/** Converts a refused code into the text of the page; an unknown error keeps the server's text. */
function codeRefusalOf(kind: CodeKind, failure: ApiFailure): { readonly message: string } {
  const code = failureCode(failure);
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return { message: WRONG_CODE[kind] };
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return { message: LOCKED };
  if (failure.status === 429 && code === '') return { message: tooManyTries() };
  return { message: failureText(failure, UNANSWERED) };
}

/** Signs in with a code. If the code's time limit is over, goes back to the password. "Start over" aborts it. */
export const checkCode = ({ payload: { code, kind } }: ReturnType<typeof codeGiven>) =>
  request(callApi('session', 'giveCode', code, kind), {
    done: completeSignIn,
    until: [stepLeft],
    failed: (failure) => {
      const message = PASSWORD_NEEDED[failureCode(failure)];
      return message === undefined ? codeRefused(codeRefusalOf(kind, failure)) : authRefused({ message });
    },
  });

export function* authSaga() {
  yield* takeLeading(signInSubmitted, signIn);
  yield* takeLeading(signUpSubmitted, signUp);
  yield* takeLeading(codeGiven, checkCode);
}
