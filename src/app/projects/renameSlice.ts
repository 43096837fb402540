import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import { renameSubmitted } from './renameEvents';
import type { RenameEvents, RenameState } from './renameStates';
import { renameTransitions } from './renameTransitions';

const closed = (): RenameState => ({ phase: 'closed' });

const on =
  <N extends keyof RenameEvents>(name: N) =>
  (state: RenameState, { payload }: PayloadAction<RenameEvents[N]>) =>
    step<RenameState, RenameEvents>(renameTransitions, state, name, payload);

/** Renaming a project in the list; what the events do stands in the table. It comes with the list. */
export const renameSlice = createSlice({
  name: 'rename',
  initialState: closed,
  reducers: {
    renameOpened: on('renameOpened'),
    renameDone: on('renameDone'),
    renameRefused: on('renameRefused'),
    renameClosed: on('renameClosed'),
  },
  extraReducers: (builder) => {
    builder.addCase(renameSubmitted, on('renameSubmitted')).addCase(sessionEnded, closed);
  },
});

export const { renameOpened, renameDone, renameRefused, renameClosed } = renameSlice.actions;
