import { createSelector } from '@reduxjs/toolkit';
import { limits } from '../../contract/limits';
import { GOOGLE_SHEETS_HOST } from '../../contract/sheetUrl';
import type { RootState } from '../rootReducer';
import { selectAbout } from './aboutSlice';

/** Origins that a pasted sheet URL may start with. */
export const selectSheetHosts = createSelector(
  (state: RootState) => state.about.apiOrigin,
  (state: RootState) => selectAbout(state)?.sheetOrigin ?? '',
  (apiOrigin, sheetOrigin): readonly string[] =>
    [...new Set([GOOGLE_SHEETS_HOST, sheetOrigin, apiOrigin])].filter((host) => host !== ''),
);

/** Bytes of the largest upload. */
export const selectUploadLimit = (state: RootState) => selectAbout(state)?.uploadLimit ?? limits.uploadBytes;
