import type { RootState } from '../rootReducer';

/** Whether single keys, `S` or `[` for example, are shortcuts. */
export const selectSingleKeysOn = ({ shortcuts }: RootState) => shortcuts.singleKeys;
