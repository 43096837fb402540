import type { PayloadAction } from '@reduxjs/toolkit';

/** Makes a case reducer of a function that tells, by the state and the payload, which fields change. */
interface MakeReducer<State> {
  (change: (state: State) => Partial<State>): (state: State) => State;
  <Payload>(
    change: (state: State, payload: Payload) => Partial<State>,
  ): (state: State, action: PayloadAction<Payload>) => State;
}

/**
 * Makes the case reducers of a slice with a read-only state: each returns the fields that change. One that returns the state itself
 * changes nothing.
 *
 * `const on = reducersOf<State>()`, then `typed: on<string>((_state, text) => ({ text }))`
 */
export const reducersOf = <State extends object>(): MakeReducer<State> => {
  const make =
    (change: (state: State, payload: unknown) => Partial<State>) => (state: State, action: PayloadAction<unknown>) => {
      const changed = change(state, action.payload);
      return changed === state ? state : { ...state, ...changed };
    };
  return make as MakeReducer<State>;
};
