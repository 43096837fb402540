import { takeLeading } from 'typed-redux-saga';
import { callApi, request } from '../sagas/request';
import { answerArrived, callLeft, requestSent, serverUnreachable } from './tryItSlice';

/** Sends a call; "Cancel", another call, and leaving the view abort it. */
export const tryCall = ({ payload: { request: tried } }: ReturnType<typeof requestSent>) =>
  request(callApi('tryIt', 'send', tried), {
    done: answerArrived,
    failed: () => serverUnreachable(),
    leaves: [callLeft],
  });

export const tryItSaga = () => takeLeading(requestSent, tryCall);
