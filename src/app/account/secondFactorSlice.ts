import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { SecondFactor, SecondFactorEvents } from './secondFactorStates';
import { secondFactorTransitions } from './secondFactorTransitions';

/** Before anything is changed. */
export const restingSecondFactor: SecondFactor = { phase: 'resting' };

const on =
  <N extends keyof SecondFactorEvents>(event: N) =>
  (state: SecondFactor, { payload }: PayloadAction<SecondFactorEvents[N]>): SecondFactor =>
    step<SecondFactor, SecondFactorEvents>(secondFactorTransitions, state, event, payload);

/** Two-step sign-in being changed. It comes with the account page, and is forgotten with the person. */
export const secondFactorSlice = createSlice({
  name: 'secondFactor',
  initialState: (): SecondFactor => restingSecondFactor,
  reducers: {
    /** "Turn on", "Turn off" or "New recovery codes". */
    changeAsked: on('changeAsked'),
    /** The password it is to be confirmed with; it is kept nowhere. */
    proofGiven: on('proofGiven'),
    proofRefused: on('proofRefused'),
    setUpMade: on('setUpMade'),
    /** The first code of the app; it is kept nowhere. */
    appCodeGiven: on('appCodeGiven'),
    appCodeRefused: on('appCodeRefused'),
    codesMade: on('codesMade'),
    turnedOff: on('turnedOff'),
    /** "Cancel". */
    changeLeft: on('changeLeft'),
    /** "Done": the recovery codes are in a safe place. */
    codesKept: on('codesKept'),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => restingSecondFactor);
  },
});

export const {
  changeAsked,
  proofGiven,
  proofRefused,
  setUpMade,
  appCodeGiven,
  appCodeRefused,
  codesMade,
  turnedOff,
  changeLeft,
  codesKept,
} = secondFactorSlice.actions;
