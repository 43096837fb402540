import { put, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import { getPorts } from '../ports';
import { authRefused } from './authFormSlice';
import { codeRefusalOf, overRefusalOf } from './codeRefusal';
import { enter } from './enter';
import { refreshingAfter } from './refreshSession';
import { codeGiven } from './secondStepEvents';
import { codeRefused, stepLeft } from './secondStepSlice';

/** Signs in with a code. Where the time for it is over, the password is asked for again. */
export function* checkCode({ payload: { code, kind } }: ReturnType<typeof codeGiven>) {
  const { session } = yield* getPorts();
  const signIn = function* () {
    yield* refreshingAfter(session.giveCode, code, kind);
    return true;
  };
  yield* enter(signIn, function* (failure: ApiFailure) {
    const over = overRefusalOf(failure);
    if (over === undefined) yield* put(codeRefused(codeRefusalOf(kind, failure)));
    else {
      yield* put(stepLeft());
      yield* put(authRefused(over));
    }
  });
}

export function* secondStepSaga() {
  yield* takeLeading(codeGiven, checkCode);
}
