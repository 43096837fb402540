import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { About } from '../../contract/about';
import { limits } from '../../contract/limits';
import type { RootState } from '../rootReducer';

/** What is known of the server, and the API host's own origin, which is known before anything was asked. */
export interface AboutState {
  readonly apiOrigin: string;
  readonly answer:
    | { readonly phase: 'loading' }
    | { readonly phase: 'ready'; readonly about: About }
    | { readonly phase: 'failed' };
}

/** The state before the server was asked; the store starts with it. */
export const aboutBefore = (apiOrigin: string): AboutState => ({ apiOrigin, answer: { phase: 'loading' } });

/** Loaded once, when the app starts. It is not bound to a person. */
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

/** What the server told about itself; undefined until it has. */
export const selectAbout = ({ about }: RootState): About | undefined =>
  about.answer.phase === 'ready' ? about.answer.about : undefined;

/** Bytes of the largest upload. */
export const selectUploadLimit = (state: RootState) => selectAbout(state)?.uploadLimit ?? limits.uploadBytes;

/** Where the marketing site is; empty until known. */
export const selectMarketingUrl = (state: RootState) => selectAbout(state)?.marketingUrl ?? '';
