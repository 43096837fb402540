import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** The setting of single-key shortcuts. It belongs to this browser, not to the user. */
export const shortcutsSlice = createSlice({
  name: 'shortcuts',
  initialState: { singleKeys: true },
  reducers: {
    /** Switched on or off in Account, or restored from the browser's storage. */
    singleKeysSwitched: (_state, { payload: singleKeys }: PayloadAction<boolean>) => ({ singleKeys }),
  },
});

export const { singleKeysSwitched } = shortcutsSlice.actions;

/** Returns whether single keys, for example `S` or `[`, are shortcuts. */
export const selectSingleKeysOn = ({ shortcuts }: RootState) => shortcuts.singleKeys;
