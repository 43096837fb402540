import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** Features whose saga failed too often and is not started again; their screens can say so. */
export const featuresSlice = createSlice({
  name: 'app',
  initialState: { stopped: [] as readonly string[] },
  reducers: {
    featureStopped: (state, { payload: name }: PayloadAction<string>) => ({
      stopped: [...state.stopped.filter((other) => other !== name), name],
    }),
  },
});

export const { featureStopped } = featuresSlice.actions;

/** Whether a feature's saga has failed too often and is not started again. */
export const selectSomethingStopped = ({ app }: RootState) => app.stopped.length > 0;
