import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { CreateFlow, CreateFlowEvents } from './createFlowStates';
import { createFlowTransitions } from './createFlowTransitions';

const on =
  <N extends keyof CreateFlowEvents>(name: N) =>
  (state: CreateFlow, action: PayloadAction<CreateFlowEvents[N]>) =>
    step<CreateFlow, CreateFlowEvents>(createFlowTransitions, state, name, action.payload);

/** Names the events of the create flow; what they do stands in the table. */
export const createFlowSlice = createSlice({
  name: 'createFlow',
  initialState: (): CreateFlow => ({ phase: 'idle' }),
  reducers: {
    draftCleared: on('draftCleared'),
    draftRejected: on('draftRejected'),
    draftAccepted: on('draftAccepted'),
    checkPassed: on('checkPassed'),
    checkFailed: on('checkFailed'),
    createRequested: on('createRequested'),
    projectCreated: on('projectCreated'),
    createFailed: on('createFailed'),
    createPageLeft: on('createPageLeft'),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, on('sessionEnded'));
  },
});

export const {
  draftCleared,
  draftRejected,
  draftAccepted,
  checkPassed,
  checkFailed,
  createRequested,
  projectCreated,
  createFailed,
  createPageLeft,
} = createFlowSlice.actions;
