import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Access, Project } from '../../contract/projects';
import { projectCreated } from '../createFlow/createFlowSlice';
import type { ApiFailure } from '../http/apiError';
import { sessionEnded } from '../session/sessionSlice';
import type { ProjectOrder } from './projectOrder';
import { forget, keep, keepListed, noProjects } from './projectsState';

interface AboutProject {
  readonly projectId: string;
}

/** Something other than the list itself needs it, the command menu for example. */
export const projectListWanted = createAction('projects/projectListWanted');

/** The person's projects: the list, the one whose page is open, deleting, and who may read. */
export const projectsSlice = createSlice({
  name: 'projects',
  initialState: noProjects,
  reducers: {
    /** The list is on the screen: it is asked for, and again while something in it is syncing. */
    projectListOpened: () => undefined,
    projectListLeft(state) {
      state.newId = null;
    },
    projectListRetried(state) {
      if (state.list.phase === 'failed') state.list = { phase: 'loading' };
    },
    projectListArrived(state, { payload }: PayloadAction<readonly Project[]>) {
      for (const project of payload) keep(state, project);
      state.list = { phase: 'ready', ids: payload.map(({ id }) => id) };
    },
    /** A list that is known stays; asking again will tell. */
    projectListFailed(state, { payload }: PayloadAction<ApiFailure>) {
      if (state.list.phase !== 'ready') state.list = { phase: 'failed', failure: payload };
    },
    searchTyped(state, { payload }: PayloadAction<string>) {
      state.search = payload;
    },
    orderChosen(state, { payload }: PayloadAction<ProjectOrder>) {
      state.order = payload;
    },

    /** A project's page is on the screen, or its "Try again" was pressed. */
    projectOpened(state, { payload: { projectId } }: PayloadAction<AboutProject>) {
      state.opened = { phase: 'asked', projectId };
    },
    projectLeft(state) {
      state.opened = { phase: 'none' };
    },
    /** The server told of a project: asked for, made after its page was left, or changed. */
    projectArrived(state, { payload }: PayloadAction<Project>) {
      keepListed(state, payload);
      if ('projectId' in state.opened && state.opened.projectId === payload.id) {
        state.opened = { phase: 'arrived', projectId: payload.id };
      }
    },
    projectMissing(state, { payload: { projectId } }: PayloadAction<AboutProject>) {
      forget(state, projectId);
      if ('projectId' in state.opened && state.opened.projectId === projectId)
        state.opened = { phase: 'missing', projectId };
    },
    projectFailed(state, { payload: { projectId, failure } }: PayloadAction<AboutProject & { failure: ApiFailure }>) {
      state.opened = { phase: 'failed', projectId, failure };
    },

    deleteRequested(state, { payload: { projectId } }: PayloadAction<AboutProject>) {
      state.deletingId ??= projectId;
    },
    /** Its page, if it is open, shows nothing more until it is left. */
    projectDeleted(state, { payload: { projectId } }: PayloadAction<AboutProject>) {
      forget(state, projectId);
      if ('projectId' in state.opened && state.opened.projectId === projectId) state.opened = { phase: 'none' };
    },
    /** "Undo" after a deletion. */
    restoreRequested: {
      reducer: () => undefined,
      prepare: (payload: AboutProject) => ({ payload }),
    },
    deleteFailed(state) {
      state.deletingId = null;
    },

    /** Shown at once; one switch at a time. */
    accessChosen(state, { payload: { projectId, access } }: PayloadAction<AboutProject & { access: Access }>) {
      const project = state.byId[projectId];
      if (state.accessChange !== null || project === undefined || project.access === access) return;
      state.accessChange = { projectId, before: project.access };
      project.access = access;
    },
    accessConfirmed(state, { payload }: PayloadAction<Project>) {
      state.accessChange = null;
      keep(state, payload);
    },
    /** Back to what it was. */
    accessRefused(state) {
      const project = state.accessChange && state.byId[state.accessChange.projectId];
      if (state.accessChange && project) project.access = state.accessChange.before;
      state.accessChange = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectCreated, (state, { payload }) => {
        keepListed(state, payload);
        state.newId = payload.id;
      })
      .addCase(sessionEnded, ({ order }) => ({ ...noProjects, order }));
  },
});

export const {
  projectListOpened,
  projectListLeft,
  projectListRetried,
  projectListArrived,
  projectListFailed,
  searchTyped,
  orderChosen,
  projectOpened,
  projectLeft,
  projectArrived,
  projectMissing,
  projectFailed,
  deleteRequested,
  projectDeleted,
  deleteFailed,
  restoreRequested,
  accessChosen,
  accessConfirmed,
  accessRefused,
} = projectsSlice.actions;
