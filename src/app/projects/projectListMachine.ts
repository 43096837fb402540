import type { Project } from '../../contract/projects';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, type OfProject } from '../machine/createMachine';
import type { TransitionTable } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import { projectMachine } from './projectMachine';

/** The list of projects. A loaded list stays during a reload. */
export type ProjectList =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  /** Ids of the user's projects; the projects themselves are stored once, by id. */
  | { readonly phase: 'ready'; readonly ids: readonly string[] }
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

const { projectArrived, projectMissing, projectDeleted } = projectMachine.actions;

/** The list's events and their payloads, in the order of the grid. */
const events = {
  /** The list is on the screen, and is polled. */
  projectListOpened: event(),
  /** Another component needs the list, for example the command menu. */
  projectListWanted: event(),
  /** "Try again". */
  projectListRetried: event(),
  projectListLeft: event(),
  projectListArrived: event<readonly Project[]>(),
  projectListFailed: event<ApiFailure>(),
  /** The create flow has created a project. */
  projectCreated: event<Project>(),
  projectArrived,
  projectMissing,
  projectDeleted,
  sessionEnded,
};

export type ProjectListEvents = EventsOf<typeof events>;

type Ready = Extract<ProjectList, { phase: 'ready' }>;

const idle = { to: 'idle' } as const;
const loading = { to: 'loading' } as const;
const ready = {
  to: 'ready',
  carry: (_from: unknown, projects: readonly Project[]) => ({ ids: projects.map(({ id }) => id) }),
} as const;
const failed = { to: 'failed', carry: (_from: unknown, failure: ApiFailure) => ({ failure }) } as const;

/** Adds a project at the top unless it is listed already. */
const addListedProject = {
  to: 'ready',
  carry: ({ ids }: Ready, { id }: Project) => ({ ids: ids.includes(id) ? ids : [id, ...ids] }),
} as const;

const removeListedProject = {
  to: 'ready',
  carry: ({ ids }: Ready, { projectId }: OfProject) => ({ ids: ids.filter((id) => id !== projectId) }),
} as const;

/**
 * The list's transition table. A loaded list stays if a reload fails, and a failure stays until the next response or "Try again".
 */
export const projectListTransitions = {
  idle: {
    projectListOpened: loading,
    projectListWanted: loading,
    projectListArrived: ready,
    projectListFailed: failed,
  },
  loading: { projectListLeft: idle, projectListArrived: ready, projectListFailed: failed, sessionEnded: idle },
  ready: {
    projectListArrived: ready,
    projectCreated: addListedProject,
    projectArrived: addListedProject,
    projectMissing: removeListedProject,
    projectDeleted: removeListedProject,
    sessionEnded: idle,
  },
  failed: {
    projectListRetried: loading,
    projectListArrived: ready,
    projectListFailed: failed,
    sessionEnded: idle,
  },
} satisfies TransitionTable<ProjectList, ProjectListEvents>;

export const projectListMachine = createMachine(
  'projects',
  projectListTransitions,
  (): ProjectList => ({ phase: 'idle' }),
  events,
);
