import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';
import type { SnippetLanguage } from './snippetRequest';

interface SnippetsState {
  readonly language: SnippetLanguage;
}

const initialState: SnippetsState = { language: 'javascript' };

/** The chosen language of all snippets; stored in the browser, beyond the session. */
export const snippetsSlice = createSlice({
  name: 'snippets',
  initialState,
  reducers: {
    languageChosen: (_state, { payload: language }: PayloadAction<SnippetLanguage>): SnippetsState => ({ language }),
  },
});

export const { languageChosen } = snippetsSlice.actions;

/** Returns the chosen language of snippets. */
export const selectSnippetLanguage = (state: RootState) => state.snippets.language;
