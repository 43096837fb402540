import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** Names of the features whose saga failed too often and is not restarted. */
export const featuresSlice = createSlice({
  name: 'app',
  initialState: { stopped: [] as readonly string[] },
  reducers: {
    featureStopped: (state, { payload: name }: PayloadAction<string>) => ({
      stopped: [...state.stopped.filter((stopped) => stopped !== name), name],
    }),
  },
});

export const { featureStopped } = featuresSlice.actions;

/** Returns whether the saga of any feature failed too often and is not restarted. */
export const selectSomethingStopped = ({ app }: RootState) => app.stopped.length > 0;
