import type { PayloadAction } from '@reduxjs/toolkit';

/** Makes a case reducer of what an event changes of a state, by the state before and what came along. */
interface MakeReducer<State> {
  (change: (state: State) => Partial<State>): (state: State) => State;
  <Payload>(
    change: (state: State, payload: Payload) => Partial<State>,
  ): (state: State, action: PayloadAction<Payload>) => State;
}

/**
 * Makes case reducers of a slice whose state is read only: each tells what of the state is another. One that returns the state itself
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
