import { takeLeading } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { request } from '../sagas/request';
import { authRefused } from './authFormSlice';
import { codeRefusalOf, overRefusalOf } from './codeRefusal';
import { completeSignIn } from './completeSignIn';
import { codeGiven } from './secondStepEvents';
import { codeRefused, stepLeft } from './secondStepSlice';

/** Signs in with a code. Where the time for it is over, the password is asked for again. */
export function* checkCode({ payload: { code, kind } }: ReturnType<typeof codeGiven>) {
  const { session } = yield* getPorts();
  yield* request(abortable(session.giveCode, code, kind), {
    done: completeSignIn,
    failed: (failure) => {
      const over = overRefusalOf(failure);
      return over === undefined ? codeRefused(codeRefusalOf(kind, failure)) : [stepLeft(), authRefused(over)];
    },
  });
}

export function* secondStepSaga() {
  yield* takeLeading(codeGiven, checkCode);
}
