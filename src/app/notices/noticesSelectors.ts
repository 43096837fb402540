import type { RootState } from '../rootReducer';

/** The toasts on the screen, oldest first. */
export const selectNotices = (state: RootState) => state.notices;
