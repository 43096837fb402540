import { createSelector } from '@reduxjs/toolkit';
import type { Template, TemplateTab } from '../../contract/templates';
import { matchIn } from '../ui/display/Marked';
import type { RootState } from '../rootReducer';
import { freshTemplates, type ShownCategory } from './templatesSlice';

const templatesOf = ({ templates = freshTemplates }: RootState) => templates;

/** loading, ready or failed. */
export const selectGalleryPhase = (state: RootState) => templatesOf(state).list.phase;

/** Why the gallery did not load. */
export function selectGalleryFailure(state: RootState) {
  const { list } = templatesOf(state);
  return list.phase === 'failed' ? list.failure : undefined;
}

export const selectTemplateSearch = (state: RootState) => templatesOf(state).search;
export const selectTemplateCategory = (state: RootState) => templatesOf(state).category;

/** Looking at a template: closed, open, copying or refused. */
export const selectPreview = (state: RootState) => templatesOf(state).preview;

const selectTemplates = createSelector(
  (state: RootState) => templatesOf(state).list,
  (list) => (list.phase === 'ready' ? list.templates : []),
);

const matches = ({ title, line, category, tabs }: Template, search: string) =>
  [title, line, category, ...tabs.map((tab) => tab.title)].some((text) => matchIn(text, search) !== undefined);

const shown = (templates: readonly Template[], search: string, chosen: ShownCategory) =>
  templates.filter(
    (template) =>
      (chosen === 'All' || template.category === chosen) && (search.trim() === '' || matches(template, search)),
  );

/** The templates of the category that match the search, in the order they came. */
export const selectShownTemplates = createSelector(
  [selectTemplates, selectTemplateSearch, selectTemplateCategory],
  shown,
);

/** A template and the tab of it that is looked at. */
export interface ShownPreview {
  readonly template: Template;
  readonly tab: TemplateTab;
}

/** What is looked at; undefined when nothing is. */
export const selectShownPreview = createSelector(
  [selectTemplates, selectPreview],
  (templates, preview): ShownPreview | undefined => {
    if (preview.phase === 'closed') return undefined;
    const template = templates.find(({ id }) => id === preview.templateId);
    const tab = template?.tabs.find(({ sheetId }) => sheetId === preview.sheetId);
    return template && tab && { template, tab };
  },
);
