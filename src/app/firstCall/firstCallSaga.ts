import type { NewKey } from '../../contract/keys';
import { failureText } from '../http/apiError';
import { put, race, select, take, takeLeading } from 'typed-redux-saga';
import { keyMade } from '../keys/keysSlice';
import { selectProjectState } from '../projects/projectsSelectors';
import { accessChosen, accessConfirmed, accessRefused, projectDeleted } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { sessionEnded } from '../session/sessionSlice';
import { keyArrived, keyWanted, openingDone, openingWanted, refused } from './firstCallSlice';

/** It reads, on any site: it is safe in a web page, which is where a first call is often put. */
export const FIRST_KEY: NewKey = { name: 'First call', kind: 'publishable', scopes: ['read'] };

/** Said when the server has no words of its own. */
export const NO_KEY = 'The key could not be made. Try again.';
export const NOT_OPENED = 'Reading could not be opened. Nothing has changed. Try again.';

/** Makes the key. Leaving the page does not stop it: it would not be known whether there is one. */
export const makeFirstKey = ({ payload: { projectId } }: ReturnType<typeof keyWanted>) =>
  request(callApi('keys', 'make', projectId, FIRST_KEY), {
    done: (made) => [keyMade({ projectId, ...made }), keyArrived({ secret: made.secret })],
    failed: (failure) => refused({ message: failureText(failure, NO_KEY) }),
  });

/** Opens reading the way that Access does, and waits for what becomes of it. */
export function* openReading({ payload: { projectId } }: ReturnType<typeof openingWanted>) {
  yield* put(accessChosen({ projectId, access: 'public' }));
  const { phase } = yield* select(selectProjectState, projectId);
  if (phase !== 'switching') return yield* put(refused({ message: NOT_OPENED }));
  const isOf = (action: { type: string; payload?: unknown }) =>
    accessRefused.match(action) || projectDeleted.match(action) ? action.payload.projectId === projectId : false;
  const { done, not } = yield* race({
    done: take((action: { type: string }) => accessConfirmed.match(action) && action.payload.id === projectId),
    not: take(isOf),
    ended: take(sessionEnded),
  });
  if (done) yield* put(openingDone());
  if (not) yield* put(refused({ message: NOT_OPENED }));
}

export function* firstCallSaga() {
  yield* takeLeading(keyWanted, makeFirstKey);
  yield* takeLeading(openingWanted, openReading);
}
