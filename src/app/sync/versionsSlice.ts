import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DriveVersion } from '../../contract/versions';
import type { ApiFailure } from '../http/apiError';
import { inField } from '../machine/createMachine';
import { sessionEnded } from '../session/sessionSlice';
import { versionMachine, type VersionState } from './versionMachine';

interface AboutSheet {
  readonly sheetId: string;
}

/** Whether the versions of a workbook are known. Asking again keeps showing what is there. */
export type VersionList =
  | { readonly phase: 'ready'; readonly versions: readonly DriveVersion[] }
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

export interface VersionsState {
  readonly change: VersionState;
  /** By id of the workbook. */
  readonly lists: Readonly<Record<string, VersionList>>;
}

const noVersions: VersionsState = { change: versionMachine.getInitialState(), lists: {} };

const withList = (state: VersionsState, sheetId: string, list: VersionList): VersionsState => ({
  ...state,
  lists: { ...state.lists, [sheetId]: list },
});

const withoutFailed = (state: VersionsState, sheetId: string): VersionsState =>
  state.lists[sheetId]?.phase === 'failed'
    ? { ...state, lists: Object.fromEntries(Object.entries(state.lists).filter(([id]) => id !== sheetId)) }
    : state;

/** The versions of workbooks: the list, and the way of another version (a machine). */
export const versionsSlice = createSlice({
  name: 'versions',
  initialState: noVersions,
  reducers: {
    /** The list is on the screen, or its "Try again" was pressed. */
    versionsOpened: (state: VersionsState, { payload }: PayloadAction<AboutSheet>): VersionsState =>
      withoutFailed(state, payload.sheetId),
    versionsArrived: (
      state: VersionsState,
      { payload: { sheetId, versions } }: PayloadAction<AboutSheet & { versions: readonly DriveVersion[] }>,
    ): VersionsState => withList(state, sheetId, { phase: 'ready', versions }),
    versionsFailed: (
      state: VersionsState,
      { payload: { sheetId, failure } }: PayloadAction<AboutSheet & { failure: ApiFailure }>,
    ): VersionsState =>
      state.lists[sheetId]?.phase === 'ready' ? state : withList(state, sheetId, { phase: 'failed', failure }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => noVersions).addMatcher(versionMachine.hears, inField('change', versionMachine));
  },
});

/** The list has left the screen. */
export const versionsLeft = createAction('versions/versionsLeft');

export const {
  versionChosen,
  versionProgressed,
  versionCompared,
  dropChosen,
  renameAnswered,
  versionConfirmed,
  restoreAsked,
  versionDone,
  versionRefused,
  versionCancelled,
} = versionMachine.actions;

export const { versionsOpened, versionsArrived, versionsFailed } = versionsSlice.actions;
