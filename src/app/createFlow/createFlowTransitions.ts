import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { CreateFlow, CreateFlowEvents } from './createFlowStates';

const edits = {
  draftCleared: { to: 'idle', carry: () => ({}) },
  draftRejected: { to: 'invalid', carry: (_from, { text }) => ({ text }) },
  draftAccepted: { to: 'checking', carry: (_from, { text, sheetId }) => ({ text, sheetId }) },
} satisfies TransitionRow<CreateFlow, CreateFlowEvents>;

const endings = {
  createPageLeft: { to: 'idle', carry: () => ({}) },
  sessionEnded: { to: 'idle', carry: () => ({}) },
} satisfies TransitionRow<CreateFlow, CreateFlowEvents>;

/** The create flow as a table (specification, section 4). `docs/create-flow.md` is made from it. */
export const createFlowTransitions = {
  idle: { ...edits, ...endings },
  invalid: { ...edits, ...endings },
  checking: {
    ...edits,
    checkPassed: { to: 'previewReady', carry: ({ text, sheetId }, preview) => ({ text, sheetId, preview }) },
    checkFailed: { to: 'failed', carry: ({ text, sheetId }, failure) => ({ text, sheetId, failure }) },
    ...endings,
  },
  previewReady: {
    ...edits,
    createRequested: { to: 'creating', carry: ({ text, sheetId, preview }) => ({ text, sheetId, preview }) },
    ...endings,
  },
  creating: {
    projectCreated: { to: 'idle', carry: () => ({}) },
    createFailed: {
      to: 'failed',
      carry: ({ text, sheetId, preview }, failure) => ({ text, sheetId, failure, preview }),
    },
    ...endings,
  },
  failed: { ...edits, ...endings },
} satisfies TransitionTable<CreateFlow, CreateFlowEvents>;
