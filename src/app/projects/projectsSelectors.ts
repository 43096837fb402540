import { createSelector } from '@reduxjs/toolkit';
import type { Project, ProjectTab } from '../../contract/projects';
import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import { matches, publishedTabs, requestsOf, sorted } from './projectOrder';
import { projectMachine, type ProjectState } from './projectMachine';

export { publishedTabs, rowsOf } from './projectOrder';

/** A tab and its project. */
export interface TabOfProject {
  readonly project: Project;
  readonly tab: ProjectTab;
}

/** Returns loading, ready or failed; loading also before the first request, which is about to start. */
export const selectProjectListPhase = ({ projects: { list } }: RootState) =>
  list.phase === 'idle' ? 'loading' : list.phase;

/** Returns why the list could not be loaded. */
export const selectProjectListFailure = ({ projects: { list } }: RootState) => fieldsOf(list).failure;

type ProjectStates = RootState['projects']['byId'];

const UNKNOWN = projectMachine.getInitialState();

const projectIn = (state: ProjectState = UNKNOWN): Project | undefined => fieldsOf(state).project;

/** Returns every project of the list, in the server's order; empty until the list is loaded. */
export const selectListedProjects = createSelector(
  (state: RootState) => state.projects.list,
  (state: RootState) => state.projects.byId,
  (list, byId): readonly Project[] =>
    list.phase === 'ready' ? list.ids.flatMap((id) => projectIn(byId[id]) ?? []) : [],
);

export const selectProjectSearch = (state: RootState) => state.projects.search;
export const selectProjectOrder = (state: RootState) => state.projects.order;

/** Returns the rows of the list: the projects that match the search, in the chosen order (default: newest first). */
export const selectShownProjects = createSelector(
  selectListedProjects,
  selectProjectSearch,
  selectProjectOrder,
  (projects, search, order): readonly Project[] => {
    const found = projects.filter((project) => matches(project, search));
    return sorted(found, order);
  },
);

/** Returns the numbers of the line under the title, for all projects and independent of the search. */
export const selectProjectCounts = createSelector(selectListedProjects, (projects) => ({
  projects: projects.length,
  endpoints: projects.reduce((sum, project) => sum + publishedTabs(project).length, 0),
  requests: projects.reduce((sum, project) => sum + requestsOf(project), 0),
}));

/** Returns the state of every project, by id. */
export const selectProjectStates = (state: RootState) => state.projects.byId;

/** Returns a project without a change of its access that the server has not confirmed. */
const confirmedIn = (state: ProjectState = UNKNOWN) => {
  const { project, before } = fieldsOf(state);
  return project && { ...project, access: before ?? project.access };
};

/** Whether nothing is known about a project, or its request is being retried. */
const isUnread = ({ phase }: ProjectState = UNKNOWN) => phase === 'unknown' || phase === 'failed';

/**
 * Returns the listed projects as they are by now: first those that have changed since the request of the list, from the state, as the
 * response may be older.
 */
export function withChanges(listed: readonly Project[], before: ProjectStates, now: ProjectStates): readonly Project[] {
  const isChanged = (id: string) => now[id] !== before[id] && !(isUnread(now[id]) && isUnread(before[id]));
  const changedIds = Object.keys(now).filter(isChanged);
  const changed = changedIds.flatMap((id) => confirmedIn(now[id]) ?? []);
  const unchanged = listed.filter(({ id }) => !isChanged(id));
  return [...changed, ...unchanged];
}

/** Returns whether a project of the list is syncing. */
export const selectSomethingSyncing = (state: RootState) =>
  selectListedProjects(state).some(({ status }) => status === 'syncing');

/** Returns the id of the project just created, whose row is highlighted. */
export const selectNewProjectId = (state: RootState) => state.projects.newId;

/** Returns the state of a project: its data, and the change in flight. */
export const selectProjectState = (state: RootState, projectId: string): ProjectState =>
  state.projects.byId[projectId] ?? UNKNOWN;

export const selectProject = (state: RootState, projectId: string) => projectIn(state.projects.byId[projectId]);

/** State of a project's page: ready as soon as the project is loaded, whatever change is in flight; else the state of its request. */
export type ProjectPageState =
  | { readonly phase: 'loading' | 'ready' | 'missing' }
  | Extract<ProjectState, { phase: 'failed' }>;

const LOADING: ProjectPageState = { phase: 'loading' };
const READY: ProjectPageState = { phase: 'ready' };

export function selectProjectPage(state: RootState, projectId: string): ProjectPageState {
  const current = selectProjectState(state, projectId);
  if (current.phase === 'failed' || current.phase === 'missing') return current;
  return 'project' in current ? READY : LOADING;
}

/** Returns whether a project is being deleted: the dialog's button is then loading. */
export const selectDeleting = (state: RootState, projectId: string) =>
  selectProjectState(state, projectId).phase === 'deleting';

/** Returns the state of the rename dialog. */
export const selectRename = (state: RootState) => state.projects.rename;

/** Returns whether a change of the access waits for the server: the switch is then disabled. */
export const selectAccessWaiting = (state: RootState, projectId: string) =>
  selectProjectState(state, projectId).phase === 'switching';
