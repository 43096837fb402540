import {
  createAction,
  createSlice,
  type Draft,
  isActionCreator,
  isAnyOf,
  type PayloadActionCreator,
  type PrepareAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { type Phased, step, type TransitionTable } from './transitionTable';

/** An action creator, as far as a machine has to know it. */
interface EventCreator {
  (...args: never[]): { readonly payload: unknown };
  readonly type: string;
  readonly match: (action: unknown) => action is UnknownAction;
}

/** An event of a machine's own: its action creator is made when the machine is, as its type begins with the machine's name. */
interface OwnEvent<Creator> {
  readonly creatorOf: (type: string) => Creator;
}

/** What can happen to a machine, by name: events of its own, and action creators that stand elsewhere. */
type EventList = Readonly<Record<string, OwnEvent<EventCreator> | EventCreator>>;

/** The action creators of a list of events, by name. */
type CreatorsOf<L extends EventList> = {
  readonly [N in keyof L]: L[N] extends OwnEvent<infer Creator> ? Creator : L[N];
};

/** The payloads of a list of events, by name: what a {@link TransitionTable} is typed by. */
export type EventsOf<L extends EventList> = {
  readonly [N in keyof L]: CreatorsOf<L>[N] extends EventCreator ? ReturnType<CreatorsOf<L>[N]>['payload'] : never;
};

/**
 * An event of a machine's own, with the payload `P`.
 *
 * @param prepare makes payload and meta of other arguments, as in `createAction`
 */
export function event<P = void>(): OwnEvent<PayloadActionCreator<P>>;
export function event<Prepare extends PrepareAction<unknown>>(
  prepare: Prepare,
): OwnEvent<PayloadActionCreator<ReturnType<Prepare>['payload'], string, Prepare>>;
export function event(prepare?: PrepareAction<unknown>): OwnEvent<unknown> {
  return { creatorOf: (type) => (prepare === undefined ? createAction(type) : createAction(type, prepare)) };
}

/**
 * Makes a slice of a transition table: its reducer, the action creators of its events (of the type `name/event`), and the table
 * itself for tests and documents. An event that a phase does not list changes nothing: the state stays the same object.
 *
 * @param name of the slice, and the beginning of the types of its own events
 * @param initial makes the state before any event; its return type is the type of the state
 * @param list what can happen; `event()` for an event of its own, or the action creator of another slice
 */
export function createMachine<Name extends string, S extends Phased, L extends EventList>(
  name: Name,
  table: TransitionTable<S, EventsOf<L>>,
  initial: () => S,
  list: L,
) {
  type Event = keyof L & string;
  const creators = Object.fromEntries(
    Object.entries(list).map(([event, item]) => [
      event,
      isActionCreator(item) ? item : (item as OwnEvent<EventCreator>).creatorOf(`${name}/${event}`),
    ]),
  ) as Record<Event, EventCreator>;
  const events = Object.keys(list) as readonly Event[];
  const slice = createSlice({
    name,
    initialState: initial,
    reducers: {},
    extraReducers: (builder) => {
      for (const event of events)
        builder.addCase(
          creators[event].type,
          (state, { payload }: UnknownAction) => step<S, EventsOf<L>>(table, state as S, event, payload) as Draft<S>,
        );
    },
  });
  return {
    ...slice,
    actions: creators as CreatorsOf<L>,
    /** The names of the events, in the order of the list. */
    events,
    table,
    /** Whether an action is one of the events. */
    hears: isAnyOf(...Object.values<EventCreator>(creators)) as (
      action: unknown,
    ) => action is UnknownAction & { payload: EventsOf<L>[Event] },
    /** The state after an event, for a slice that steps without an action. */
    step: <N extends Event>(state: S, event: N, payload: EventsOf<L>[N]): S =>
      step<S, EventsOf<L>>(table, state, event, payload),
  };
}

/** A machine whose state is a part of a larger slice. */
interface Part<S> {
  readonly getInitialState: () => S;
  readonly reducer: (state: S | undefined, action: UnknownAction) => S;
}

/** The case reducer of a slice that keeps a machine's state in a field; for `addMatcher(machine.hears, …)`. */
export const inField =
  <Field extends string, S>(field: Field, machine: Part<S>) =>
  <State extends { readonly [F in Field]: S }>(state: State, action: UnknownAction): State => {
    const next = machine.reducer(state[field], action);
    return next === state[field] ? state : { ...state, [field]: next };
  };

/** Names the project that an event is about. */
export interface OfProject {
  readonly projectId: string;
}

/** What an event is about: it names a project, or brings the project itself. */
type AboutProject = OfProject | { readonly id: string };

/** The same for a machine for each project, by id in a field; one that is not there has not left its initial state. */
export const perProject =
  <Field extends string, S>(field: Field, machine: Part<S>) =>
  <State extends { readonly [F in Field]: Readonly<Record<string, S>> }>(
    state: State,
    action: UnknownAction & { payload: AboutProject },
  ): State => {
    const id = 'projectId' in action.payload ? action.payload.projectId : action.payload.id;
    const before = state[field][id] ?? machine.getInitialState();
    const next = machine.reducer(before, action);
    return next === before ? state : { ...state, [field]: { ...state[field], [id]: next } };
  };
