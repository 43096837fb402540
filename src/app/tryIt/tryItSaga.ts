import { takeLeading } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { abortable, request } from '../sagas/request';
import { answerArrived, answerRefused, callLeft, requestCancelled, requestSent, serverUnreachable } from './tryItSlice';

/** Answers from here on are refusals. */
const REFUSALS = 400;

/** Sends a call; "Cancel", another call, and leaving the view abort it. */
export function* tryCall({ payload: { request: tried } }: ReturnType<typeof requestSent>) {
  const { tryIt } = yield* getPorts();
  yield* request(abortable(tryIt.send, tried), {
    done: (answer) => (answer.status < REFUSALS ? answerArrived(answer) : answerRefused(answer)),
    failed: ({ kind }) => serverUnreachable(kind),
    leaves: [requestCancelled, callLeft],
  });
}

export function* tryItSaga() {
  yield* takeLeading(requestSent, tryCall);
}
