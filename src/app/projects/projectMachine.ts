import type { Access, Project } from '../../contract/projects';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, type OfProject } from '../machine/createMachine';
import type { TransitionTable } from '../machine/transitionTable';

/** The state of one project: its data, and the change in flight. */
export type ProjectState =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'known'; readonly project: Project }
  /** `project` has the chosen access; `before` is the access on the server, which has not confirmed the change. */
  | { readonly phase: 'switching'; readonly project: Project; readonly before: Access }
  | { readonly phase: 'deleting'; readonly project: Project; readonly before?: Access }
  | { readonly phase: 'deleted' }
  /** "Undo" after a deletion. */
  | { readonly phase: 'restoring' }
  /** The user has no project with this id. */
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** The events of one project and their payloads, in the order of the grid. Each payload names the project. */
const events = {
  /** Its page is on the screen, or "Try again" of the page was pressed. */
  projectOpened: event<OfProject>(),
  /** The server returned the project: from a read, the list, a creation, a change or a restore. */
  projectArrived: event<Project>(),
  projectMissing: event<OfProject>(),
  projectFailed: event<OfProject & { readonly failure: ApiFailure }>(),
  /** The read access was changed; shown at once, one change at a time. */
  accessChosen: event<OfProject & { readonly access: Access }>(),
  accessConfirmed: event<Project>(),
  accessRefused: event<OfProject>(),
  deleteRequested: event<OfProject>(),
  projectDeleted: event<OfProject>(),
  deleteFailed: event<OfProject>(),
  restoreRequested: event<OfProject>(),
  restoreFailed: event<OfProject>(),
};

export type ProjectEvents = EventsOf<typeof events>;

const withAccess = (project: Project, access: Access | undefined): Project =>
  access === undefined ? project : { ...project, access };

const known = { to: 'known', carry: (_from: unknown, project: Project) => ({ project }) } as const;
const missing = { to: 'missing' } as const;
const failed = {
  to: 'failed',
  carry: (_from: unknown, { failure }: { readonly failure: ApiFailure }) => ({ failure }),
} as const;
const unknown = { to: 'unknown' } as const;
const restoring = { to: 'restoring' } as const;

/** The transition table of one project. Loaded data stays if a reload fails. */
export const projectTransitions = {
  unknown: { projectArrived: known, projectMissing: missing, projectFailed: failed, restoreRequested: restoring },
  known: {
    projectArrived: known,
    projectMissing: missing,
    accessChosen: {
      to: 'switching',
      carry: ({ project }, { access }) => ({ project: { ...project, access }, before: project.access }),
    },
    accessConfirmed: known,
    deleteRequested: { to: 'deleting', carry: ({ project }) => ({ project }) },
  },
  switching: {
    projectArrived: {
      to: 'switching',
      carry: (from, project) => ({ project: withAccess(project, from.project.access), before: project.access }),
    },
    projectMissing: missing,
    accessConfirmed: known,
    accessRefused: { to: 'known', carry: ({ project, before }) => ({ project: withAccess(project, before) }) },
    deleteRequested: { to: 'deleting', carry: ({ project, before }) => ({ project, before }) },
  },
  deleting: {
    projectArrived: { to: 'deleting', carry: (_from, project) => ({ project }) },
    projectMissing: missing,
    accessConfirmed: { to: 'deleting', carry: (_from, project) => ({ project }) },
    accessRefused: { to: 'deleting', carry: ({ project, before }) => ({ project: withAccess(project, before) }) },
    projectDeleted: { to: 'deleted' },
    deleteFailed: { to: 'known', carry: ({ project, before }) => ({ project: withAccess(project, before) }) },
  },
  deleted: { projectOpened: unknown, projectArrived: known, restoreRequested: restoring },
  restoring: { projectArrived: known, restoreFailed: missing },
  missing: { projectOpened: unknown, projectArrived: known, restoreRequested: restoring },
  failed: { projectOpened: unknown, projectArrived: known, projectMissing: missing, projectFailed: failed },
} satisfies TransitionTable<ProjectState, ProjectEvents>;

export const projectMachine = createMachine(
  'projects',
  projectTransitions,
  (): ProjectState => ({ phase: 'unknown' }),
  events,
);
