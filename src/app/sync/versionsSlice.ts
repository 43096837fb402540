import { createAction, createSlice } from '@reduxjs/toolkit';
import type { DriveVersion, VersionDifference } from '../../contract/versions';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, inField } from '../machine/createMachine';
import { withoutFailure, type ResultsById, withData, withFailure } from '../machine/resultsById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { type RenameAnswer, withRenameAnswer } from './renames';

/** A workbook (`sheetId`), and its project. */
export interface OfWorkbook {
  readonly projectId: string;
  readonly sheetId: string;
}

/** A file chosen as the next version. */
interface OfFile extends OfWorkbook {
  readonly fileName: string;
}

interface Compared extends OfFile {
  readonly difference: VersionDifference;
  /** Whether rows added by the API are removed. */
  readonly dropApiRows: boolean;
  /** Answers about sheets that may have been renamed; the version can be applied once all are answered. */
  readonly answers: readonly RenameAnswer[];
}

/** Progress of a new or restored version: comparing, compared, applying; restoring. */
export type VersionState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'comparing'; readonly percent: number } & OfFile)
  | ({ readonly phase: 'compared' } & Compared)
  | ({ readonly phase: 'applying' } & Compared)
  | ({ readonly phase: 'restoring'; readonly n: number } & OfWorkbook)
  | ({ readonly phase: 'refused'; readonly message: string } & OfWorkbook);

const events = {
  /** The file itself travels in `meta`, as it is not part of the state. */
  versionChosen: event((projectId: string, sheetId: string, file: File) => ({
    payload: { projectId, sheetId, fileName: file.name },
    meta: { file },
  })),
  versionProgressed: event<{ readonly percent: number }>(),
  versionCompared: event<{ readonly difference: VersionDifference }>(),
  /** "Remove rows added by the API" was checked or unchecked. */
  dropChosen: event<{ readonly dropApiRows: boolean }>(),
  /** "Renamed?" was answered for a sheet. */
  renameAnswered: event<RenameAnswer>(),
  versionConfirmed: event(),
  restoreAsked: event<OfWorkbook & { readonly n: number }>(),
  versionDone: event(),
  versionRefused: event<OfWorkbook & { readonly message: string }>(),
  versionCancelled: event(),
};

type Events = EventsOf<typeof events>;

const refusing = {
  versionRefused: {
    to: 'refused',
    carry: (_from, { projectId, sheetId, message }) => ({ projectId, sheetId, message }),
  },
} satisfies TransitionRow<VersionState, Events>;

const starting = {
  ...refusing,
  versionChosen: {
    to: 'comparing',
    carry: (_from, { projectId, sheetId, fileName }) => ({ projectId, sheetId, fileName, percent: 0 }),
  },
  restoreAsked: { to: 'restoring', carry: (_from, { projectId, sheetId, n }) => ({ projectId, sheetId, n }) },
} satisfies TransitionRow<VersionState, Events>;

/** A version that is not applied yet gives way to another file or version, also of another workbook. */
const unapplied = {
  ...starting,
  versionCancelled: { to: 'idle' },
} satisfies TransitionRow<VersionState, Events>;

const finishing = {
  ...refusing,
  versionDone: { to: 'idle' },
} satisfies TransitionRow<VersionState, Events>;

/**
 * A new version of a workbook, a part of the versions' slice. Only a compared and confirmed file is applied. It cannot be cancelled while
 * it is being applied, as the result would be unknown.
 */
export const versionMachine = createMachine(
  'versions',
  {
    idle: starting,
    comparing: {
      ...unapplied,
      versionProgressed: { to: 'comparing', carry: (from, { percent }) => ({ ...from, percent }) },
      versionCompared: {
        to: 'compared',
        carry: ({ projectId, sheetId, fileName }, { difference }) => ({
          projectId,
          sheetId,
          fileName,
          difference,
          dropApiRows: false,
          answers: [],
        }),
      },
    },
    compared: {
      ...unapplied,
      dropChosen: { to: 'compared', carry: (from, { dropApiRows }) => ({ ...from, dropApiRows }) },
      renameAnswered: {
        to: 'compared',
        carry: (from, answer) => ({ ...from, answers: withRenameAnswer(from.answers, answer) }),
      },
      versionConfirmed: { to: 'applying', carry: (from) => from },
    },
    applying: finishing,
    restoring: finishing,
    refused: unapplied,
  },
  (): VersionState => ({ phase: 'idle' }),
  events,
);

interface AboutSheet {
  readonly sheetId: string;
}

export interface VersionsState {
  readonly change: VersionState;
  /** Versions by workbook id. */
  readonly lists: ResultsById<{ readonly versions: readonly DriveVersion[] }>;
}

const noVersions: VersionsState = { change: versionMachine.getInitialState(), lists: {} };

const on = reducersOf<VersionsState>();

/** The versions of workbooks: the lists, and a new version (a state machine). */
export const versionsSlice = createSlice({
  name: 'versions',
  initialState: noVersions,
  reducers: {
    /** The list is on the screen, or its "Try again" was pressed. */
    versionsOpened: on<AboutSheet>(({ lists }, payload) => ({
      lists: withoutFailure(lists, payload.sheetId),
    })),
    versionsArrived: on<AboutSheet & { versions: readonly DriveVersion[] }>(({ lists }, { sheetId, versions }) => ({
      lists: withData(lists, sheetId, { versions }),
    })),
    versionsFailed: on<AboutSheet & { failure: ApiFailure }>(({ lists }, { sheetId, failure }) => ({
      lists: withFailure(lists, sheetId, failure),
    })),
  },
  extraReducers: (builder) => {
    builder.addMatcher(versionMachine.handles, inField('change', versionMachine));
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
