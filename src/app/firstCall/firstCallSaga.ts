import type { NewKey } from '../../contract/keys';
import { failureText } from '../http/apiError';
import { put, race, select, take } from 'typed-redux-saga';
import { keyAdded } from '../keys/keysSlice';
import { selectProjectState } from '../projects/projectsSelectors';
import { accessChosen, accessConfirmed, accessRefused, projectDeleted } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { sessionEnded } from '../session/sessionSlice';
import { keyArrived, keyWanted, openingDone, openingWanted, refused, selectFirstCall } from './firstCallSlice';

/** The key of the first call: publishable and read-only for any origin, so that it is safe in a web page, where first calls are often made. */
export const FIRST_KEY: NewKey = { name: 'First call', kind: 'publishable', scopes: ['read'] };

/** Fallback texts if the server sent none: its answer may be lost. */
export const NO_KEY = 'The key may not have been made. Try again.';
export const NOT_OPENED = 'Reading may not be open. Try again.';

/** Creates the key. Leaving the page does not cancel the request, as it would be unknown whether the key exists. */
export function* makeFirstKey({ payload: { projectId } }: ReturnType<typeof keyWanted>) {
  const call = yield* select(selectFirstCall, projectId);
  if (call.phase !== 'makingKey') return;
  const { id, replaces } = call.attempt;
  yield* request(callApi('keys', 'make', projectId, { ...FIRST_KEY, id, replaces }), {
    done: ({ key, secret }) => [keyAdded({ projectId, key, replaces }), keyArrived({ projectId, secret })],
    failed: (failure) => refused({ projectId, message: failureText(failure, NO_KEY) }),
  });
}

/** Makes reading public like the Access view, and waits for the result. */
export function* openReading({ payload: { projectId } }: ReturnType<typeof openingWanted>) {
  yield* put(accessChosen({ projectId, access: 'public' }));
  const { phase } = yield* select(selectProjectState, projectId);
  if (phase !== 'switching') return yield* put(refused({ projectId, message: NOT_OPENED }));
  const isFailure = (action: { type: string; payload?: unknown }) =>
    accessRefused.match(action) || projectDeleted.match(action) ? action.payload.projectId === projectId : false;
  const { done, failed } = yield* race({
    done: take((action: { type: string }) => accessConfirmed.match(action) && action.payload.id === projectId),
    failed: take(isFailure),
    ended: take(sessionEnded),
  });
  if (done) yield* put(openingDone({ projectId }));
  if (failed) yield* put(refused({ projectId, message: NOT_OPENED }));
}

export function* firstCallSaga() {
  yield* takeLeadingPerProject(keyWanted, makeFirstKey);
  yield* takeLeadingPerProject(openingWanted, openReading);
}
