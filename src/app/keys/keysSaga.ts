import type { Action } from '@reduxjs/toolkit';
import {
  actionChannel,
  call,
  fork,
  put,
  type SagaGenerator,
  select,
  spawn,
  take,
  takeLatest,
  takeLeading,
} from 'typed-redux-saga';
import { isUnknown } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { shownFailure } from '../http/shownFailure';
import { noticeShown } from '../notices/noticesSlice';
import { projectLeft, projectOpened } from '../projects/projectsSlice';
import { callApi, failureNotice, repeatOnChange, request } from '../sagas/request';
import { withOrigin } from './keyDraft';
import { selectKey, selectNewKey } from './keysSelectors';
import {
  keyAdded,
  keyChanged,
  keyMade,
  keyRefused,
  keyRevoked,
  keysArrived,
  keysFailed,
  keysRetried,
  newKeySubmitted,
  originAdded,
  originChangeFailed,
  originRemoved,
  revokeFailed,
  revokeRequested,
} from './keysSlice';

/** Fallback texts if the server sent none: its answer may be lost. */
export const MAKE_FAILED = 'The key may not have been made. Try again.';
export const REVOKE_FAILED = 'The key may still work. Try again.';

/** Events after which the response of a request in flight may be older than the state. */
const CHANGES = [keyMade, keyAdded, keyChanged, keyRevoked];

/** Fetches the keys of the project whose page is open: the endpoint bar shows their rights in every view. */
export const showKeys = ({ payload: { projectId } }: ReturnType<typeof projectOpened | typeof keysRetried>) =>
  request(
    repeatOnChange(() => callApi('keys', 'list', projectId), CHANGES),
    {
      done: (found) => keysArrived({ projectId, keys: found }),
      failed: (failure) => keysFailed({ projectId, failure }),
      until: [projectLeft],
    },
  );

/** Creates a key. Leaving the page does not cancel the request, as it would be unknown whether the key exists. */
export function* makeKey({ payload: { projectId, wish } }: ReturnType<typeof newKeySubmitted>) {
  const newKey = yield* select(selectNewKey);
  if (newKey.phase !== 'making') return;
  const { id, replaces } = newKey.attempt;
  yield* request(callApi('keys', 'make', projectId, { ...wish, id, replaces }), {
    done: (made) => keyMade({ projectId, ...made, replaces }),
    *failed(failure) {
      yield* put(keyRefused(shownFailure(failure, MAKE_FAILED)));
      // A key without a known secret may exist now.
      yield* spawn(showKeys, keysRetried({ projectId }));
    },
  });
}

/** A 404 counts as success: the key is already gone. If the response is lost, the list of keys tells. */
function* revoke(projectId: string, keyId: string): SagaGenerator<void> {
  try {
    yield* callApi('keys', 'revoke', projectId, keyId);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.status === 404) return;
    if (!isUnknown(failure)) throw error;
    const keys = yield* callApi('keys', 'list', projectId);
    if (keys.some(({ id }) => id === keyId)) throw error;
  }
}

/** Revokes a key after the confirmation. */
export function* revokeKey({ payload: { projectId, keyId } }: ReturnType<typeof revokeRequested>) {
  const name = (yield* select(selectKey, projectId, keyId))?.name ?? 'Key';
  yield* request(revoke(projectId, keyId), {
    done: () => [keyRevoked({ projectId, keyId }), noticeShown({ kind: 'info', text: `${name} revoked` })],
    failed: (failure) => [revokeFailed(), failureNotice(failure, REVOKE_FAILED)],
  });
}

type OriginEvent = ReturnType<typeof originAdded | typeof originRemoved>;

/** Fallback text if the server sent none: its answer may be lost. */
export const ORIGINS_FAILED = 'The origins may not have been changed. Try again.';

/** Duration of the notice with "Undo" after a removal, in milliseconds. */
export const UNDO_MS = 5_000;

const originsAfter = (event: OriginEvent, before: readonly string[]): readonly string[] =>
  originAdded.match(event)
    ? withOrigin(before, event.payload.origin, event.payload.at)
    : before.filter((other) => other !== event.payload.origin);

const removalNotice = ({ projectId, keyId, origin }: OriginEvent['payload'], at: number) =>
  noticeShown({
    kind: 'info',
    text: `${origin} removed`,
    time: UNDO_MS,
    action: { label: 'Undo', event: originAdded({ projectId, keyId, origin, at }) },
  });

/** Sends the changed origins of a key to the server; the list shows them after the response. */
export function* changeOrigins(event: OriginEvent) {
  const { projectId, keyId, origin } = event.payload;
  const current = yield* select(selectKey, projectId, keyId);
  if (current === undefined) return yield* put(originChangeFailed());
  const before = current.origins ?? [];
  const removal = originRemoved.match(event) ? [removalNotice(event.payload, before.indexOf(origin))] : [];
  yield* request(callApi('keys', 'change', projectId, keyId, { origins: [...originsAfter(event, before)] }), {
    done: (key) => [keyChanged({ projectId, key }), ...removal],
    *failed(failure) {
      yield* put(originChangeFailed());
      yield* put(failureNotice(failure, ORIGINS_FAILED));
      // They may have been changed, and the next change starts from them.
      if (isUnknown(failure)) yield* call(showKeys, keysRetried({ projectId }));
    },
  });
}

/** Runs the changes of origins one after the other: each starts from the result of the previous one. */
export function* originsSaga() {
  const events = yield* actionChannel<OriginEvent>([originAdded.type, originRemoved.type]);
  while (true) yield* call(changeOrigins, yield* take(events));
}

/** @param missed the last event of a project's page before this saga was loaded */
export function* keysSaga(missed?: Action) {
  yield* takeLatest([projectOpened, keysRetried], showKeys);
  yield* takeLeading(newKeySubmitted, makeKey);
  yield* takeLeading(revokeRequested, revokeKey);
  yield* fork(originsSaga);
  if (projectOpened.match(missed)) yield* fork(showKeys, missed);
}
