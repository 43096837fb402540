import type { RootState } from '../rootReducer';

/** The language that snippets are shown in. */
export const selectSnippetLanguage = (state: RootState) => state.snippets.language;
