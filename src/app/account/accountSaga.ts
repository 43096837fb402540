import { call, fork, put, select, spawn, takeLatest, takeLeading } from 'typed-redux-saga';
import { type ApiFailure, isUnknown, UNANSWERED } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { callApi, failureNotice, repeatOnChange, request } from '../sagas/request';
import { leaveSession, refreshingAfter } from '../session/refreshSession';
import { selectUser } from '../session/sessionSelectors';
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
  passwordSubmitted,
  passwordWanted,
  selectSessions,
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
export const showGoogle = () =>
  request(
    repeatOnChange(() => callApi('google', 'read'), [googleArrived]),
    { done: googleArrived, failed: googleFailed },
  );

/** Disconnects the Google account. */
export const disconnectGoogle = () =>
  request(callApi('google', 'disconnect'), {
    done: (isRevoked) => [
      googleArrived(null),
      noticeShown(isRevoked ? { kind: 'info', text: 'Google disconnected' } : { kind: 'error', text: NOT_TOLD }),
    ],
    *failed(failure) {
      yield* put(disconnectRefused());
      yield* put(failureNotice(failure, UNANSWERED));
      if (isUnknown(failure)) yield* showGoogle();
    },
  });

/** Fetches the sessions. */
export const showSessions = () =>
  request(
    repeatOnChange(() => callApi('account', 'sessions'), [sessionsArrived]),
    { done: sessionsArrived, failed: sessionsFailed },
  );

/** Fetches the data of the page. If the summary fails, the deletion section shows its text without numbers. */
export function* showAccount() {
  yield* fork(showSessions);
  yield* request(callApi('account', 'read'), { done: summaryArrived, failed: () => summaryLost() });
}

const refused = (form: AccountForm) => (failure: ApiFailure) => formRefused({ form, ...refusalOf(form, failure) });

/** Changes the name; the session is read again, so that every page shows it. */
export const changeName = ({ payload: { name } }: ReturnType<typeof nameSubmitted>) =>
  request(refreshingAfter(callApi('session', 'updateUser', { name })), {
    done: () => [formAccepted('name'), noticeShown({ kind: 'info', text: 'Saved' })],
    failed: refused('name'),
  });

/** Changes the password, which ends every other session. */
export const changePassword = ({ payload }: ReturnType<typeof passwordSubmitted>) =>
  request(refreshingAfter(callApi('account', 'changePassword', payload)), {
    *done() {
      yield* put(formAccepted('password'));
      yield* put(noticeShown({ kind: 'info', text: 'Password changed' }));
      // Spawned, so that the next change does not wait for it.
      yield* spawn(showSessions);
    },
    failed: refused('password'),
  });

/** Requests the end of a session, of every one, or with null of all others. */
function requestEnd(id: string | null, password: string) {
  if (id === EVERY_SESSION) return callApi('account', 'endEverySession', password);
  return refreshingAfter(
    id === null ? callApi('account', 'endOtherSessions', password) : callApi('account', 'endSession', id, password),
  );
}

/** Says that sessions were ended, and fetches the list again. */
function* ended(id: string | null) {
  if (id === EVERY_SESSION) return yield* leaveSession();
  yield* put(noticeShown({ kind: 'info', text: id === null ? 'All other sessions ended' : 'Session ended' }));
  yield* call(showSessions);
  yield* put(endingRefused());
}

/** Ends sessions. Asks for the password if the server requires it, and then tries again with it. */
export function* endSessions({ payload }: ReturnType<typeof endingAsked | typeof passwordGiven>) {
  const state = yield* select(selectSessions);
  if (state.phase !== 'ending' && state.phase !== 'checking') return;
  const { ending } = state;
  yield* request(requestEnd(ending, 'password' in payload ? payload.password : ''), {
    done: () => ended(ending),
    *failed(failure) {
      const required = passwordRequired(failure);
      if (required !== undefined) return yield* put(passwordWanted({ id: ending, ...required }));
      yield* put(failureNotice(failure, UNANSWERED));
      // They may have been ended.
      if (isUnknown(failure)) yield* showSessions();
      yield* put(endingRefused());
    },
  });
}

/**
 * Deletes the account, then ends the session in the app. It does not use `request`, which the end of the session cancels: the deletion may
 * cause a 401 in another call, and must not be cancelled by it. The next person does not see its failure.
 */
export function* deleteAccount({ payload: { password } }: ReturnType<typeof deletionSubmitted>) {
  const user = yield* select(selectUser);
  try {
    yield* callApi('account', 'remove', password);
    yield* put(formAccepted('deletion'));
    yield* call(leaveSession);
  } catch (error) {
    if ((yield* select(selectUser))?.id === user?.id) yield* put(refused('deletion')(failureOf(error)));
  }
}

export function* accountSaga() {
  yield* fork(secondFactorSaga);
  yield* takeLatest(accountOpened, showGoogle);
  yield* takeLeading(disconnectAsked, disconnectGoogle);
  yield* takeLatest([accountOpened, secondFactorChanged], showAccount);
  yield* takeLeading(nameSubmitted, changeName);
  yield* takeLeading(passwordSubmitted, changePassword);
  yield* takeLeading([endingAsked, passwordGiven], endSessions);
  yield* takeLeading(deletionSubmitted, deleteAccount);
}
