import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { codeGiven, codeWanted } from './secondStepEvents';
import type { SecondStep, SecondStepEvents } from './secondStepStates';
import { secondStepTransitions } from './secondStepTransitions';
import { sessionArrived } from './sessionSlice';

/** Before a password was right. */
export const noSecondStep: SecondStep = { phase: 'unwanted' };

const on =
  <N extends keyof SecondStepEvents>(event: N) =>
  (state: SecondStep, { payload }: PayloadAction<SecondStepEvents[N]>): SecondStep =>
    step<SecondStep, SecondStepEvents>(secondStepTransitions, state, event, payload);

/** The second step of signing in. It comes with the login page; codes are not kept in the state. */
export const secondStepSlice = createSlice({
  name: 'secondStep',
  initialState: (): SecondStep => noSecondStep,
  reducers: {
    codeRefused: on('codeRefused'),
    /** "Use a recovery code instead", and back. */
    kindSwitched: on('kindSwitched'),
    /** "Start over". */
    stepLeft: on('stepLeft'),
  },
  extraReducers: (builder) => {
    builder
      .addCase(codeWanted, on('codeWanted'))
      .addCase(codeGiven, on('codeGiven'))
      .addCase(sessionArrived, () => noSecondStep);
  },
});

export const { codeRefused, kindSwitched, stepLeft } = secondStepSlice.actions;
