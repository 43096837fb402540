import { takeLeading } from 'typed-redux-saga';
import { type ApiFailure, failureCode, failureText, tooManyTries, UNANSWERED } from '../http/apiError';
import { callApi, request } from '../sagas/request';
import { authRefused, codeGiven, type CodeKind } from './authFormSlice';
import { completeSignIn } from './authSaga';
import { codeRefused } from './secondStepSlice';

const WRONG: Readonly<Record<CodeKind, string>> = {
  app: 'That code is not right. Type the one your app shows now. The clock of your phone has to be right.',
  recovery: 'That recovery code is not right, or was used before. Try another one.',
};

const LOCKED = 'Too many wrong codes. Try again in 15 minutes.';

/** Texts by error code, for errors after which the user has to enter the password again. */
const OVER: Readonly<Record<string, string>> = {
  INVALID_TWO_FACTOR_COOKIE: 'The time for the code is over. Log in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Log in again.',
  TOTP_NOT_ENABLED: 'Two-step sign-in was turned off meanwhile. Log in again.',
  BACKUP_CODES_NOT_ENABLED: 'Two-step sign-in was turned off meanwhile. Log in again.',
};

/** Converts a refused code into the text of the page; an unknown error keeps the server's text. */
function codeRefusalOf(kind: CodeKind, failure: ApiFailure): { readonly message: string } {
  const code = failureCode(failure);
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return { message: WRONG[kind] };
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return { message: LOCKED };
  if (failure.status === 429 && code === '') return { message: tooManyTries() };
  return { message: failureText(failure, UNANSWERED) };
}

/** Signs in with a code. If the code's time limit is over, goes back to the password. */
export const checkCode = ({ payload: { code, kind } }: ReturnType<typeof codeGiven>) =>
  request(callApi('session', 'giveCode', code, kind), {
    done: completeSignIn,
    failed: (failure) => {
      const message = OVER[failureCode(failure)];
      return message === undefined ? codeRefused(codeRefusalOf(kind, failure)) : authRefused({ message });
    },
  });

export const secondStepSaga = () => takeLeading(codeGiven, checkCode);
