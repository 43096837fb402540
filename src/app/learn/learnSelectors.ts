import { createSelector } from '@reduxjs/toolkit';
import type { ProjectTab } from '../../contract/projects';
import { selectListedProjects, type TabOfProject } from '../projects/projectsSelectors';
import type { RootState } from '../rootReducer';
import { foundGuides, type GuidePart } from './guideTexts';
import { freshLearn, type KnownArticle } from './learnSlice';

const learnOf = ({ learn = freshLearn }: RootState) => learn;
const none: readonly GuidePart[] = [];
const LOADING: KnownArticle = { phase: 'loading' };

/** The text of a guide, as far as it is there. */
export const selectArticle = (state: RootState, slug: string): KnownArticle => learnOf(state).articles[slug] ?? LOADING;

/** What is searched for in the guides. */
export const selectGuideSearch = (state: RootState) => learnOf(state).search;
export const selectGuideTexts = (state: RootState) => learnOf(state).texts;

const selectParts = (state: RootState) => {
  const texts = selectGuideTexts(state);
  return texts.phase === 'ready' ? texts.parts : none;
};

/** The guides that the search finds; in their texts too as soon as those are there. */
export const selectFoundGuides = createSelector(selectParts, selectGuideSearch, foundGuides);

/** The tab with the most columns, the first of several: what guides ask finds the most of its own there. */
const widest = (tabs: readonly ProjectTab[]): ProjectTab | undefined =>
  tabs.reduce<ProjectTab | undefined>((best, tab) => (best && best.columns >= tab.columns ? best : tab), undefined);

/** The endpoint that snippets ask: the widest of the newest project that has one with rows. */
export const selectOwnEndpoint = createSelector(selectListedProjects, (projects): TabOfProject | undefined => {
  const endpointIn = (isWanted: (tab: ProjectTab) => boolean) =>
    projects.flatMap((project) => {
      const tab = widest(project.tabs.filter(isWanted));
      return tab ? [{ project, tab }] : [];
    })[0];
  return endpointIn(({ published, rows }) => published && rows > 0) ?? endpointIn(({ published }) => published);
});
