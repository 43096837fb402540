import type { Action } from '@reduxjs/toolkit';
import { fork, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { shownFailure } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { projectLeft, projectOpened } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { failureNotice, request } from '../sagas/request';
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

/** Asks for the keys of the project whose page is open: its endpoint bar shows what they may do, whatever the view. */
export function* showKeys({ payload: { projectId } }: ReturnType<typeof projectOpened | typeof keysRetried>) {
  const { keys } = yield* getPorts();
  yield* request(abortable(keys.list, projectId), {
    done: (found) => keysArrived({ projectId, keys: found }),
    failed: (failure) => keysFailed({ projectId, failure }),
    leaves: [projectLeft],
  });
}

/** Makes a key. Leaving the page does not stop it: nobody would know whether there is one. */
export function* makeKey({ payload: { projectId, wish } }: ReturnType<typeof newKeySubmitted>) {
  if ((yield* select(selectNewKey)).phase !== 'making') return;
  const { keys } = yield* getPorts();
  yield* request(abortable(keys.make, projectId, wish), {
    done: (made) => keyMade({ projectId, ...made }),
    failed: (failure) => keyRefused(shownFailure(failure, MAKE_FAILED)),
  });
}

/** Revokes after the person has confirmed. A key that is gone already is as good as revoked. */
export function* revokeKey({ payload: { projectId, keyId } }: ReturnType<typeof revokeRequested>) {
  const { keys } = yield* getPorts();
  const name = (yield* select(selectKey, projectId, keyId))?.name ?? 'Key';
  const done = () => [keyRevoked({ projectId, keyId }), noticeShown({ kind: 'info', text: `${name} revoked` })];
  yield* request(abortable(keys.revoke, projectId, keyId), {
    done,
    failed: (failure) => (failure.status === 404 ? done() : [revokeFailed(), failureNotice(failure, REVOKE_FAILED)]),
  });
}

/** @param missed the last that happened to the page of a project before this was there */
export function* keysSaga(missed?: Action) {
  yield* takeLatest([projectOpened, keysRetried], showKeys);
  yield* takeLeading(newKeySubmitted, makeKey);
  yield* takeLeading(revokeRequested, revokeKey);
  if (projectOpened.match(missed)) yield* fork(showKeys, missed);
}
