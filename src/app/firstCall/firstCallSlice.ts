import { createSlice } from '@reduxjs/toolkit';
import type { Project } from '../../contract/projects';
import { selectKeysPhase, selectMethodRights } from '../keys/keysSelectors';
import { createMachine, event, type EventsOf, inField, type OfProject } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectLeft } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';

/** The first call of a private project without keys: it becomes possible with a new key, or by making reading public. */
export type FirstCallState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'makingKey' } & OfProject)
  /** The key is shown once, in the snippet, until the user leaves the page. */
  | ({ readonly phase: 'keyed'; readonly secret: string } & OfProject)
  | ({ readonly phase: 'opening' } & OfProject)
  /** Reading is public. */
  | ({ readonly phase: 'open' } & OfProject)
  | ({ readonly phase: 'refused'; readonly message: string } & OfProject);

const events = {
  /** "Make a key". */
  keyWanted: event<OfProject>(),
  keyArrived: event<{ readonly secret: string }>(),
  /** "Let anyone read". */
  openingWanted: event<OfProject>(),
  openingDone: event(),
  refused: event<{ readonly message: string }>(),
  /** "Done", or "Keep it private". */
  firstCallDone: event(),
  projectLeft,
};

type Events = EventsOf<typeof events>;

const choosing = {
  keyWanted: { to: 'makingKey', carry: (_from, { projectId }) => ({ projectId }) },
  openingWanted: { to: 'opening', carry: (_from, { projectId }) => ({ projectId }) },
} satisfies TransitionRow<FirstCallState, Events>;

const leaving = {
  firstCallDone: { to: 'idle' },
  projectLeft: { to: 'idle' },
} satisfies TransitionRow<FirstCallState, Events>;

const refusal = {
  refused: { to: 'refused', carry: ({ projectId }, { message }) => ({ projectId, message }) },
} satisfies TransitionRow<Extract<FirstCallState, OfProject>, Events>;

/**
 * One first call at a time; one that is done gives way to that of another project. Leaving the page does not reset it while a key is being
 * created, as the key would never be shown otherwise.
 */
export const firstCallMachine = createMachine(
  'firstCall',
  {
    idle: choosing,
    makingKey: {
      keyArrived: { to: 'keyed', carry: ({ projectId }, { secret }) => ({ projectId, secret }) },
      refused: refusal.refused,
    },
    keyed: { ...choosing, ...leaving },
    opening: {
      openingDone: { to: 'open', carry: ({ projectId }) => ({ projectId }) },
      refused: refusal.refused,
    },
    open: { ...choosing, ...leaving },
    refused: { ...choosing, ...leaving },
  },
  (): FirstCallState => ({ phase: 'idle' }),
  events,
);

interface FirstCall {
  readonly way: FirstCallState;
  /** Ids of the projects where the panel was dismissed; until the next sign-in. */
  readonly putAside: readonly string[];
}

/** Initial state. */
export const noFirstCall: FirstCall = { way: firstCallMachine.getInitialState(), putAside: [] };

const on = reducersOf<FirstCall>();

/** The panel "Make your first call": a state machine, and the projects where it was dismissed. */
export const firstCallSlice = createSlice({
  name: 'firstCall',
  initialState: noFirstCall,
  reducers: {
    /** "Not now". */
    firstCallPutAside: on<OfProject>((state, { projectId }) => ({ putAside: [...state.putAside, projectId] })),
  },
  extraReducers: (builder) => {
    builder.addMatcher(firstCallMachine.handles, inField('way', firstCallMachine));
  },
});

export const { firstCallPutAside } = firstCallSlice.actions;
export const { keyWanted, keyArrived, openingWanted, openingDone, refused, firstCallDone } = firstCallMachine.actions;

const firstCallOf = ({ firstCall = noFirstCall }: RootState) => firstCall;

/** Returns the state of a project's first call. */
export function selectFirstCall(state: RootState, projectId: string): FirstCallState {
  const { way } = firstCallOf(state);
  return way.phase === 'idle' || way.projectId === projectId ? way : { phase: 'idle' };
}

/** Returns the key created for the first call, while it is shown. */
export function selectFirstKey(state: RootState, projectId: string): string | undefined {
  const { way } = firstCallOf(state);
  return way.phase === 'keyed' && way.projectId === projectId ? way.secret : undefined;
}

/** Returns whether it is still unknown if the panel is shown, because the keys of a private project are loading. */
export const selectFirstCallUnknown = (state: RootState, project: Project): boolean =>
  project.access === 'private' &&
  selectKeysPhase(state, project.id) === 'loading' &&
  !firstCallOf(state).putAside.includes(project.id);

/** Returns whether the panel is shown: only the owner can read the project, or the panel is in use. */
export function selectFirstCallShown(state: RootState, project: Project): boolean {
  const { way, putAside } = firstCallOf(state);
  if (way.phase !== 'idle' && way.projectId === project.id) return true;
  if (putAside.includes(project.id) || selectKeysPhase(state, project.id) !== 'ready') return false;
  return selectMethodRights(state, project).some(({ method, isOwners }) => method === 'GET' && isOwners);
}
