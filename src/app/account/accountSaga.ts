import { call, fork, put, race, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { refreshingAfter, refreshSession } from '../session/refreshSession';
import { sessionEnded } from '../session/sessionSlice';
import { accountOpened, secondFactorChanged } from './accountEvents';
import {
  type AccountForm,
  deletionSubmitted,
  endingAsked,
  endingRefused,
  formAccepted,
  formRefused,
  holdingsArrived,
  holdingsLost,
  nameSubmitted,
  passwordGiven,
  passwordKept,
  passwordSubmitted,
  passwordWanted,
  sessionsArrived,
  sessionsAsked,
  sessionsFailed,
} from './accountSlice';
import { EVERY_SESSION } from './sessionsMachine';
import { FAILED, refusalOf, wantedPassword } from './accountWords';
import { googleSaga } from './googleSaga';
import { secondFactorSaga } from './secondFactorSaga';

function* askSessions() {
  const { account } = yield* getPorts();
  try {
    yield* put(sessionsArrived(yield* abortable(account.sessions)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(sessionsFailed(failure));
  }
}

/** The numbers are said when they are known; without them the page says what goes all the same. */
function* askHoldings() {
  const { account } = yield* getPorts();
  try {
    yield* put(holdingsArrived(yield* abortable(account.read)));
  } catch {
    // A lost session is told by the HTTP layer.
    yield* put(holdingsLost());
  }
}

/** Asks for the sessions; an answer that comes after the person has gone is not heard. */
export function* showSessions() {
  yield* race({ asked: call(askSessions), ended: take(sessionEnded) });
}

/** Asks for all that the page shows. */
export function* showAccount() {
  yield* fork(showSessions);
  yield* race({ asked: call(askHoldings), ended: take(sessionEnded) });
}

/** Sends a form, and says how that went. What follows a success comes with `then`. */
function* sent(form: AccountForm, send: () => Generator, then: () => Generator) {
  try {
    yield* call(send);
    yield* put(formAccepted(form));
    yield* call(then);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(formRefused({ form, ...refusalOf(form, failure) }));
  }
}

/** Changes the name; the session is read again, so that every page shows it. */
export function* changeName({ payload: { name } }: ReturnType<typeof nameSubmitted>) {
  const { session } = yield* getPorts();
  yield* sent(
    'name',
    () => refreshingAfter(session.updateUser, { name }),
    function* () {
      yield* put(noticeShown({ kind: 'info', text: 'Saved' }));
    },
  );
}

/** Changes the password, which ends every other session. */
export function* changePassword({ payload }: ReturnType<typeof passwordSubmitted>) {
  const { account } = yield* getPorts();
  yield* sent(
    'password',
    () => refreshingAfter(account.changePassword, payload),
    function* () {
      yield* put(noticeShown({ kind: 'info', text: 'Password changed' }));
      yield* call(showSessions);
    },
  );
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
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, FAILED) }));
  }
  yield* put(endingRefused());
  return undefined;
}

/** @returns nothing where the person thinks better of it, or has come to the page anew */
function* awaitPassword() {
  const { given, reopened } = yield* race({
    given: take(passwordGiven),
    kept: take(passwordKept),
    reopened: take(accountOpened),
    ended: take(sessionEnded),
  });
  if (reopened !== undefined) yield* put(passwordKept());
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

/** Deletes the account. It is over here as soon as the server has ended it. */
export function* deleteAccount({ payload: { password } }: ReturnType<typeof deletionSubmitted>) {
  const { account } = yield* getPorts();
  yield* sent('deletion', () => abortable(account.remove, password), leave);
}

export function* accountSaga() {
  yield* fork(googleSaga);
  yield* fork(secondFactorSaga);
  yield* takeLatest([accountOpened, secondFactorChanged], showAccount);
  yield* takeLatest(sessionsAsked, showSessions);
  yield* takeLeading(nameSubmitted, changeName);
  yield* takeLeading(passwordSubmitted, changePassword);
  yield* takeLeading(endingAsked, endSessions);
  yield* takeLeading(deletionSubmitted, deleteAccount);
}
