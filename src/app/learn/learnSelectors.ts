import { createSelector } from '@reduxjs/toolkit';
import type { ProjectTab } from '../../contract/projects';
import { selectListedProjects, type TabOfProject } from '../projects/projectsSelectors';
import type { RootState } from '../rootReducer';
import { guides } from './guideList';
import { foundGuides, partsOf } from './guideTexts';
import { freshLearn, type ArticleState } from './learnSlice';

const learnOf = ({ learn = freshLearn }: RootState) => learn;
/** State of a text that was not loaded before. */
export const LOADING: ArticleState = { phase: 'loading' };

export const selectArticles = (state: RootState) => learnOf(state).articles;

/** Returns the state of a guide's text. */
export const selectArticle = (state: RootState, slug: string): ArticleState => selectArticles(state)[slug] ?? LOADING;

/** Returns the search text. */
export const selectGuideSearch = (state: RootState) => learnOf(state).search;

/** Returns the phase of the texts of all guides together, as the search covers either all of them or only titles. */
export const selectTextsPhase = createSelector(selectArticles, (articles): ArticleState['phase'] => {
  const phases = guides.map(({ slug }) => articles[slug]?.phase);
  if (phases.includes('failed')) return 'failed';
  return phases.every((phase) => phase === 'ready') ? 'ready' : 'loading';
});

const selectParts = createSelector(selectArticles, selectTextsPhase, (articles, phase) => {
  if (phase !== 'ready') return [];
  return Object.entries(articles).flatMap(([slug, state]) =>
    state.phase === 'ready' ? partsOf(slug, state.article) : [],
  );
});

/** Returns the guides that match the search; it covers their texts once these are loaded. */
export const selectFoundGuides = createSelector(selectParts, selectGuideSearch, foundGuides);

/** Returns the tab with the most columns (the first of several), as it has counterparts for most of the guides' columns. */
const widest = (tabs: readonly ProjectTab[]): ProjectTab | undefined =>
  tabs.reduce<ProjectTab | undefined>((best, tab) => (best && best.columns >= tab.columns ? best : tab), undefined);

/** Returns the endpoint for the snippets: the widest tab with rows, of the newest project that has one; else the same without rows. */
export const selectOwnEndpoint = createSelector(selectListedProjects, (projects): TabOfProject | undefined => {
  const endpointIn = (isWanted: (tab: ProjectTab) => boolean) =>
    projects.flatMap((project) => {
      const tab = widest(project.tabs.filter(isWanted));
      return tab ? [{ project, tab }] : [];
    })[0];
  return endpointIn(({ published, rows }) => published && rows > 0) ?? endpointIn(({ published }) => published);
});
