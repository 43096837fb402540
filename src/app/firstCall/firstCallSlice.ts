import { createSlice } from '@reduxjs/toolkit';
import { createMachine, event, type EventsOf, inField, type OfProject } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectLeft } from '../projects/projectsSlice';

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

/** One first call at a time. Leaving the page does not reset it while a key is being created, as the key would never be shown otherwise. */
export const firstCallMachine = createMachine(
  'firstCall',
  {
    idle: choosing,
    makingKey: {
      keyArrived: { to: 'keyed', carry: ({ projectId }, { secret }) => ({ projectId, secret }) },
      refused: refusal.refused,
    },
    keyed: leaving,
    opening: {
      openingDone: { to: 'open', carry: ({ projectId }) => ({ projectId }) },
      refused: refusal.refused,
    },
    open: leaving,
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
