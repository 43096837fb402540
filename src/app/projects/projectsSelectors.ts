import { createSelector } from '@reduxjs/toolkit';
import type { Project, ProjectTab } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { matches, requestsOf, rowsOf, sorted } from './projectOrder';
import { projectMachine, type ProjectState } from './projectMachine';

/** What most of a project's page is about. */
export interface TabOfProject {
  readonly project: Project;
  readonly tab: ProjectTab;
}

/** loading, ready or failed. Before anybody has asked, it is about to be. */
export const selectProjectListPhase = ({ projects: { list } }: RootState) =>
  list.phase === 'idle' ? 'loading' : list.phase;

/** Why the list did not load. */
export const selectProjectListFailure = ({ projects: { list } }: RootState) =>
  list.phase === 'failed' ? list.failure : undefined;

const UNKNOWN = projectMachine.getInitialState();

const projectIn = (known: ProjectState = UNKNOWN): Project | undefined =>
  'project' in known ? known.project : undefined;

/** Every project of the list, in the order they came; empty until they have. */
export const selectListedProjects = createSelector(
  (state: RootState) => state.projects.list,
  (state: RootState) => state.projects.byId,
  (list, byId): readonly Project[] =>
    list.phase === 'ready' ? list.ids.flatMap((id) => projectIn(byId[id]) ?? []) : [],
);

export const selectProjectSearch = (state: RootState) => state.projects.search;
export const selectProjectOrder = (state: RootState) => state.projects.order;

/** The rows of the list: those that match the search, in the chosen order (newest first unless another was chosen). */
export const selectShownProjects = createSelector(
  selectListedProjects,
  selectProjectSearch,
  selectProjectOrder,
  (projects, search, order): readonly Project[] =>
    sorted(
      projects.filter((project) => matches(project, search)),
      order,
    ),
);

/** Numbers of the line under the title, of all projects whatever the search. */
export const selectProjectCounts = createSelector(selectListedProjects, (projects) => ({
  projects: projects.length,
  endpoints: projects.reduce((sum, { tabs }) => sum + tabs.filter(({ published }) => published).length, 0),
  rows: projects.reduce((sum, project) => sum + rowsOf(project), 0),
  requests: projects.reduce((sum, project) => sum + requestsOf(project), 0),
}));

/** Whether something in the list is still being synced. */
export const selectSomethingSyncing = (state: RootState) =>
  selectListedProjects(state).some(({ status }) => status === 'syncing');

/** The project just made, whose row is marked. */
export const selectNewProjectId = (state: RootState) => state.projects.newId;

/** What is known of a project, and what is being done with it. */
export const selectProjectState = (state: RootState, projectId: string): ProjectState =>
  state.projects.byId[projectId] ?? UNKNOWN;

export const selectProject = (state: RootState, projectId: string) => projectIn(state.projects.byId[projectId]);

/** A project's page: the project as soon as it is known, whatever else happens; else how asking for it went. */
export type ProjectPageState =
  | { readonly phase: 'loading' | 'ready' | 'missing' }
  | Extract<ProjectState, { phase: 'failed' }>;

const LOADING: ProjectPageState = { phase: 'loading' };
const READY: ProjectPageState = { phase: 'ready' };

export function selectProjectPage(state: RootState, projectId: string): ProjectPageState {
  const known = selectProjectState(state, projectId);
  if (known.phase === 'failed' || known.phase === 'missing') return known;
  return 'project' in known ? READY : LOADING;
}

/** Whether a project is being deleted: its dialog's button loads. */
export const selectDeleting = (state: RootState, projectId: string) =>
  selectProjectState(state, projectId).phase === 'deleting';

/** Renaming a project in the list. */
export const selectRename = (state: RootState) => state.projects.rename;

/** Whether an access switch waits for the server: the switch is then disabled. */
export const selectAccessWaiting = (state: RootState, projectId: string) =>
  selectProjectState(state, projectId).phase === 'switching';
