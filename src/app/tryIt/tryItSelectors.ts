import type { RootState } from '../rootReducer';

/** Where the tried call is, and what it was answered. */
export const selectTriedCall = (state: RootState) => state.tryIt;
