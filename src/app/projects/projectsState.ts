import type { Access, Project } from '../../contract/projects';
import type { ApiFailure } from '../http/apiError';
import type { ProjectOrder } from './projectOrder';

/** Whether the list is known. Asking again keeps showing what is there. */
export type ProjectList =
  { phase: 'loading' } | { phase: 'ready'; ids: string[] } | { phase: 'failed'; failure: ApiFailure };

/** What became of asking for the project whose page is open. */
export type OpenedProject =
  | { phase: 'none' }
  | { phase: 'asked'; projectId: string }
  | { phase: 'arrived'; projectId: string }
  | { phase: 'missing'; projectId: string }
  | { phase: 'failed'; projectId: string; failure: ApiFailure };

/** An access switch that the server has not confirmed yet, and what to go back to. */
export interface AccessChange {
  projectId: string;
  before: Access;
}

/** The person's projects. Each is kept once, in `byId`; the list and the open page name it by id. */
export interface ProjectsState {
  list: ProjectList;
  byId: Record<string, Project>;
  opened: OpenedProject;
  /** The project just made: its row is marked until the list is left. */
  newId: string | null;
  deletingId: string | null;
  accessChange: AccessChange | null;
  search: string;
  order: ProjectOrder;
}

export const noProjects: ProjectsState = {
  list: { phase: 'loading' },
  byId: {},
  opened: { phase: 'none' },
  newId: null,
  deletingId: null,
  accessChange: null,
  search: '',
  order: 'newest',
};

/** Takes a project in as the server has it, but for an access switch that still waits. */
export function keep(state: ProjectsState, project: Project) {
  const { accessChange } = state;
  const waiting = accessChange?.projectId === project.id ? state.byId[project.id] : undefined;
  if (accessChange !== null && waiting !== undefined) accessChange.before = project.access;
  state.byId[project.id] = waiting === undefined ? project : { ...project, access: waiting.access };
}

/** {@link keep}, and puts it on top of the list when it is not in it. */
export function keepListed(state: ProjectsState, project: Project) {
  keep(state, project);
  if (state.list.phase === 'ready' && !state.list.ids.includes(project.id)) state.list.ids.unshift(project.id);
}

/** Takes a project out, everywhere. */
export function forget(state: ProjectsState, projectId: string) {
  delete state.byId[projectId];
  if (state.list.phase === 'ready') state.list.ids = state.list.ids.filter((id) => id !== projectId);
  if (state.newId === projectId) state.newId = null;
  if (state.deletingId === projectId) state.deletingId = null;
  if (state.accessChange?.projectId === projectId) state.accessChange = null;
}
