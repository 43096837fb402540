import { type Action, createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { inField, type OfProject, perProject } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import { sessionEnded } from '../session/sessionSlice';
import { type ProjectList, projectListMachine } from './projectListMachine';
import { projectMachine, type ProjectState } from './projectMachine';
import type { ProjectOrder } from './projectOrder';
import { renameMachine, type RenameState } from './renameMachine';

export const {
  projectOpened,
  projectArrived,
  projectMissing,
  projectFailed,
  accessChosen,
  accessConfirmed,
  accessRefused,
  deleteRequested,
  projectDeleted,
  deleteFailed,
  restoreRequested,
  restoreFailed,
} = projectMachine.actions;

export const {
  projectListOpened,
  projectListWanted,
  projectListRetried,
  projectListLeft,
  projectListArrived,
  projectListFailed,
  projectCreated,
} = projectListMachine.actions;

export const { renameOpened, renameSubmitted, renameDone, renameRefused, renameClosed } = renameMachine.actions;

const isArrival = isAnyOf(projectArrived, accessConfirmed);

/** Returns a matcher of the events after which the response of a request for a project may be older than the state. */
export const projectChanges = (projectId: string) => (action: Action) => {
  if (isArrival(action)) return action.payload.id === projectId;
  return projectDeleted.match(action) && action.payload.projectId === projectId;
};

/** A part of a project has changed, or may have: it is read again. */
export const projectOutdated = createAction<OfProject>('projects/projectOutdated');

/** The page of a project has left the screen. */
export const projectLeft = createAction<OfProject>('projects/projectLeft');

/** The user's projects. Each is stored once, in `byId`; the list holds ids. A project missing in `byId` is unknown. */
export interface ProjectsState {
  readonly list: ProjectList;
  readonly byId: Readonly<Record<string, ProjectState>>;
  readonly rename: RenameState;
  /** Id of the project just created; its row is highlighted until the user leaves the list. */
  readonly newId: string | null;
  readonly search: string;
  readonly order: ProjectOrder;
}

const noProjects: ProjectsState = {
  list: projectListMachine.getInitialState(),
  byId: {},
  rename: renameMachine.getInitialState(),
  newId: null,
  search: '',
  order: 'newest',
};

const inProject = perProject('byId', projectMachine);

const on = reducersOf<ProjectsState>();

/** The user's projects: three machines (the list, each project, the rename dialog), and the list's search and order. */
export const projectsSlice = createSlice({
  name: 'projects',
  initialState: noProjects,
  reducers: {
    searchTyped: on<string>((_state, search) => ({ search })),
    orderChosen: on<ProjectOrder>((_state, order) => ({ order })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectListArrived, (state: ProjectsState, { payload: projects }) =>
        projects.reduce((current, project) => inProject(current, projectArrived(project)), state),
      )
      .addCase(projectCreated, (state: ProjectsState, { payload }) => ({
        ...inProject(state, projectArrived(payload)),
        newId: payload.id,
      }))
      .addCase(projectListLeft, (state: ProjectsState) => ({ ...state, newId: null }))
      .addCase(sessionEnded, ({ list, order }: ProjectsState) => ({ ...noProjects, list, order }))
      .addMatcher(projectMachine.handles, inProject)
      .addMatcher(projectListMachine.handles, inField('list', projectListMachine))
      .addMatcher(renameMachine.handles, inField('rename', renameMachine));
  },
});

export const { searchTyped, orderChosen } = projectsSlice.actions;
