import type { Project, SheetPreview } from '../../contract/projects';
import type { ShownFailure } from '../http/apiError';

/** A text that is the URL of a spreadsheet, and the id found in it. */
export interface Draft {
  readonly text: string;
  readonly sheetId: string;
}

/** The create flow (specification, section 4). The text is kept in every phase but idle. */
export type CreateFlow =
  | { readonly phase: 'idle' }
  | { readonly phase: 'invalid'; readonly text: string }
  | ({ readonly phase: 'checking' } & Draft)
  | ({ readonly phase: 'previewReady'; readonly preview: SheetPreview } & Draft)
  | ({ readonly phase: 'creating'; readonly preview: SheetPreview } & Draft)
  /** `preview` is there after a failed create: only a change of the text clears it. */
  | ({ readonly phase: 'failed'; readonly failure: ShownFailure; readonly preview?: SheetPreview } & Draft);

/** What can happen to the create flow, with what comes along. */
export interface CreateFlowEvents {
  readonly draftCleared: void;
  readonly draftRejected: { readonly text: string };
  readonly draftAccepted: Draft;
  readonly checkPassed: SheetPreview;
  readonly checkFailed: ShownFailure;
  readonly createRequested: void;
  readonly projectCreated: Project;
  readonly createFailed: ShownFailure;
  readonly createPageLeft: void;
  readonly sessionEnded: unknown;
}

/** Every event, in the order of the grid. */
export const createFlowEvents = [
  'draftCleared',
  'draftRejected',
  'draftAccepted',
  'checkPassed',
  'checkFailed',
  'createRequested',
  'projectCreated',
  'createFailed',
  'createPageLeft',
  'sessionEnded',
] as const satisfies readonly (keyof CreateFlowEvents)[];

/** The flow while a project is being made. */
export type Creating = Extract<CreateFlow, { phase: 'creating' }>;
