import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { GoogleEvents, GoogleState } from './googleStates';
import { googleTransitions } from './googleTransitions';

/** Before it was asked for. */
export const freshGoogle: GoogleState = { phase: 'loading' };

const on =
  <N extends keyof GoogleEvents>(event: N) =>
  (state: GoogleState, { payload }: PayloadAction<GoogleEvents[N]>): GoogleState =>
    step<GoogleState, GoogleEvents>(googleTransitions, state, event, payload);

/** The connected Google account. It comes with the account page, and is forgotten with the person. */
export const googleSlice = createSlice({
  name: 'google',
  initialState: (): GoogleState => freshGoogle,
  reducers: {
    /** Also "Try again". */
    googleAsked: on('googleAsked'),
    googleArrived: on('googleArrived'),
    googleFailed: on('googleFailed'),
    disconnectAsked: on('disconnectAsked'),
    disconnectRefused: on('disconnectRefused'),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => freshGoogle);
  },
});

export const { googleAsked, googleArrived, googleFailed, disconnectAsked, disconnectRefused } = googleSlice.actions;
