import { call, put, type SagaGenerator, select, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable, callApi, request } from '../sagas/request';
import { refreshSession } from '../session/refreshSession';
import type { AccountApi } from './accountApi';
import { secondFactorChanged } from './accountSlice';
import {
  appCodeGiven,
  appCodeRefused,
  type Change,
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

/** What follows the password, by what is to be changed. */
const changes: Readonly<Record<Change, (account: AccountApi, password: string) => SagaGenerator<void>>> = {
  on: (account, password) =>
    request(abortable(account.setSecondFactorUp, password), { done: setUpMade, failed: proofRefusedBy }),
  codes: (account, password) =>
    request(abortable(account.renewRecoveryCodes, password), {
      done: (codes) => codesMade({ codes }),
      failed: proofRefusedBy,
    }),
  off: (account, password) =>
    request(abortable(account.turnSecondFactorOff, password), {
      *done() {
        yield* put(turnedOff());
        yield* put(noticeShown({ kind: 'info', text: 'Two-step sign-in is off' }));
        yield* settle();
      },
      failed: proofRefusedBy,
    }),
};

/** Makes the change that the password was asked for. */
function* prove({ payload: { password } }: ReturnType<typeof proofGiven>) {
  const { account } = yield* getPorts();
  const state = yield* select(selectSecondFactor);
  if (state.phase === 'proving') yield* changes[state.change](account, password);
}

/** Turns it on with the first code of the app. */
function* confirm({ payload: { code } }: ReturnType<typeof appCodeGiven>) {
  const state = yield* select(selectSecondFactor);
  if (state.phase !== 'confirming') return;
  yield* request(callApi('account', 'confirmSecondFactor', code), {
    done: () => codesMade({ codes: state.setUp.codes }),
    failed: (failure) => appCodeRefused({ message: codeRefusalIn(failure) }),
  });
}

/** Only when the codes are kept is the session read again: where one had to set it up first, the app goes on then. */
function* settle() {
  yield* put(secondFactorChanged());
  yield* call(refreshSession);
}

/** Turns the second factor on or off and makes new recovery codes, as `secondFactorSlice` has it. */
export function* secondFactorSaga() {
  yield* takeLeading(proofGiven, prove);
  yield* takeLeading(appCodeGiven, confirm);
  yield* takeLeading(codesKept, settle);
}
