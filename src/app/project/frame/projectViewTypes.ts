import type { ComponentType } from 'react';
import type { Project, ProjectTab } from '../../../contract/projects';
import type { ProjectView } from '../../paths';

/** What a view is about. */
export interface PanelProps {
  readonly project: Project;
  readonly tab: ProjectTab;
}

/** Every view, in the order of their tabs. */
export const viewOrder = ['data', 'api', 'access', 'sync', 'settings'] as const satisfies readonly ProjectView[];

/** The views that there are. */
export type ProjectViews = { readonly [View in ProjectView]?: ComponentType<PanelProps> };

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
