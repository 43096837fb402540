import { call, fork, put, race, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { type ApiFailure, UNANSWERED } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable, callApi, failureNotice, request } from '../sagas/request';
import { refreshingAfter, refreshSession } from '../session/refreshSession';
import { sessionEnded } from '../session/sessionSlice';
import {
  type AccountForm,
  accountOpened,
  deletionSubmitted,
  endingAsked,
  endingRefused,
  formAccepted,
  formRefused,
  summaryArrived,
  summaryLost,
  nameSubmitted,
  passwordGiven,
  endingCancelled,
  passwordSubmitted,
  passwordWanted,
  secondFactorChanged,
  sessionsArrived,
  sessionsFailed,
} from './accountSlice';
import { refusalOf, wantedPassword } from './accountWords';
import { disconnectAsked, disconnectRefused, googleArrived, googleFailed } from './googleSlice';
import { EVERY_SESSION } from './sessionsMachine';
import { secondFactorSaga } from './secondFactorSaga';

const NOT_TOLD = 'Disconnected, but Google could not be told. Remove Tabpoint in your Google account as well.';

/** Asks which Google account is connected. */
export const showGoogle = () => request(callApi('google', 'read'), { done: googleArrived, failed: googleFailed });

/** Gives the Google account up. */
export const disconnectGoogle = () =>
  request(callApi('google', 'disconnect'), {
    done: (told) => [
      googleArrived(null),
      noticeShown(told ? { kind: 'info', text: 'Google disconnected' } : { kind: 'error', text: NOT_TOLD }),
    ],
    failed: (failure) => [disconnectRefused(), failureNotice(failure, UNANSWERED)],
  });

export function* googleSaga() {
  yield* takeLatest(accountOpened, showGoogle);
  yield* takeLeading(disconnectAsked, disconnectGoogle);
}

/** Asks for the sessions. */
export const showSessions = () =>
  request(callApi('account', 'sessions'), { done: sessionsArrived, failed: sessionsFailed });

/** Asks for all that the page shows. The numbers are said when they are known; without them the page says what goes all the same. */
export function* showAccount() {
  yield* fork(showSessions);
  yield* request(callApi('account', 'read'), { done: summaryArrived, failed: () => summaryLost() });
}

const refused = (form: AccountForm) => (failure: ApiFailure) => formRefused({ form, ...refusalOf(form, failure) });

/** Changes the name; the session is read again, so that every page shows it. */
export function* changeName({ payload: { name } }: ReturnType<typeof nameSubmitted>) {
  const { session } = yield* getPorts();
  yield* request(refreshingAfter(session.updateUser, { name }), {
    done: () => [formAccepted('name'), noticeShown({ kind: 'info', text: 'Saved' })],
    failed: refused('name'),
  });
}

/** Changes the password, which ends every other session. */
export function* changePassword({ payload }: ReturnType<typeof passwordSubmitted>) {
  const { account } = yield* getPorts();
  yield* request(refreshingAfter(account.changePassword, payload), {
    *done() {
      yield* put(formAccepted('password'));
      yield* put(noticeShown({ kind: 'info', text: 'Password changed' }));
      yield* showSessions();
    },
    failed: refused('password'),
  });
}

/** The session of this browser is over: a sign-out. */
function* leave() {
  const { navigate } = yield* getPorts();
  yield* put(sessionEnded({ byChoice: true }));
  yield* call(navigate, paths.login, { replace: true });
  yield* call(refreshSession);
}

function* end(id: string | null, password: string) {
  const { account } = yield* getPorts();
  if (id === EVERY_SESSION) {
    yield* abortable(account.endEverySession, password);
    return yield* leave();
  }
  if (id === null) yield* refreshingAfter(account.endOtherSessions, password);
  else yield* refreshingAfter(account.endSession, id, password);
  yield* call(showSessions);
  yield* put(noticeShown({ kind: 'info', text: id === null ? 'All other sessions ended' : 'Session ended' }));
}

/** @returns what is said of the password, where it is wanted before anything is ended */
function* tryToEnd(id: string | null, password: string) {
  try {
    yield* call(end, id, password);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return undefined;
    const wanted = wantedPassword(failure);
    if (wanted !== undefined) return wanted;
    yield* put(failureNotice(failure, UNANSWERED));
  }
  yield* put(endingRefused());
  return undefined;
}

/** @returns nothing where the person thinks better of it, or has come to the page anew */
function* awaitPassword() {
  const { given } = yield* race({
    given: take(passwordGiven),
    left: take([endingCancelled, accountOpened, sessionEnded]),
  });
  return given?.payload.password;
}

/** Ends one other session or all of them, then looks again. The server may want the password first. */
export function* endSessions({ payload: { id } }: ReturnType<typeof endingAsked>) {
  let password = '';
  for (;;) {
    const wanted = yield* call(tryToEnd, id, password);
    if (wanted === undefined) return;
    yield* put(passwordWanted({ id, ...wanted }));
    const given = yield* awaitPassword();
    if (given === undefined) return;
    password = given;
  }
}

/**
 * Deletes the account. It is over here as soon as the server has ended it. This is no `request`: the deletion itself may bring a
 * 401 of another call about, which must not take its place.
 */
export function* deleteAccount({ payload: { password } }: ReturnType<typeof deletionSubmitted>) {
  try {
    yield* callApi('account', 'remove', password);
    yield* put(formAccepted('deletion'));
    yield* call(leave);
  } catch (error) {
    yield* put(refused('deletion')(failureOf(error)));
  }
}

export function* accountSaga() {
  yield* fork(googleSaga);
  yield* fork(secondFactorSaga);
  yield* takeLatest([accountOpened, secondFactorChanged], showAccount);
  yield* takeLeading(nameSubmitted, changeName);
  yield* takeLeading(passwordSubmitted, changePassword);
  yield* takeLeading(endingAsked, endSessions);
  yield* takeLeading(deletionSubmitted, deleteAccount);
}
