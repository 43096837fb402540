import { createSelector } from '@reduxjs/toolkit';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { matches, requestsOf, rowsOf, sorted } from './projectOrder';
import type { OpenedProject } from './projectsState';

/** loading, ready or failed. */
export const selectProjectListPhase = (state: RootState) => state.projects.list.phase;

/** Why the list did not load. */
export const selectProjectListFailure = ({ projects: { list } }: RootState) =>
  list.phase === 'failed' ? list.failure : undefined;

const selectListed = createSelector(
  (state: RootState) => state.projects.list,
  (state: RootState) => state.projects.byId,
  (list, byId): readonly Project[] => (list.phase === 'ready' ? list.ids.flatMap((id) => byId[id] ?? []) : []),
);

export const selectProjectSearch = (state: RootState) => state.projects.search;
export const selectProjectOrder = (state: RootState) => state.projects.order;

/** The rows of the list: those that match the search, in the chosen order (newest first unless another was chosen). */
export const selectShownProjects = createSelector(
  selectListed,
  selectProjectSearch,
  selectProjectOrder,
  (projects, search, order): readonly Project[] =>
    sorted(
      projects.filter((project) => matches(project, search)),
      order,
    ),
);

/** Numbers of the line under the title, of all projects whatever the search. */
export const selectProjectCounts = createSelector(selectListed, (projects) => ({
  projects: projects.length,
  endpoints: projects.reduce((sum, { tabs }) => sum + tabs.filter(({ published }) => published).length, 0),
  rows: projects.reduce((sum, project) => sum + rowsOf(project), 0),
  requests: projects.reduce((sum, project) => sum + requestsOf(project), 0),
}));

/** Whether something in the list is still being synced. */
export const selectSomethingSyncing = (state: RootState) =>
  selectListed(state).some(({ status }) => status === 'syncing');

/** The project just made, whose row is marked. */
export const selectNewProjectId = (state: RootState) => state.projects.newId;

export const selectProject = (state: RootState, projectId: string): Project | undefined =>
  state.projects.byId[projectId];

/** A project's page: the project as soon as it is known, whatever else happens; else how asking for it went. */
export type ProjectPageState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'missing' }
  | Extract<OpenedProject, { phase: 'failed' }>;

const LOADING: ProjectPageState = { phase: 'loading' };
const READY: ProjectPageState = { phase: 'ready' };
const MISSING: ProjectPageState = { phase: 'missing' };

export function selectProjectPage(state: RootState, projectId: string): ProjectPageState {
  if (selectProject(state, projectId) !== undefined) return READY;
  const { opened } = state.projects;
  if (!('projectId' in opened) || opened.projectId !== projectId) return LOADING;
  if (opened.phase === 'failed') return opened;
  return opened.phase === 'asked' ? LOADING : MISSING;
}

/** Whether a project is being deleted: its dialog's button loads. */
export const selectDeletingId = (state: RootState) => state.projects.deletingId;

/** Whether an access switch waits for the server: the switch is then disabled. */
export const selectAccessWaiting = (state: RootState) => state.projects.accessChange !== null;
