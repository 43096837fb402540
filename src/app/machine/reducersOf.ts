import type { PayloadAction } from '@reduxjs/toolkit';

/** Creates a case reducer from a function that returns the changed fields, given the state and the payload. */
interface MakeReducer<State> {
  (change: (state: State) => Partial<State>): (state: State) => State;
  <Payload>(
    change: (state: State, payload: Payload) => Partial<State>,
  ): (state: State, action: PayloadAction<Payload>) => State;
}

/**
 * Returns the creator of case reducers for a slice with a read-only state: each reducer is a function that returns the changed fields. If
 * it returns the state itself, nothing changes.
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
