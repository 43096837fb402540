import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { failureText, shownFailure } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { projectLeft, projectOpened } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectKey, selectNewKey } from './keysSelectors';
import {
  keyMade,
  keyRefused,
  keyRevoked,
  keysArrived,
  keysFailed,
  keysRetried,
  newKeySubmitted,
  revokeFailed,
  revokeRequested,
} from './keysSlice';

/** Said when the server has no words of its own. */
export const MAKE_FAILED = 'The key could not be made. Try again.';
export const REVOKE_FAILED = 'The key could not be revoked. It still works. Try again.';

function* askKeys(projectId: string) {
  const { keys } = yield* getPorts();
  try {
    yield* put(keysArrived({ projectId, keys: yield* abortable(keys.list, projectId) }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(keysFailed({ projectId, failure }));
  }
}

/** Asks for the keys of the project whose page is open: its endpoint bar shows what they may do, whatever the view. */
export function* showKeys({ payload: { projectId } }: ReturnType<typeof projectOpened | typeof keysRetried>) {
  yield* race({ asked: call(askKeys, projectId), left: take([projectLeft, sessionEnded]) });
}

/** Makes a key. Leaving the page does not stop it: nobody would know whether there is one. */
export function* makeKey({ payload: { projectId, wish } }: ReturnType<typeof newKeySubmitted>) {
  if ((yield* select(selectNewKey)).phase !== 'making') return;
  const { keys } = yield* getPorts();
  try {
    const { made } = yield* race({ made: abortable(keys.make, projectId, wish), ended: take(sessionEnded) });
    if (made) yield* put(keyMade({ projectId, ...made }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(keyRefused(shownFailure(failure, MAKE_FAILED)));
  }
}

function* revoke(projectId: string, keyId: string) {
  const { keys } = yield* getPorts();
  try {
    yield* abortable(keys.revoke, projectId, keyId);
  } catch (error) {
    if (failureOf(error).status !== 404) throw error;
  }
}

/** Revokes after the person has confirmed. A key that is gone already is as good as revoked. */
export function* revokeKey({ payload: { projectId, keyId } }: ReturnType<typeof revokeRequested>) {
  const name = (yield* select(selectKey, projectId, keyId))?.name ?? 'Key';
  try {
    const { ended } = yield* race({ revoked: call(revoke, projectId, keyId), ended: take(sessionEnded) });
    if (ended) return;
    yield* put(keyRevoked({ projectId, keyId }));
    yield* put(noticeShown({ kind: 'info', text: `${name} revoked` }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(revokeFailed());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, REVOKE_FAILED) }));
  }
}

/** @param missed the last that happened to the page of a project before this was there */
export function* keysSaga(missed?: Action) {
  yield* takeLatest([projectOpened, keysRetried], showKeys);
  yield* takeLeading(newKeySubmitted, makeKey);
  yield* takeLeading(revokeRequested, revokeKey);
  if (projectOpened.match(missed)) yield* fork(showKeys, missed);
}
