import { createSlice } from '@reduxjs/toolkit';
import { createMachine, event, type EventsOf, inField, type OfProject } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectLeft } from '../projects/projectsSlice';

/** How somebody comes to call a project that is private and has no key yet: with a key of their own, or by opening it to all. */
export type FirstCallState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'makingKey' } & OfProject)
  /** The one time that the key is shown: it stands in the snippet, and goes with the page. */
  | ({ readonly phase: 'keyed'; readonly secret: string } & OfProject)
  | ({ readonly phase: 'opening' } & OfProject)
  /** Anybody may read. */
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

/** One at a time. A key that is being made waits for its page: it would never be seen otherwise. */
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
  /** Projects whose owners have put the panel aside, until they sign in anew. */
  readonly putAside: readonly string[];
}

/** No way was chosen yet. */
export const noFirstCall: FirstCall = { way: firstCallMachine.getInitialState(), putAside: [] };

const on = reducersOf<FirstCall>();

/** The panel "Make your first call": the way to it (a machine), and where it is not wanted. */
export const firstCallSlice = createSlice({
  name: 'firstCall',
  initialState: noFirstCall,
  reducers: {
    /** "Not now". */
    firstCallPutAside: on<OfProject>((state, { projectId }) => ({ putAside: [...state.putAside, projectId] })),
  },
  extraReducers: (builder) => {
    builder.addMatcher(firstCallMachine.hears, inField('way', firstCallMachine));
  },
});

export const { firstCallPutAside } = firstCallSlice.actions;
export const { keyWanted, keyArrived, openingWanted, openingDone, refused, firstCallDone } = firstCallMachine.actions;
