import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { RenameEvents, RenameState } from './renameStates';

const saving = {
  renameSubmitted: { to: 'saving', carry: (_from, { projectId }) => ({ projectId }) },
  renameClosed: { to: 'closed', carry: () => ({}) },
} satisfies TransitionRow<RenameState, RenameEvents>;

/** A new name as a table. While it is being saved its dialog stays. */
export const renameTransitions = {
  closed: { renameOpened: { to: 'asking', carry: (_from, { projectId }) => ({ projectId }) } },
  asking: { ...saving },
  saving: {
    renameDone: { to: 'closed', carry: () => ({}) },
    renameRefused: { to: 'refused', carry: ({ projectId }, { message }) => ({ projectId, message }) },
  },
  refused: { ...saving },
} satisfies TransitionTable<RenameState, RenameEvents>;
