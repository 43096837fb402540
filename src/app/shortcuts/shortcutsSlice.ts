import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** Keyboard shortcuts of one key. The choice belongs to this browser, not to the person. */
export const shortcutsSlice = createSlice({
  name: 'shortcuts',
  initialState: { singleKeys: true },
  reducers: {
    /** Switched on or off in Account, or remembered from before. */
    singleKeysSwitched: (_state, { payload: singleKeys }: PayloadAction<boolean>) => ({ singleKeys }),
  },
});

export const { singleKeysSwitched } = shortcutsSlice.actions;

/** Whether single keys, `S` or `[` for example, are shortcuts. */
export const selectSingleKeysOn = ({ shortcuts }: RootState) => shortcuts.singleKeys;
