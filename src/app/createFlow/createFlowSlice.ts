import { createAction } from '@reduxjs/toolkit';
import type { SheetPreview } from '../../contract/projects';
import type { ShownFailure } from '../http/shownFailure';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import { projectCreated } from '../projects/projectsSlice';
import { sessionEnded } from '../session/sessionSlice';

/** A text that is the URL of a spreadsheet, and the id in it. */
export interface Draft {
  readonly text: string;
  readonly sheetId: string;
}

/** The create flow (specification, section 4). Every phase but idle holds the text. */
export type CreateFlow =
  | { readonly phase: 'idle' }
  | { readonly phase: 'invalid'; readonly text: string }
  | ({ readonly phase: 'checking' } & Draft)
  | ({ readonly phase: 'previewReady'; readonly preview: SheetPreview } & Draft)
  | ({ readonly phase: 'creating'; readonly preview: SheetPreview } & Draft)
  /** `preview` is set after a failed create: only a change of the text clears it. */
  | ({ readonly phase: 'failed'; readonly failure: ShownFailure; readonly preview?: SheetPreview } & Draft);

/** The flow while a project is being created. */
export type Creating = Extract<CreateFlow, { phase: 'creating' }>;

/** A workbook was uploaded to the drive: its URL becomes the text. */
export const uploadDone = createAction<{ readonly url: string }>('createFlow/uploadDone');

/** A URL was restored after the consent page of Google or a new sign-in; it is checked again. */
export const sheetBroughtBack = createAction<{ readonly url: string }>('createFlow/sheetBroughtBack');

/** The create flow's events and their payloads, in the order of the grid. */
const events = {
  draftCleared: event(),
  draftRejected: event<{ readonly text: string }>(),
  draftAccepted: event<Draft>(),
  checkPassed: event<SheetPreview>(),
  checkFailed: event<ShownFailure>(),
  createRequested: event(),
  projectCreated,
  createFailed: event<ShownFailure>(),
  createPageLeft: event(),
  sessionEnded,
};

export type CreateFlowEvents = EventsOf<typeof events>;

const edits = {
  draftCleared: { to: 'idle' },
  draftRejected: { to: 'invalid', carry: (_from, { text }) => ({ text }) },
  draftAccepted: { to: 'checking', carry: (_from, { text, sheetId }) => ({ text, sheetId }) },
} satisfies TransitionRow<CreateFlow, CreateFlowEvents>;

const endings = {
  createPageLeft: { to: 'idle' },
  sessionEnded: { to: 'idle' },
} satisfies TransitionRow<CreateFlow, CreateFlowEvents>;

/** The create flow's transition table (specification, section 4). `docs/create-flow.md` is generated from it. */
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
    projectCreated: { to: 'idle' },
    createFailed: {
      to: 'failed',
      carry: ({ text, sheetId, preview }, failure) => ({ text, sheetId, failure, preview }),
    },
    ...endings,
  },
  failed: { ...edits, ...endings },
} satisfies TransitionTable<CreateFlow, CreateFlowEvents>;

export const createFlowSlice = createMachine(
  'createFlow',
  createFlowTransitions,
  (): CreateFlow => ({ phase: 'idle' }),
  events,
);

export const {
  draftCleared,
  draftRejected,
  draftAccepted,
  checkPassed,
  checkFailed,
  createRequested,
  createFailed,
  createPageLeft,
} = createFlowSlice.actions;
