import { createSlice } from '@reduxjs/toolkit';
import { reducersOf } from '../machine/reducersOf';
import { sessionEnded } from '../session/sessionSlice';
import type { Article } from './article';
import { guideOpened, guideSearchTyped } from './learnEvents';

/** The text of a guide, which is loaded when the guide is opened, or with the first search. */
export type ArticleState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly article: Article }
  | { readonly phase: 'failed' };

export interface LearnState {
  /** Articles by the guide's slug. */
  readonly articles: Readonly<Record<string, ArticleState>>;
  readonly search: string;
}

export const freshLearn: LearnState = { articles: {}, search: '' };

const withArticle = (state: LearnState, slug: string, article: ArticleState): LearnState => ({
  ...state,
  articles: { ...state.articles, [slug]: article },
});

const on = reducersOf<LearnState>();

/** The opened guides, and the search in all guides. */
export const learnSlice = createSlice({
  name: 'learn',
  initialState: freshLearn,
  reducers: {
    guideArrived: on<{ readonly slug: string; readonly article: Article }>((state, payload) =>
      withArticle(state, payload.slug, { phase: 'ready', article: payload.article }),
    ),
    guideFailed: on<{ readonly slug: string }>((state, { slug }) => withArticle(state, slug, { phase: 'failed' })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(guideOpened, (state, { payload: { slug } }): LearnState =>
        state.articles[slug]?.phase === 'ready' ? state : withArticle(state, slug, { phase: 'loading' }),
      )
      .addCase(guideSearchTyped, (state, { payload: search }): LearnState => ({ ...state, search }))
      .addCase(sessionEnded, (state): LearnState => ({ ...state, search: '' }));
  },
});

export const { guideArrived, guideFailed } = learnSlice.actions;
