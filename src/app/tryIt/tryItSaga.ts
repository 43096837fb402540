import { takeLeading } from 'typed-redux-saga';
import { callApi, request } from '../sagas/request';
import { answerArrived, answerRefused, callLeft, requestCancelled, requestSent, serverUnreachable } from './tryItSlice';

/** Answers from here on are refusals. */
const REFUSALS = 400;

/** Sends a call; "Cancel", another call, and leaving the view abort it. */
export const tryCall = ({ payload: { request: tried } }: ReturnType<typeof requestSent>) =>
  request(callApi('tryIt', 'send', tried), {
    done: (answer) => (answer.status < REFUSALS ? answerArrived(answer) : answerRefused(answer)),
    failed: ({ kind }) => serverUnreachable(kind),
    leaves: [requestCancelled, callLeft],
  });

export const tryItSaga = () => takeLeading(requestSent, tryCall);
