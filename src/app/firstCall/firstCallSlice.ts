import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { Project } from '../../contract/projects';
import { selectKeysPhase, selectMethodRights } from '../keys/keysSelectors';
import { type KeyAttempt, nextAttempt } from '../keys/keysSlice';
import { createMachine, event, type EventsOf, type OfProject, perProject } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import { fieldsOf, type TransitionRow } from '../machine/transitionTable';
import { projectLeft } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';

/** The first call of a private project without keys: it becomes possible with a new key, or by making reading public. */
export type FirstCallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'makingKey'; readonly attempt: KeyAttempt }
  /** The key is shown once, in the snippet, until the user leaves the page. */
  | { readonly phase: 'keyed'; readonly secret: string }
  | { readonly phase: 'opening' }
  /** Reading is public. */
  | { readonly phase: 'open' }
  /** `attempt`: the one that failed to create a key, of which one may exist all the same. */
  | { readonly phase: 'refused'; readonly message: string; readonly attempt?: KeyAttempt };

const events = {
  /** "Make a key". */
  keyWanted: event(({ projectId }: OfProject) => ({ payload: { projectId, keyId: nanoid() } })),
  keyArrived: event<OfProject & { readonly secret: string }>(),
  /** "Let anyone read". */
  openingWanted: event<OfProject>(),
  openingDone: event<OfProject>(),
  refused: event<OfProject & { readonly message: string }>(),
  /** "Done", or "Keep it private". */
  firstCallDone: event<OfProject>(),
  projectLeft,
};

type Events = EventsOf<typeof events>;

const choosing = {
  keyWanted: { to: 'makingKey', carry: (_from, { keyId }) => ({ attempt: nextAttempt(keyId) }) },
  openingWanted: { to: 'opening' },
} satisfies TransitionRow<FirstCallState, Events>;

const leaving = {
  firstCallDone: { to: 'idle' },
  projectLeft: { to: 'idle' },
} satisfies TransitionRow<FirstCallState, Events>;

/**
 * The first call of one project. Leaving the page does not reset it while a key is being created, as the key would never be shown
 * otherwise.
 */
export const firstCallMachine = createMachine(
  'firstCall',
  {
    idle: choosing,
    makingKey: {
      keyArrived: { to: 'keyed', carry: (_from, { secret }) => ({ secret }) },
      refused: { to: 'refused', carry: ({ attempt }, { message }) => ({ message, attempt }) },
    },
    keyed: { ...choosing, ...leaving },
    opening: {
      openingDone: { to: 'open' },
      refused: { to: 'refused', carry: (_from, { message }) => ({ message }) },
    },
    open: { ...choosing, ...leaving },
    refused: {
      ...choosing,
      keyWanted: { to: 'makingKey', carry: ({ attempt }, { keyId }) => ({ attempt: nextAttempt(keyId, attempt) }) },
      ...leaving,
    },
  },
  (): FirstCallState => ({ phase: 'idle' }),
  events,
);

interface FirstCall {
  /** First calls by project id; a missing one is idle. */
  readonly calls: Readonly<Record<string, FirstCallState>>;
  /** Ids of the projects where the panel was dismissed; until the next sign-in. */
  readonly putAside: readonly string[];
}

/** Initial state. */
export const noFirstCall: FirstCall = { calls: {}, putAside: [] };

const on = reducersOf<FirstCall>();

/** The panel "Make your first call": a state machine per project, and the projects where it was dismissed. */
export const firstCallSlice = createSlice({
  name: 'firstCall',
  initialState: noFirstCall,
  reducers: {
    /** "Not now". */
    firstCallPutAside: on<OfProject>((state, { projectId }) => ({ putAside: [...state.putAside, projectId] })),
  },
  extraReducers: (builder) => {
    builder.addMatcher(firstCallMachine.handles, perProject('calls', firstCallMachine));
  },
});

export const { firstCallPutAside } = firstCallSlice.actions;
export const { keyWanted, keyArrived, openingWanted, openingDone, refused, firstCallDone } = firstCallMachine.actions;

const firstCallOf = ({ firstCall = noFirstCall }: RootState) => firstCall;

const IDLE: FirstCallState = firstCallMachine.getInitialState();

/** Returns the state of a project's first call. */
export const selectFirstCall = (state: RootState, projectId: string): FirstCallState =>
  firstCallOf(state).calls[projectId] ?? IDLE;

/** Returns the key created for the first call, while it is shown. */
export const selectFirstKey = (state: RootState, projectId: string): string | undefined =>
  fieldsOf(selectFirstCall(state, projectId)).secret;

/** Returns whether it is still unknown if the panel is shown, because the keys of a private project are loading. */
export const selectFirstCallUnknown = (state: RootState, project: Project): boolean =>
  project.access === 'private' &&
  selectKeysPhase(state, project.id) === 'loading' &&
  !firstCallOf(state).putAside.includes(project.id);

/** Returns whether the panel is shown: only the owner can read the project, or the panel is in use. */
export function selectFirstCallShown(state: RootState, project: Project): boolean {
  if (selectFirstCall(state, project.id).phase !== 'idle') return true;
  if (firstCallOf(state).putAside.includes(project.id) || selectKeysPhase(state, project.id) !== 'ready') return false;
  return selectMethodRights(state, project).some(({ method, isOwners }) => method === 'GET' && isOwners);
}
