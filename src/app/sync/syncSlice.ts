import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SyncProgress, SyncRun } from '../../contract/syncs';
import type { ApiFailure } from '../http/apiError';
import type { ShownFailure } from '../http/shownFailure';
import { createMachine, event, type EventsOf, type OfProject, perProject } from '../machine/createMachine';
import { withoutFailure, type ResultsById, withData, withFailure, without } from '../machine/resultsById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectDeleted, projectMissing } from '../projects/projectsSlice';

/** A sync that was started from this page. */
export type SyncState =
  | { readonly phase: 'idle' }
  /** "Sync now" was pressed; `progress` has no tabs until the first progress event. */
  | { readonly phase: 'running'; readonly progress: SyncProgress }
  | { readonly phase: 'failed'; readonly failure: ShownFailure };

export const idleSync: SyncState = { phase: 'idle' };

const events = {
  /** Any "Sync now" was pressed. */
  syncAsked: event<OfProject>(),
  progressCame: event<OfProject & { readonly progress: SyncProgress }>(),
  syncDone: event<OfProject>(),
  syncFailed: event<OfProject & { readonly failure: ShownFailure }>(),
};

type Events = EventsOf<typeof events>;

const UNKNOWN: SyncProgress = { phase: 'reading', tabs: [] };

const asking = {
  syncAsked: { to: 'running', carry: () => ({ progress: UNKNOWN }) },
} satisfies TransitionRow<SyncState, Events>;

const running = {
  progressCame: { to: 'running', carry: (_from, { progress }) => ({ progress }) },
  syncDone: { to: 'idle' },
  syncFailed: { to: 'failed', carry: (_from, { failure }) => ({ failure }) },
} satisfies TransitionRow<SyncState, Events>;

/** "Sync now" of one project. During a sync another press changes nothing; a progress event after the end is ignored. */
export const syncMachine = createMachine(
  'sync',
  { idle: asking, running, failed: asking },
  (): SyncState => idleSync,
  events,
);

/** The history of a project's syncs, newest first. */
interface SyncHistory {
  readonly runs: readonly SyncRun[];
  readonly keptDays: number;
  readonly next?: string;
}

/** A chosen refresh interval. */
export interface RefreshChoice extends OfProject {
  readonly seconds: number;
}

/** State of the Sync views. */
export interface SyncsState {
  /** Syncs started in this page, by project id. */
  readonly now: Readonly<Record<string, SyncState>>;
  /** Histories by project id. */
  readonly histories: ResultsById<SyncHistory>;
  /** Refresh intervals in seconds that the server has not confirmed, by project id; they are shown meanwhile. */
  readonly refresh: Readonly<Record<string, number>>;
}

const noSyncs: SyncsState = { now: {}, histories: {}, refresh: {} };

/** A change of the interval that is in flight stays: its response settles it. */
const removeProject = (state: SyncsState, { payload: { projectId } }: PayloadAction<OfProject>): SyncsState => ({
  ...state,
  now: without(state.now, projectId),
  histories: without(state.histories, projectId),
});

const on = reducersOf<SyncsState>();

/** The Sync views of projects: "Sync now" (a state machine), auto refresh, the history. */
export const syncSlice = createSlice({
  name: 'sync',
  initialState: noSyncs,
  reducers: {
    /** The Sync view is on the screen, or "Try again" of its history was pressed. */
    historyOpened: on<OfProject>((state, { projectId }) => ({ histories: withoutFailure(state.histories, projectId) })),
    historyArrived: on<OfProject & SyncHistory>((state, { projectId, ...history }) => ({
      histories: withData(state.histories, projectId, history),
    })),
    historyFailed: on<OfProject & { failure: ApiFailure }>((state, { projectId, failure }) => ({
      histories: withFailure(state.histories, projectId, failure),
    })),
    /** Shown at once. */
    refreshChosen: on<RefreshChoice>(({ refresh }, { projectId, seconds }) => ({
      refresh: { ...refresh, [projectId]: seconds },
    })),
    /** The server has confirmed or refused a choice; a later one stays. */
    refreshSettled: on<RefreshChoice>(({ refresh }, { projectId, seconds }) =>
      refresh[projectId] === seconds ? { refresh: without(refresh, projectId) } : {},
    ),
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectDeleted, removeProject)
      .addCase(projectMissing, removeProject)
      .addMatcher(syncMachine.handles, perProject('now', syncMachine));
  },
});

/** The history has left the screen. */
export const historyLeft = createAction('sync/historyLeft');
/** "Show older". */
export const olderAsked = createAction<OfProject>('sync/olderAsked');

export const { syncAsked, progressCame, syncDone, syncFailed } = syncMachine.actions;

export const { historyOpened, historyArrived, historyFailed, refreshChosen, refreshSettled } = syncSlice.actions;
