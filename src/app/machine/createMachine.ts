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

/** The properties of an action creator that a machine uses. */
interface EventCreator {
  (...args: never[]): { readonly payload: unknown };
  readonly type: string;
  readonly match: (action: unknown) => action is UnknownAction;
}

/** An event of a machine's own; `createMachine` creates its action creator, as the action type begins with the machine's name. */
interface OwnEvent<Creator> {
  readonly creatorOf: (type: string) => Creator;
}

/** The events of a machine by name: its own ones, and action creators of other slices. */
type EventList = Readonly<Record<string, OwnEvent<EventCreator> | EventCreator>>;

/** The action creators of a list of events, by name. */
type CreatorsOf<L extends EventList> = {
  readonly [N in keyof L]: L[N] extends OwnEvent<infer Creator> ? Creator : L[N];
};

/** The payloads of a list of events, by name: the type parameter of a {@link TransitionTable}. */
export type EventsOf<L extends EventList> = {
  readonly [N in keyof L]: CreatorsOf<L>[N] extends EventCreator ? ReturnType<CreatorsOf<L>[N]>['payload'] : never;
};

/**
 * Declares an event of a machine's own, with the payload `P`.
 *
 * @param prepare computes payload and meta from the arguments, as in `createAction`
 */
export function event<P = void>(): OwnEvent<PayloadActionCreator<P>>;
export function event<Prepare extends PrepareAction<unknown>>(
  prepare: Prepare,
): OwnEvent<PayloadActionCreator<ReturnType<Prepare>['payload'], string, Prepare>>;
export function event(prepare?: PrepareAction<unknown>): OwnEvent<unknown> {
  return { creatorOf: (type) => (prepare === undefined ? createAction(type) : createAction(type, prepare)) };
}

/**
 * Creates a slice from a transition table: its reducer, the action creators of its events (type `name/event`), and the table
 * itself for tests and docs. An event that a phase does not list changes nothing: the state stays the same object.
 *
 * @param name of the slice, and the prefix of the action types of its own events
 * @param initial returns the initial state; its return type is the type of the state
 * @param list the events: `event()` for one of the machine's own, or the action creator of another slice
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
    /** Names of the events, in the order of the list. */
    events,
    table,
    /** Returns whether an action is one of the events. */
    handles: isAnyOf(...Object.values<EventCreator>(creators)) as (
      action: unknown,
    ) => action is UnknownAction & { payload: EventsOf<L>[Event] },
    /** Returns the state after an event, for a slice that steps without an action. */
    step: <N extends Event>(state: S, event: N, payload: EventsOf<L>[N]): S =>
      step<S, EventsOf<L>>(table, state, event, payload),
  };
}

/** A machine whose state is a part of a larger slice. */
interface Part<S> {
  readonly getInitialState: () => S;
  readonly reducer: (state: S | undefined, action: UnknownAction) => S;
}

/** Returns the case reducer of a slice that holds a machine's state in a field; for `addMatcher(machine.handles, …)`. */
export const inField =
  <Field extends string, S>(field: Field, machine: Part<S>) =>
  <State extends { readonly [F in Field]: S }>(state: State, action: UnknownAction): State => {
    const next = machine.reducer(state[field], action);
    return next === state[field] ? state : { ...state, [field]: next };
  };

/** Payload of an event about one project. */
export interface OfProject {
  readonly projectId: string;
}

/** Payload with the id of a project, or the project itself. */
type AboutProject = OfProject | { readonly id: string };

/** Like {@link inField}, with one machine per project: the field holds their states by project id, a missing one is in its initial state. */
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
