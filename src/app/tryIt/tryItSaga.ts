import { call, put, race, take, takeLeading } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import type { TriedRequest } from './tryItApi';
import { answerArrived, answerRefused, callLeft, requestCancelled, requestSent, serverUnreachable } from './tryItSlice';

/** Answers from here on are refusals. */
const REFUSALS = 400;

function* send(request: TriedRequest) {
  const { tryIt } = yield* getPorts();
  try {
    const answer = yield* abortable(tryIt.send, request);
    yield* put(answer.status < REFUSALS ? answerArrived(answer) : answerRefused(answer));
  } catch (error) {
    yield* put(serverUnreachable(failureOf(error).kind));
  }
}

/** Sends a call; "Cancel", another call, and leaving the view abort it. */
export function* tryCall({ payload: { request } }: ReturnType<typeof requestSent>) {
  yield* race({ sent: call(send, request), left: take([requestCancelled, callLeft, sessionEnded]) });
}

export function* tryItSaga() {
  yield* takeLeading(requestSent, tryCall);
}
