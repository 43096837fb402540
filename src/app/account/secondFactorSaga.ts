import { call, put, type SagaGenerator, select, takeEvery, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { callApi, request } from '../sagas/request';
import { refreshSession } from '../session/refreshSession';
import { secondFactorChanged } from './accountSlice';
import {
  appCodeGiven,
  appCodeRefused,
  type Change,
  changeLeft,
  codesKept,
  codesMade,
  proofGiven,
  proofRefused,
  selectSecondFactor,
  setUpMade,
  turnedOff,
} from './secondFactorSlice';
import { codeRefusalIn, proofRefusalIn } from './accountWords';

const proofRefusedBy = (failure: ApiFailure) => proofRefused({ message: proofRefusalIn(failure) });

/** Requests that follow the password, by change. */
const changes: Readonly<Record<Change, (password: string) => SagaGenerator<void>>> = {
  on: (password) =>
    request(callApi('account', 'setSecondFactorUp', password), { done: setUpMade, failed: proofRefusedBy }),
  codes: (password) =>
    request(callApi('account', 'renewRecoveryCodes', password), {
      done: (codes) => codesMade({ codes }),
      failed: proofRefusedBy,
    }),
  off: (password) =>
    request(callApi('account', 'turnSecondFactorOff', password), {
      *done() {
        yield* put(turnedOff());
        yield* put(noticeShown({ kind: 'info', text: 'Two-step sign-in is off' }));
        yield* settle();
      },
      failed: proofRefusedBy,
    }),
};

/** Requests the change that the password confirms. */
function* prove({ payload: { password } }: ReturnType<typeof proofGiven>) {
  const state = yield* select(selectSecondFactor);
  if (state.phase === 'proving') yield* changes[state.change](password);
}

/** Turns two-step sign-in on with the first code of the app. */
function* confirm({ payload: { code } }: ReturnType<typeof appCodeGiven>) {
  const state = yield* select(selectSecondFactor);
  if (state.phase !== 'confirming') return;
  yield* request(callApi('account', 'confirmSecondFactor', code), {
    done: () => codesMade({ codes: state.setUp.codes }),
    failed: (failure) => appCodeRefused({ message: codeRefusalIn(failure) }),
  });
}

/**
 * Reads the session again after the codes are saved, or the change was left, whose answer may have been lost. Not before: after a
 * required set-up the app then replaces `SetUpPage`.
 */
function* settle() {
  yield* put(secondFactorChanged());
  yield* call(refreshSession);
}

/** Runs the changes of two-step sign-in, whose steps are in `secondFactorSlice`. */
export function* secondFactorSaga() {
  yield* takeLeading(proofGiven, prove);
  yield* takeLeading(appCodeGiven, confirm);
  yield* takeEvery([codesKept, changeLeft], settle);
}
