import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { TriedRequest } from './tryItApi';
import type { TryItEvents, TryItState } from './tryItStates';
import { tryItTransitions } from './tryItTransitions';

const idle = (): TryItState => ({ phase: 'idle' });

const on =
  <N extends keyof TryItEvents>(name: N) =>
  (state: TryItState, { payload }: PayloadAction<TryItEvents[N]>): TryItState =>
    step<TryItState, TryItEvents>(tryItTransitions, state, name, payload);

/** The call that is tried in the API view. */
export const tryItSlice = createSlice({
  name: 'tryIt',
  initialState: idle,
  reducers: {
    /** "Send". The request goes to the saga with the event, and nowhere else: it may carry a key. */
    requestSent: {
      reducer: (state: TryItState, action: PayloadAction<{ since: number; request: TriedRequest }>) =>
        on('requestSent')(state, action),
      prepare: (request: TriedRequest) => ({ payload: { request, since: Date.now() } }),
    },
    answerArrived: on('answerArrived'),
    answerRefused: on('answerRefused'),
    serverUnreachable: on('serverUnreachable'),
    requestCancelled: on('requestCancelled'),
    callLeft: on('callLeft'),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, idle);
  },
});

export const { requestSent, answerArrived, answerRefused, serverUnreachable, requestCancelled, callLeft } =
  tryItSlice.actions;
