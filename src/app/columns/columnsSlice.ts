import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Column, Row } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';
import { withoutFailure, type Known, type KnownById, withAnswer, withFailure } from '../machine/knownById';
import type { TabName } from '../project/rows/endpointSlice';
import { projectLeft } from '../projects/projectsSlice';

/** The columns of a tab, in the order of the sheet, and its first row. */
export interface TabColumns {
  readonly columns: readonly Column[];
  /** null in an empty tab. */
  readonly first: Row | null;
}

/** The columns as they were at a revision of the project. */
interface ReadColumns extends TabColumns {
  readonly revision: number;
}

/** Whether a tab's columns are known. Asking again keeps showing what is there. */
export type KnownColumns = { readonly phase: 'loading' } | Known<ReadColumns>;

type ColumnsState = KnownById<ReadColumns>;

const none: ColumnsState = {};

export const columnsKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

type About<More> = PayloadAction<TabName & More>;

/** The columns of tabs of the project whose page is open. */
export const columnsSlice = createSlice({
  name: 'columns',
  initialState: none,
  reducers: {
    /** A view shows them; or "Try again". */
    columnsWanted: (state: ColumnsState, { payload }: About<{ revision: number }>) =>
      withoutFailure(state, columnsKey(payload)),
    columnsArrived: (state: ColumnsState, { payload }: About<{ revision: number; answer: TabColumns }>) =>
      withAnswer(state, columnsKey(payload), { revision: payload.revision, ...payload.answer }),
    /** Columns that are known stay; they are asked for with the next revision. */
    columnsFailed: (state: ColumnsState, { payload }: About<{ failure: ApiFailure }>) =>
      withFailure(state, columnsKey(payload), payload.failure),
  },
  extraReducers: (builder) => {
    builder.addCase(projectLeft, () => none);
  },
});

export const { columnsWanted, columnsArrived, columnsFailed } = columnsSlice.actions;
