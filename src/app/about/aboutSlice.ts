import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../contract/about';
import { limits } from '../../contract/limits';
import type { RootState } from '../rootReducer';

/** The server's public settings, and the origin of the API, which is known from the start. */
export interface AboutState {
  readonly apiOrigin: string;
  readonly answer:
    | { readonly phase: 'loading' }
    | { readonly phase: 'ready'; readonly about: About }
    | { readonly phase: 'failed' };
}

/** Returns the initial state, with which the store is created. */
export const aboutBefore = (apiOrigin: string): AboutState => ({ apiOrigin, answer: { phase: 'loading' } });

/** The server's public settings. Loaded once, when the app starts; independent of the user. */
export const aboutSlice = createSlice({
  name: 'about',
  initialState: aboutBefore(''),
  reducers: {
    aboutArrived: (state, { payload }: PayloadAction<About>) => ({
      ...state,
      answer: { phase: 'ready' as const, about: payload },
    }),
    aboutFailed: (state) => ({ ...state, answer: { phase: 'failed' as const } }),
  },
});

export const { aboutArrived, aboutFailed } = aboutSlice.actions;

/** Returns the server's public settings; undefined until they are loaded. */
export const selectAbout = ({ about }: RootState): About | undefined =>
  about.answer.phase === 'ready' ? about.answer.about : undefined;

/** Returns the maximum size of an upload in bytes. */
export const selectUploadLimit = (state: RootState) => selectAbout(state)?.uploadLimit ?? limits.uploadBytes;

/** Returns the address of the marketing site; empty if there is none, and until it is loaded. */
export const selectMarketingUrl = (state: RootState) => selectAbout(state)?.marketingUrl ?? '';
