import { call, put, select, takeLeading } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { refreshSession } from '../session/refreshSession';
import { secondFactorChanged } from './accountEvents';
import { selectSecondFactor } from './accountSelectors';
import {
  appCodeGiven,
  appCodeRefused,
  type Change,
  codesKept,
  codesMade,
  proofGiven,
  proofRefused,
  setUpMade,
  turnedOff,
} from './secondFactorSlice';
import { codeRefusalIn, proofRefusalIn } from './secondFactorWords';

function* turnOn(password: string) {
  const { account } = yield* getPorts();
  yield* put(setUpMade(yield* abortable(account.setSecondFactorUp, password)));
}

function* renewCodes(password: string) {
  const { account } = yield* getPorts();
  yield* put(codesMade({ codes: yield* abortable(account.renewRecoveryCodes, password) }));
}

function* turnOff(password: string) {
  const { account } = yield* getPorts();
  yield* abortable(account.turnSecondFactorOff, password);
  yield* put(turnedOff());
  yield* put(noticeShown({ kind: 'info', text: 'Two-step sign-in is off' }));
  yield* call(settle);
}

/** What follows the password, by what is to be changed. */
const changes: Readonly<Record<Change, (password: string) => Generator>> = {
  on: turnOn,
  codes: renewCodes,
  off: turnOff,
};

/** Makes the change that the password was asked for. */
export function* prove({ payload: { password } }: ReturnType<typeof proofGiven>) {
  const state = yield* select(selectSecondFactor);
  if (state.phase !== 'proving') return;
  try {
    yield* call(changes[state.change], password);
  } catch (error) {
    yield* put(proofRefused({ message: proofRefusalIn(failureOf(error)) }));
  }
}

/** Turns it on with the first code of the app. */
export function* confirm({ payload: { code } }: ReturnType<typeof appCodeGiven>) {
  const { account } = yield* getPorts();
  const state = yield* select(selectSecondFactor);
  if (state.phase !== 'confirming') return;
  try {
    yield* abortable(account.confirmSecondFactor, code);
    yield* put(codesMade({ codes: state.setUp.codes }));
  } catch (error) {
    yield* put(appCodeRefused({ message: codeRefusalIn(failureOf(error)) }));
  }
}

/** Only when the codes are kept is the session read again: where one had to set it up first, the app goes on then. */
export function* settle() {
  yield* put(secondFactorChanged());
  yield* call(refreshSession);
}

export function* secondFactorSaga() {
  yield* takeLeading(proofGiven, prove);
  yield* takeLeading(appCodeGiven, confirm);
  yield* takeLeading(codesKept, settle);
}
