import { buffers, channel, type Channel } from 'redux-saga';

/** The app API answered 401: nobody is signed in any more. */
export interface SessionLoss {
  readonly lost: true;
}

export type SessionLosses = Channel<SessionLoss>;

/** What 401s speak into: however many arrive at once, one is kept. */
export const createSessionLosses = (): SessionLosses => channel<SessionLoss>(buffers.sliding(1));
