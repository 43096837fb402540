import { createSelector } from '@reduxjs/toolkit';
import type { Template, TemplateTab } from '../../contract/templates';
import { matchIn } from '../ui/display/Marked';
import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import { freshTemplates, type ShownCategory } from './templatesSlice';

/** Returns the state of the gallery. */
export const selectGallery = ({ templates = freshTemplates }: RootState) => templates;

const NONE: readonly Template[] = [];

const selectTemplates = (state: RootState) => fieldsOf(selectGallery(state).list).templates ?? NONE;

const matches = ({ title, line, category, tabs }: Template, search: string) =>
  [title, line, category, ...tabs.map((tab) => tab.title)].some((text) => matchIn(text, search) !== undefined);

const shown = (templates: readonly Template[], search: string, chosen: ShownCategory) =>
  templates.filter(
    (template) =>
      (chosen === 'All' || template.category === chosen) && (search.trim() === '' || matches(template, search)),
  );

/** Returns the templates of the category that match the search, in the server's order. */
export const selectShownTemplates = createSelector(
  [
    selectTemplates,
    (state: RootState) => selectGallery(state).search,
    (state: RootState) => selectGallery(state).category,
  ],
  shown,
);

/** The previewed template and its selected tab. */
export interface ShownPreview {
  readonly template: Template;
  readonly tab: TemplateTab;
}

/** Returns the previewed template and tab; undefined while the preview is closed. */
export const selectShownPreview = createSelector(
  [selectTemplates, (state: RootState) => selectGallery(state).preview],
  (templates, preview): ShownPreview | undefined => {
    if (preview.phase === 'closed') return undefined;
    const template = templates.find(({ id }) => id === preview.templateId);
    const tab = template?.tabs.find(({ sheetId }) => sheetId === preview.sheetId);
    return template && tab && { template, tab };
  },
);
