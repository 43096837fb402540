import { createSlice } from '@reduxjs/toolkit';
import type { Column, Row } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';
import { reducersOf } from '../machine/reducersOf';
import { projectLeft } from '../projects/projectsSlice';
import { sessionEnded } from '../session/sessionSlice';

/** The columns of a tab, in the order of the sheet, and its first row. */
export interface TabColumns {
  readonly columns: readonly Column[];
  /** null in an empty tab. */
  readonly first: Row | null;
}

/** A tab, as it is named in addresses. */
export interface ColumnsName {
  readonly projectId: string;
  readonly sheetId: number;
}

/** Whether a tab's columns are known. Asking again keeps showing what is there. */
export type KnownColumns =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready'; readonly revision: number } & TabColumns)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

export type ColumnsState = Readonly<Record<string, KnownColumns>>;

const none: ColumnsState = {};

export const columnsKey = ({ projectId, sheetId }: ColumnsName) => `${projectId}/${sheetId}`;

const on = reducersOf<ColumnsState>();

/** The columns of tabs of the project whose page is open. */
export const columnsSlice = createSlice({
  name: 'columns',
  initialState: none,
  reducers: {
    /** A view shows them; or "Try again". */
    columnsWanted: on<ColumnsName & { revision: number }>((state, payload) =>
      state[columnsKey(payload)]?.phase === 'ready' ? state : { ...state, [columnsKey(payload)]: { phase: 'loading' } },
    ),
    columnsArrived: on<ColumnsName & { revision: number; answer: TabColumns }>(
      (state, { answer, revision, ...name }) => ({
        ...state,
        [columnsKey(name)]: { phase: 'ready', revision, ...answer },
      }),
    ),
    /** Columns that are known stay; they are asked for with the next revision. */
    columnsFailed: on<ColumnsName & { failure: ApiFailure }>((state, { failure, ...name }) =>
      state[columnsKey(name)]?.phase === 'ready'
        ? state
        : { ...state, [columnsKey(name)]: { phase: 'failed', failure } },
    ),
  },
  extraReducers: (builder) => {
    builder.addCase(projectLeft, () => none).addCase(sessionEnded, () => none);
  },
});

export const { columnsWanted, columnsArrived, columnsFailed } = columnsSlice.actions;
