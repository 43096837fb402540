import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Row } from '../../../contract/rows';
import { without } from '../../machine/resultsById';
import { projectDeleted } from '../../projects/projectsSlice';
import type { RowRange } from '../../grid/pageCache';
import type { RowSlice } from '../rows/endpointApi';
import { type TabName, tabKey } from '../rows/endpointSlice';
import { type Draft, type DraftName, draftMachine, type DraftState, type Values } from './draftMachine';

/** A changed row: the values of its changed cells before and after. */
export interface RowChange {
  readonly id: string;
  readonly before: Values;
  readonly after: Values;
}

/** One write, which can be undone as a whole. */
export interface Step {
  readonly id: string;
  readonly changed: readonly RowChange[];
  /** Added rows, as stored. */
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
}

/** Maximum number of undo steps, and of the writes that are remembered. */
const MAX_STEPS = 50;

const withLast = <T>(list: readonly T[], last: T): readonly T[] => [...list, last].slice(-MAX_STEPS);

/** Drafts and undo steps of a tab. */
interface TabEdits {
  /** Drafts by {@link cellKey}, {@link rowKey} or {@link NEW_ROW}. */
  readonly drafts: Readonly<Record<string, DraftState>>;
  /** Key of the draft whose cell editor is open. */
  readonly open?: string | undefined;
  readonly steps: readonly Step[];
  /** The changes of rows by the last writes, those of undoing included. */
  readonly writes: readonly (readonly RowChange[])[];
  /** Text about a pending write of several rows: "Writing 3 rows". */
  readonly working?: string | undefined;
}

/** Edits by {@link tabKey}. */
export type EditState = Readonly<Record<string, TabEdits>>;

const nothing: EditState = {};

export const noEdits: TabEdits = { drafts: {}, steps: [], writes: [] };

/** Key of the draft of a new row. */
export const NEW_ROW = 'new';

/** Returns the key of the draft of a cell. */
export const cellKey = (rowId: string, column: string) => JSON.stringify([rowId, column]);

/** Returns the key of the draft of a whole row. */
export const rowKey = (rowId: string) => JSON.stringify([rowId]);

type TabAction<More = unknown> = PayloadAction<TabName & More>;

/** Returns a reducer of a tab from a function that returns the changed fields. */
const inTab =
  <More>(change: (edits: TabEdits, payload: TabName & More) => Partial<TabEdits>) =>
  (state: EditState, { payload }: TabAction<More>): EditState => {
    const edits = state[tabKey(payload)] ?? noEdits;
    return { ...state, [tabKey(payload)]: { ...edits, ...change(edits, payload) } };
  };

/** Whether a draft is of one cell, not of a whole row. */
const isOfCell = ({ rowId }: Draft, key: string) => rowId !== null && key !== rowKey(rowId);

/** Returns the open editor after a transition of a draft: it opens with a new draft of a cell, and closes when the draft is sent or idle. */
function openAfter({ drafts, open }: TabEdits, key: string, next: DraftState) {
  if (next.phase === 'typing' && drafts[key] === undefined && isOfCell(next.draft, key)) return key;
  return open === key && (next.phase === 'saving' || next.phase === 'idle') ? undefined : open;
}

/** Runs a transition of a draft, and removes the draft if it becomes idle. */
function stepDraft(state: EditState, action: UnknownAction & { payload: DraftName }): EditState {
  const { key } = action.payload;
  const edits = state[tabKey(action.payload)] ?? noEdits;
  const before = edits.drafts[key] ?? draftMachine.getInitialState();
  const next = draftMachine.reducer(before, action);
  if (next === before) return state;
  const drafts = next.phase === 'idle' ? without(edits.drafts, key) : { ...edits.drafts, [key]: next };
  return { ...state, [tabKey(action.payload)]: { ...edits, drafts, open: openAfter(edits, key, next) } };
}

/** Drafts and undo steps of the tabs. */
export const editSlice = createSlice({
  name: 'edit',
  initialState: nothing,
  reducers: {
    /** The editor of a cell with a draft was opened. */
    editorOpened: inTab<DraftName>((_edits, { key }) => ({ open: key })),
    /** The editor was closed; its draft stays. */
    editorLeft: inTab(() => ({ open: undefined })),
    /** A write was completed that can be undone. */
    stepDone: inTab<{ readonly step: Step }>(({ steps }, { step }) => ({ steps: withLast(steps, step) })),
    /** A step was undone, or cannot be undone. */
    stepForgotten: inTab<{ readonly id: string }>(({ steps }, { id }) => ({
      steps: steps.filter((step) => step.id !== id),
    })),
    /** Existing rows were changed by a write of the person, or by undoing one. */
    changesWritten: inTab<{ readonly changed: readonly RowChange[] }>(({ writes }, { changed }) => ({
      writes: withLast(writes, changed),
    })),
    workBegun: inTab<{ readonly what: string }>((_edits, { what }) => ({ working: what })),
    workDone: inTab(() => ({ working: undefined })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectDeleted, (state, { payload }) =>
        Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith(`${payload.projectId}/`))),
      )
      .addMatcher(draftMachine.handles, stepDraft);
  },
});

/** The rows that a person has chosen: those that were loaded, with the writes until then, or the range of a question at a revision. */
export type ChosenRows =
  | { readonly rows: readonly Row[]; readonly writes: TabEdits['writes'] }
  | { readonly slice: RowSlice; readonly revision: number | undefined };

/** Rows to write in one request. */
export interface Plan {
  readonly changed: readonly RowChange[];
  readonly added: readonly Values[];
  /** Whether some cells are read-only, and left as they are. */
  readonly leftAlone?: boolean;
}

/** Texts to write, row by row, for these columns. */
export interface Pasted extends TabName {
  /** Index of the first row in the current result, from 0. */
  readonly first: number;
  readonly columns: readonly string[];
  readonly texts: readonly (readonly string[])[];
  /** Which notice is shown. */
  readonly verb: 'pasted' | 'cleared';
  readonly attempt: string;
  /** The existing rows at `first`, set by the saga when it receives the action. */
  readonly chosen?: ChosenRows;
  /** What was sent, set by the saga if it has to be sent again: a request that was repeated may not differ. */
  readonly plan?: Plan;
}

export const { editorOpened, editorLeft, stepDone, stepForgotten, changesWritten, workBegun, workDone } =
  editSlice.actions;

/** The rows of a tab are on the screen and writable. */
export const editingOpened = createAction<TabName>('edit/editingOpened');

/** "Undo" of a step, by default of the last one. */
export const undoPressed = createAction<TabName & { readonly id?: string }>('edit/undoPressed');

/** Rows are to be deleted. `chosen` is set by the saga when it receives the action. */
export const rowsRemoved = createAction<TabName & RowRange & { readonly chosen?: ChosenRows }>('edit/rowsRemoved');

/** Texts are to be written from a row on; texts beyond the last row become new rows. */
export const cellsPasted = createAction('edit/cellsPasted', (pasted: Omit<Pasted, 'attempt'>) => ({
  payload: { ...pasted, attempt: nanoid() } satisfies Pasted,
}));
