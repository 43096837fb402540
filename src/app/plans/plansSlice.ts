import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import { plansWanted } from './plansEvents';
import type { PlansEvents, PlansState } from './plansStates';
import { plansTransitions } from './plansTransitions';

/** Before anything was asked. */
export const freshPlans = { phase: 'loading' } as PlansState;

const stepped = <N extends keyof PlansEvents>(state: PlansState, event: N, payload: PlansEvents[N]): PlansState =>
  step<PlansState, PlansEvents>(plansTransitions, state, event, payload);

const on =
  <N extends keyof PlansEvents>(event: N) =>
  (state: PlansState, { payload }: PayloadAction<PlansEvents[N]>): PlansState =>
    stepped(state, event, payload);

/** The person's plan. It comes with what shows it. */
export const plansSlice = createSlice({
  name: 'plans',
  initialState: freshPlans,
  reducers: {
    plansArrived: on('plansArrived'),
    plansFailed: on('plansFailed'),
    /** "Upgrade to Business", "Change to Free". */
    planChosen: on('planChosen'),
    planTaken: on('planTaken'),
    planRefused: on('planRefused'),
    plansLeft: on('plansLeft'),
  },
  extraReducers: (builder) => {
    builder
      .addCase(plansWanted, (state) => stepped(state as PlansState, 'plansWanted', undefined))
      .addCase(sessionEnded, (state) => stepped(state as PlansState, 'sessionEnded', undefined));
  },
});

export const { plansArrived, plansFailed, planChosen, planTaken, planRefused, plansLeft } = plansSlice.actions;
