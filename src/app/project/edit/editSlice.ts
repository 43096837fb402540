import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Row } from '../../../contract/rows';
import { without } from '../../machine/knownById';
import { projectDeleted } from '../../projects/projectsSlice';
import type { RowRange } from '../../grid/pageCache';
import { type TabName, tabKey } from '../rows/endpointSlice';
import { type DraftName, draftMachine, type DraftState, type Values } from './draftMachine';

/** A row that was changed: what its cells held before and hold since. */
export interface RowChange {
  readonly id: string;
  readonly before: Values;
  readonly after: Values;
}

/** What was written at once, and can be taken back at once. */
export interface Step {
  readonly id: string;
  readonly changed: readonly RowChange[];
  /** Rows that were added, as they were written. */
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
}

/** Steps that can be taken back, at most. */
const STEPS_KEPT = 50;

/** What is being edited in a tab. */
export interface TabEdits {
  /** Drafts by {@link cellKey}, {@link rowKey} or {@link NEW_ROW}. */
  readonly drafts: Readonly<Record<string, DraftState>>;
  /** The cell whose editor is open, by its key. */
  readonly open?: string | undefined;
  readonly steps: readonly Step[];
  /** What is being written of several rows: "Pasting 3 rows". */
  readonly working?: string | undefined;
}

/** By {@link tabKey}. */
export type EditState = Readonly<Record<string, TabEdits>>;

const nothing: EditState = {};

export const noEdits: TabEdits = { drafts: {}, steps: [] };

/** The draft of a row that is added. */
export const NEW_ROW = 'new';

/** The draft of a cell. */
export const cellKey = (rowId: string, column: string) => JSON.stringify([rowId, column]);

/** The draft of a whole row. */
export const rowKey = (rowId: string) => JSON.stringify([rowId]);

type About<More = unknown> = PayloadAction<TabName & More>;

const inTab =
  <More>(change: (edits: TabEdits, payload: TabName & More) => TabEdits) =>
  (state: EditState, { payload }: About<More>): EditState => ({
    ...state,
    [tabKey(payload)]: change(state[tabKey(payload)] ?? noEdits, payload),
  });

/** Which editor is open after a draft has stepped on: a draft of a cell begins in it, and what is sent or gone leaves it. */
function openAfter({ drafts, open }: TabEdits, key: string, next: DraftState) {
  if (next.phase === 'typing' && drafts[key] === undefined && next.draft.rowId !== null) return key;
  return open === key && (next.phase === 'saving' || next.phase === 'idle') ? undefined : open;
}

/** A draft steps on; one that is idle is forgotten. */
function stepDraft(state: EditState, action: UnknownAction & { payload: DraftName }): EditState {
  const { key } = action.payload;
  const edits = state[tabKey(action.payload)] ?? noEdits;
  const before = edits.drafts[key] ?? draftMachine.getInitialState();
  const next = draftMachine.reducer(before, action);
  if (next === before) return state;
  const drafts = next.phase === 'idle' ? without(edits.drafts, key) : { ...edits.drafts, [key]: next };
  return { ...state, [tabKey(action.payload)]: { ...edits, drafts, open: openAfter(edits, key, next) } };
}

/** What is edited in the tabs, and what can be taken back. */
export const editSlice = createSlice({
  name: 'edit',
  initialState: nothing,
  reducers: {
    /** The editor of a cell with a draft is opened. */
    editorOpened: inTab<DraftName>((edits, { key }) => ({ ...edits, open: key })),
    /** The editor is left, and what was typed stays as it is. */
    editorLeft: inTab((edits) => ({ ...edits, open: undefined })),
    /** Something was written that can be taken back. */
    stepDone: inTab<{ readonly step: Step }>((edits, { step }) => ({
      ...edits,
      steps: [...edits.steps, step].slice(-STEPS_KEPT),
    })),
    /** A step was taken back, or cannot be. */
    stepForgotten: inTab<{ readonly id: string }>((edits, { id }) => ({
      ...edits,
      steps: edits.steps.filter((step) => step.id !== id),
    })),
    workBegun: inTab<{ readonly what: string }>((edits, { what }) => ({ ...edits, working: what })),
    workDone: inTab((edits) => ({ ...edits, working: undefined })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectDeleted, (state, { payload }) =>
        Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith(`${payload.projectId}/`))),
      )
      .addMatcher(draftMachine.handles, stepDraft);
  },
});

/** What is pasted: texts row by row, for these columns. */
export interface Pasted extends TabName {
  /** Place of the first row among those on the screen, from 0. */
  readonly first: number;
  readonly columns: readonly string[];
  readonly texts: readonly (readonly string[])[];
  /** What is said of it. */
  readonly verb: 'pasted' | 'cleared';
  readonly attempt: string;
}

export const { editorOpened, editorLeft, stepDone, stepForgotten, workBegun, workDone } = editSlice.actions;

/** The rows of a tab are on the screen, and can be edited. */
export const editingOpened = createAction<TabName>('edit/editingOpened');

/** "Undo": of a step, or of the last one. */
export const undoPressed = createAction<TabName & { readonly id?: string }>('edit/undoPressed');

/** These rows are to go. */
export const rowsRemoved = createAction<TabName & RowRange>('edit/rowsRemoved');

/** Texts are put into cells from a row on; what goes beyond the last row makes new ones. */
export const cellsPasted = createAction('edit/cellsPasted', (pasted: Omit<Pasted, 'attempt'>) => ({
  payload: { ...pasted, attempt: nanoid() } satisfies Pasted,
}));
