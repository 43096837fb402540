import type { ComponentType } from 'react';
import type { ProjectView } from '../../paths';
import type { TabOfProject } from '../../projects/projectsSelectors';

/** Every view, in the order of their tabs. */
export const viewOrder = ['data', 'api', 'access', 'sync', 'settings'] as const satisfies readonly ProjectView[];

/** The views that there are. */
export type ProjectViews = { readonly [View in ProjectView]?: ComponentType<TabOfProject> };

/** What a view's tab says. */
export const viewWords: Record<ProjectView, string> = {
  data: 'Data',
  api: 'API',
  access: 'Access',
  sync: 'Sync',
  settings: 'Settings',
};

/** Views that belong to the tab; the others belong to the whole project. */
export const isOfTab = (view: ProjectView) => view === 'data' || view === 'api';
