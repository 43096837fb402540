import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Column, Row } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';
import { withoutFailure, type Result, type ResultsById, withData, withFailure } from '../machine/resultsById';
import type { TabName } from '../project/rows/endpointSlice';
import { projectLeft } from '../projects/projectsSlice';

/** The columns of a tab, in the order of the sheet, and its first row. */
export interface TabColumns {
  readonly columns: readonly Column[];
  /** null if the tab has no rows. */
  readonly first: Row | null;
}

/** The columns at a revision of the project. */
interface ReadColumns extends TabColumns {
  readonly revision: number;
}

/** State of a tab's columns; while they are reloaded the loaded ones stay. */
export type KnownColumns = { readonly phase: 'loading' } | Result<ReadColumns>;

type ColumnsState = ResultsById<ReadColumns>;

const none: ColumnsState = {};

export const columnsKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

type TabAction<More> = PayloadAction<TabName & More>;

/** The columns of the tabs of the open project. */
export const columnsSlice = createSlice({
  name: 'columns',
  initialState: none,
  reducers: {
    /** A view needs the columns, or "Try again" was pressed. */
    columnsWanted: (state: ColumnsState, { payload }: TabAction<{ revision: number }>) =>
      withoutFailure(state, columnsKey(payload)),
    /** Columns of an older revision than the loaded ones are ignored. */
    columnsArrived: (state: ColumnsState, { payload }: TabAction<{ revision: number; answer: TabColumns }>) => {
      const known = state[columnsKey(payload)];
      if (known?.phase === 'ready' && known.revision > payload.revision) return state;
      return withData(state, columnsKey(payload), { revision: payload.revision, ...payload.answer });
    },
    /** Loaded columns stay; they are requested again at the next revision. */
    columnsFailed: (state: ColumnsState, { payload }: TabAction<{ failure: ApiFailure }>) =>
      withFailure(state, columnsKey(payload), payload.failure),
  },
  extraReducers: (builder) => {
    builder.addCase(projectLeft, () => none);
  },
});

export const { columnsWanted, columnsArrived, columnsFailed } = columnsSlice.actions;
