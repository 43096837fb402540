import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DriveVersion } from '../../contract/versions';
import type { ApiFailure } from '../http/apiError';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { VersionEvents, VersionState } from './versionStates';
import { versionTransitions } from './versionTransitions';

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

const noVersions: VersionsState = { change: { phase: 'idle' }, lists: {} };

const withList = (state: VersionsState, sheetId: string, list: VersionList): VersionsState => ({
  ...state,
  lists: { ...state.lists, [sheetId]: list },
});

const withoutFailed = (state: VersionsState, sheetId: string): VersionsState =>
  state.lists[sheetId]?.phase === 'failed'
    ? { ...state, lists: Object.fromEntries(Object.entries(state.lists).filter(([id]) => id !== sheetId)) }
    : state;

const on =
  <N extends keyof VersionEvents>(name: N) =>
  (state: VersionsState, { payload }: PayloadAction<VersionEvents[N]>): VersionsState => {
    const change = step<VersionState, VersionEvents>(versionTransitions, state.change, name, payload);
    return change === state.change ? state : { ...state, change };
  };

/** The versions of workbooks: the list, and the way of another version (a table). */
export const versionsSlice = createSlice({
  name: 'versions',
  initialState: noVersions,
  reducers: {
    /** The file itself travels in `meta`: it is no part of the state. */
    versionChosen: {
      reducer: (
        state: VersionsState,
        { payload }: PayloadAction<VersionEvents['versionChosen'], string, { file: File }>,
      ): VersionsState => on('versionChosen')(state, { type: 'versionChosen', payload }),
      prepare: (projectId: string, sheetId: string, file: File) => ({
        payload: { projectId, sheetId, fileName: file.name },
        meta: { file },
      }),
    },
    versionProgressed: on('versionProgressed'),
    versionCompared: on('versionCompared'),
    dropChosen: on('dropChosen'),
    renameAnswered: on('renameAnswered'),
    versionConfirmed: on('versionConfirmed'),
    restoreAsked: on('restoreAsked'),
    versionDone: on('versionDone'),
    versionRefused: on('versionRefused'),
    versionCancelled: on('versionCancelled'),

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
    builder.addCase(sessionEnded, () => noVersions);
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
  versionsOpened,
  versionsArrived,
  versionsFailed,
} = versionsSlice.actions;
