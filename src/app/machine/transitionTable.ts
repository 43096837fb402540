/** A state that is a union discriminated by `phase`, each phase with its own data. */
export interface Phased {
  readonly phase: string;
}

/** The fields of all phases; those that a phase lacks are optional. */
type FieldsOf<S> = {
  readonly [F in S extends unknown ? keyof S : never]?: S extends unknown ? (F extends keyof S ? S[F] : never) : never;
};

/** Returns a state for reading a field whatever its phase: undefined in the phases that lack it. */
export const fieldsOf = <S extends Phased>(state: S) => state as unknown as FieldsOf<S>;

type In<S extends Phased, P extends S['phase']> = Extract<S, { phase: P }>;

/** Computes the data of the target phase from the source phase and the payload; optional if the target has no required data. */
type Carry<From, Payload, Data> = object extends Data
  ? { readonly carry?: (from: From, payload: Payload) => Data }
  : { readonly carry: (from: From, payload: Payload) => Data };

/** One cell: the target phase of an event, with its data. */
export type Transition<S extends Phased, P extends S['phase'], Payload> = {
  readonly [Q in S['phase']]: { readonly to: Q } & Carry<In<S, P>, Payload, Omit<In<S, Q>, 'phase'>>;
}[S['phase']];

/** The cells of one phase (or of several phases, when they share them). An event that is not listed changes nothing. */
export type TransitionRow<S extends Phased, E extends object, P extends S['phase'] = S['phase']> = {
  readonly [N in keyof E]?: Transition<S, P, E[N]>;
};

/** Every phase of `S` with its row. A missing phase, an unknown event or target, or a missing field does not compile. */
export type TransitionTable<S extends Phased, E extends object> = {
  readonly [P in S['phase']]: TransitionRow<S, E, P>;
};

/** One filled cell of a table: source phase, event, target phase. */
export interface Edge<S extends Phased, E extends object> {
  readonly from: S['phase'];
  readonly event: keyof E & string;
  readonly to: S['phase'];
}

type Row = Readonly<Record<string, { to: string; carry?: (from: Phased, payload: unknown) => object } | undefined>>;

const rowsOf = (table: object) => table as Readonly<Record<string, Row>>;

/** Returns the state after an event; the same object if the phase does not list the event. */
export function step<S extends Phased, E extends object>(
  table: TransitionTable<S, E>,
  state: S,
  event: keyof E & string,
  payload: unknown,
): S {
  const cell = rowsOf(table)[state.phase]?.[event];
  return cell === undefined ? state : ({ ...cell.carry?.(state, payload), phase: cell.to } as Phased as S);
}

/** Returns the filled cells in the order of the table. */
export function edges<S extends Phased, E extends object>(table: TransitionTable<S, E>): readonly Edge<S, E>[] {
  return Object.entries(rowsOf(table)).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([event, cell]) => (cell === undefined ? [] : [{ from, event, to: cell.to }])),
  ) as readonly Edge<Phased, Record<string, unknown>>[] as readonly Edge<S, E>[];
}
