import { takeLeading } from 'typed-redux-saga';
import { callApi, request } from '../sagas/request';
import { answerArrived, callLeft, requestSent, serverUnreachable } from './tryItSlice';

/** Sends a call. Aborted by "Cancel", by choosing another call and by leaving the view. */
export const tryCall = ({ payload: { request: tried } }: ReturnType<typeof requestSent>) =>
  request(callApi('tryIt', 'send', tried), {
    done: answerArrived,
    failed: () => serverUnreachable(),
    until: [callLeft],
  });

export const tryItSaga = () => takeLeading(requestSent, tryCall);
