import { createSelector } from '@reduxjs/toolkit';
import type { Template, TemplateTab } from '../../contract/templates';
import { matchIn } from '../ui/display/Marked';
import type { RootState } from '../rootReducer';
import { freshTemplates, type ShownCategory } from './templatesSlice';

/** What there is, what is shown of it, and what is looked at. */
export const selectGallery = ({ templates = freshTemplates }: RootState) => templates;

const NONE: readonly Template[] = [];

function selectTemplates(state: RootState) {
  const { list } = selectGallery(state);
  return list.phase === 'ready' ? list.templates : NONE;
}

const matches = ({ title, line, category, tabs }: Template, search: string) =>
  [title, line, category, ...tabs.map((tab) => tab.title)].some((text) => matchIn(text, search) !== undefined);

const shown = (templates: readonly Template[], search: string, chosen: ShownCategory) =>
  templates.filter(
    (template) =>
      (chosen === 'All' || template.category === chosen) && (search.trim() === '' || matches(template, search)),
  );

/** The templates of the category that match the search, in the order they came. */
export const selectShownTemplates = createSelector(
  [
    selectTemplates,
    (state: RootState) => selectGallery(state).search,
    (state: RootState) => selectGallery(state).category,
  ],
  shown,
);

/** A template and the tab of it that is looked at. */
export interface ShownPreview {
  readonly template: Template;
  readonly tab: TemplateTab;
}

/** What is looked at; undefined when nothing is. */
export const selectShownPreview = createSelector(
  [selectTemplates, (state: RootState) => selectGallery(state).preview],
  (templates, preview): ShownPreview | undefined => {
    if (preview.phase === 'closed') return undefined;
    const template = templates.find(({ id }) => id === preview.templateId);
    const tab = template?.tabs.find(({ sheetId }) => sheetId === preview.sheetId);
    return template && tab && { template, tab };
  },
);
