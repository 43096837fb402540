import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import type { Session, SessionEvents } from './sessionStates';
import { sessionTransitions } from './sessionTransitions';

const on =
  <N extends keyof SessionEvents>(name: N) =>
  (state: Session, action: PayloadAction<SessionEvents[N]>) =>
    step<Session, SessionEvents>(sessionTransitions, state, name, action.payload);

/** Names the events of the session; what they do stands in the table. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Session => ({ phase: 'loading' }),
  reducers: {
    sessionAsked: on('sessionAsked'),
    sessionArrived: on('sessionArrived'),
    sessionMissing: on('sessionMissing'),
    sessionUnavailable: on('sessionUnavailable'),
    sessionEnded: on('sessionEnded'),
  },
});

export const { sessionAsked, sessionArrived, sessionMissing, sessionUnavailable, sessionEnded } = sessionSlice.actions;

/** The session may have changed: it is read again. Comes 10 ms after sign-in, sign-up, sign-out and user update. */
export const sessionRefreshSignalled = createAction('session/sessionRefreshSignalled');

/** "Logout" was chosen. */
export const signOutRequested = createAction('session/signOutRequested');
