import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../contract/about';
import { limits } from '../../contract/limits';
import type { RootState } from '../rootReducer';

/** The server's public settings, null until they are loaded, and the origin of the API, which is known from the start. */
export interface AboutState {
  readonly apiOrigin: string;
  readonly about: About | null;
}

/** Returns the initial state, with which the store is created. */
export const aboutBefore = (apiOrigin: string): AboutState => ({ apiOrigin, about: null });

/** The server's public settings. Loaded once, when the app starts; independent of the user. */
export const aboutSlice = createSlice({
  name: 'about',
  initialState: aboutBefore(''),
  reducers: {
    aboutArrived: (state, { payload: about }: PayloadAction<About>) => ({ ...state, about }),
  },
});

export const { aboutArrived } = aboutSlice.actions;

/** Returns the server's public settings; undefined until they are loaded. */
export const selectAbout = ({ about: { about } }: RootState): About | undefined => about ?? undefined;

/** Returns the origin of the API, without a trailing slash. */
export const selectApiOrigin = ({ about }: RootState) => about.apiOrigin;

/** Returns the maximum size of an upload in bytes. */
export const selectUploadLimit = (state: RootState) => selectAbout(state)?.uploadLimit ?? limits.uploadBytes;

/** Returns the address of the marketing site; empty if there is none, and until it is loaded. */
export const selectMarketingUrl = (state: RootState) => selectAbout(state)?.marketingUrl ?? '';
