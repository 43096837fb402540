import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';
import type { SnippetLanguage } from './snippetRequest';

interface SnippetsState {
  readonly language: SnippetLanguage;
}

const initialState: SnippetsState = { language: 'javascript' };

/** The language that snippets are shown in, everywhere; it belongs to the browser and outlives the session. */
export const snippetsSlice = createSlice({
  name: 'snippets',
  initialState,
  reducers: {
    languageChosen: (_state, { payload: language }: PayloadAction<SnippetLanguage>): SnippetsState => ({ language }),
  },
});

export const { languageChosen } = snippetsSlice.actions;

/** The language that snippets are shown in. */
export const selectSnippetLanguage = (state: RootState) => state.snippets.language;
