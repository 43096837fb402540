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
import { passwordRequired, refusalOf } from './accountWords';
import { disconnectAsked, disconnectRefused, googleArrived, googleFailed } from './googleSlice';
import { EVERY_SESSION } from './sessionsMachine';
import { secondFactorSaga } from './secondFactorSaga';

const NOT_TOLD = 'Disconnected, but Google could not be told. Remove Tabpoint in your Google account as well.';

/** Fetches the connected Google account. */
export const showGoogle = () => request(callApi('google', 'read'), { done: googleArrived, failed: googleFailed });

/** Disconnects the Google account. */
export const disconnectGoogle = () =>
  request(callApi('google', 'disconnect'), {
    done: (isRevoked) => [
      googleArrived(null),
      noticeShown(isRevoked ? { kind: 'info', text: 'Google disconnected' } : { kind: 'error', text: NOT_TOLD }),
    ],
    failed: (failure) => [disconnectRefused(), failureNotice(failure, UNANSWERED)],
  });

/** Fetches the sessions. */
export const showSessions = () =>
  request(callApi('account', 'sessions'), { done: sessionsArrived, failed: sessionsFailed });

/** Fetches the data of the page. If the summary fails, the deletion section shows its text without numbers. */
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

/** Ends the session in the app, like a sign-out. */
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

/** Tries to end sessions. @returns why the password is required, or undefined if it is not */
function* tryToEnd(id: string | null, password: string) {
  try {
    yield* call(end, id, password);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return undefined;
    const required = passwordRequired(failure);
    if (required !== undefined) return required;
    yield* put(failureNotice(failure, UNANSWERED));
  }
  yield* put(endingRefused());
  return undefined;
}

/** Waits for the password. @returns undefined if the user cancels or opens the page again */
function* awaitPassword() {
  const { entered } = yield* race({
    entered: take(passwordGiven),
    left: take([endingCancelled, accountOpened, sessionEnded]),
  });
  return entered?.payload.password;
}

/** Ends sessions, then fetches the list again. Asks for the password as long as the server requires it. */
export function* endSessions({ payload: { id } }: ReturnType<typeof endingAsked>) {
  let password = '';
  for (;;) {
    const required = yield* call(tryToEnd, id, password);
    if (required === undefined) return;
    yield* put(passwordWanted({ id, ...required }));
    const entered = yield* awaitPassword();
    if (entered === undefined) return;
    password = entered;
  }
}

/**
 * Deletes the account, then ends the session in the app. It does not use `request`, which the end of the session cancels: the deletion may
 * cause a 401 in another call, and must not be cancelled by it.
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
  yield* fork(secondFactorSaga);
  yield* takeLatest(accountOpened, showGoogle);
  yield* takeLeading(disconnectAsked, disconnectGoogle);
  yield* takeLatest([accountOpened, secondFactorChanged], showAccount);
  yield* takeLeading(nameSubmitted, changeName);
  yield* takeLeading(passwordSubmitted, changePassword);
  yield* takeLeading(endingAsked, endSessions);
  yield* takeLeading(deletionSubmitted, deleteAccount);
}
